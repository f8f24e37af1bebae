package adlibrary

import (
	"cmp"
	"strings"

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
		p.text = words(r)
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

// video is the address of the piece's video; whatever has none is an image.
func (p piece) video() *string { return cmp.Or(p.hd, p.sd) }

// picture is what a preview shows.
func (p piece) picture() *string {
	if p.video() != nil {
		return p.preview
	}
	return cmp.Or(p.resized, p.original)
}

// kind is video or image.
func (p piece) kind() string {
	if p.video() != nil {
		return "video"
	}
	return "image"
}

// creative is the piece on the wire.
func (p piece) creative() content.Creative {
	c := content.Creative{
		Kind: p.kind(), Title: p.title, Text: p.text, LinkURL: p.link, LinkCaption: p.caption, LinkDescription: p.description,
		CTAType: p.ctaType, CTAText: p.ctaText, MediaURL: cmp.Or(p.original, p.resized), PreviewURL: p.picture(),
	}
	if video := p.video(); video != nil {
		c.MediaURL, c.DurationMs = video, wire.AddressDuration(*video)
	}
	if c.MediaURL != nil {
		c.ExpiresAt = wire.Expiry(*c.MediaURL)
	}
	return c
}

// words reads a text: plain on cards, {"text"} on snapshots, {"markup":{"__html"}} before 2024.
func words(r *wire.Reader) *string {
	if !r.IsObject() {
		return wire.Str(r.Value())
	}
	m := r.Fields("text", "markup")
	if t := wire.Str(m["text"]); t != nil {
		return t
	}
	markup := wire.Str(m["markup"].Get("__html"))
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
