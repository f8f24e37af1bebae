package adlibrary

import (
	"strings"

	"github.com/tidwall/gjson"
	"golang.org/x/net/html"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// creatives reads the cards of an ad, or where it has none its images and videos, which share the ad's own words.
func creatives(s node, a *advert) []content.Creative {
	var out []content.Creative
	add := func(c content.Creative) {
		c.Index = int64(len(out))
		out = append(out, c)
	}
	// A catalogue ad's cards are samples that the platform picked; its link is the one the advertiser set.
	catalogue := a.ad.DisplayFormat != nil && *a.ad.DisplayFormat == "DPA"
	for _, v := range s["cards"].Array() {
		card := node(v.Map())
		c := shown(card, words(card["body"]))
		if link := wire.Str(s.at("link_url", "linkUrl")); catalogue && link != nil {
			c.LinkURL = link
		}
		add(c)
	}
	if len(out) > 0 {
		return out
	}
	for _, key := range []string{"images", "videos"} {
		for _, v := range s[key].Array() {
			c := shown(s, a.text)
			c.Title = a.title
			setMedia(&c, v.Map())
			add(c)
		}
	}
	return out
}

// shown reads the words and the media of a card, or of a snapshot.
func shown(n node, text *string) content.Creative {
	c := content.Creative{
		Title: wire.Str(n["title"]), Text: text,
		LinkURL: wire.Str(n.at("link_url", "linkUrl")), LinkCaption: wire.Str(n["caption"]),
		LinkDescription: wire.Str(n.at("link_description", "linkDescription")),
		CTAType:         wire.Str(n.at("cta_type", "ctaType")), CTAText: wire.Str(n.at("cta_text", "ctaText")),
	}
	setMedia(&c, n)
	return c
}

// setMedia reads one picture or video: whatever has a video address is a video.
func setMedia(c *content.Creative, n node) {
	c.Kind = "image"
	c.MediaURL = wire.Str(n.at("original_image_url", "originalImageUrl", "resized_image_url", "resizedImageUrl"))
	c.PreviewURL = wire.Str(n.at("resized_image_url", "resizedImageUrl", "original_image_url", "originalImageUrl"))
	if video := wire.Str(n.at("video_hd_url", "videoHdUrl", "video_sd_url", "videoSdUrl")); video != nil {
		c.Kind, c.MediaURL = "video", video
		c.PreviewURL = wire.Str(n.at("video_preview_image_url", "videoPreviewImageUrl"))
		c.DurationMs = wire.AddressDuration(*video)
	}
	if c.MediaURL != nil {
		c.ExpiresAt = wire.Expiry(*c.MediaURL)
	}
}

// words reads a text: plain on cards, {"text"} on snapshots, {"markup":{"__html"}} before 2024.
func words(v gjson.Result) *string {
	if v.Type == gjson.String {
		return wire.Str(v)
	}
	if t := wire.Str(v.Get("text")); t != nil {
		return t
	}
	markup := wire.Str(v.Get("markup.__html"))
	if markup == nil {
		return nil
	}
	plain := plainText(*markup)
	return &plain
}

// plainText drops the tags of a fragment; <br> is a new line.
func plainText(fragment string) string {
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(fragment)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			if name, _ := z.TagName(); string(name) == "br" {
				b.WriteByte('\n')
			}
		}
	}
}
