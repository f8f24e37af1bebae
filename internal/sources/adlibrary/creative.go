package adlibrary

import (
	"strings"

	"github.com/tidwall/gjson"
	"golang.org/x/net/html"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// piece is what a card, an image, a video or the snapshot itself shows, in today's names or those of before 2024.
type piece struct {
	title, text, link, caption, description, ctaType, ctaText *string
	original, resized, hd, sd, preview                        *string // addresses of media
}

func readPieces(r *wire.Reader) (list []piece) {
	for range r.Array() {
		var p piece
		for key := range r.Object() {
			p.read(key, r)
		}
		list = append(list, p)
	}
	return list
}

// read reads one member; false when a piece has none of that name.
func (p *piece) read(key string, r *wire.Reader) bool {
	switch key {
	case "title":
		p.title = wire.Str(r.Value())
	case "body":
		p.text = words(r.Value())
	case "link_url", "linkUrl":
		p.link = wire.Str(r.Value())
	case "caption":
		p.caption = wire.Str(r.Value())
	case "link_description", "linkDescription":
		p.description = wire.Str(r.Value())
	case "cta_type", "ctaType":
		p.ctaType = wire.Str(r.Value())
	case "cta_text", "ctaText":
		p.ctaText = wire.Str(r.Value())
	case "original_image_url", "originalImageUrl":
		p.original = wire.Str(r.Value())
	case "resized_image_url", "resizedImageUrl":
		p.resized = wire.Str(r.Value())
	case "video_hd_url", "videoHdUrl":
		p.hd = wire.Str(r.Value())
	case "video_sd_url", "videoSdUrl":
		p.sd = wire.Str(r.Value())
	case "video_preview_image_url", "videoPreviewImageUrl":
		p.preview = wire.Str(r.Value())
	default:
		return false
	}
	return true
}

// creative is the piece on the wire: whatever has a video address is a video.
func (p piece) creative() content.Creative {
	c := content.Creative{
		Kind: "image", Title: p.title, Text: p.text, LinkURL: p.link, LinkCaption: p.caption, LinkDescription: p.description,
		CTAType: p.ctaType, CTAText: p.ctaText, MediaURL: either(p.original, p.resized), PreviewURL: either(p.resized, p.original),
	}
	if video := either(p.hd, p.sd); video != nil {
		c.Kind, c.MediaURL, c.PreviewURL = "video", video, p.preview
		c.DurationMs = wire.AddressDuration(*video)
	}
	if c.MediaURL != nil {
		c.ExpiresAt = wire.Expiry(*c.MediaURL)
	}
	return c
}

func either(first, second *string) *string {
	if first != nil {
		return first
	}
	return second
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
