package adlibrary

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// piece holds the texts and addresses of a card, an image, a video or the snapshot itself, under current names or those
// from before 2024.
type piece struct {
	title, link, caption, description, ctaType, ctaText scan.RawString
	words                                               words
	addresses
}

// addresses are the media addresses of a piece.
type addresses struct {
	original, resized, hd, sd, preview        scan.RawString
	watermarked, watermarkedHD, watermarkedSD scan.RawString
}

func readPieces(r *scan.Reader) (list []piece) {
	for range r.Array() {
		var p piece
		for key := range r.Object() {
			p.read(key, r)
		}
		list = append(list, p)
	}
	return list
}

// read reads the member key if a piece has it.
func (p *piece) read(key string, r *scan.Reader) {
	switch key {
	case "title":
		p.title = r.RawString()
	case "body":
		p.words = readWords(r)
	case "link_url", "linkUrl":
		p.link = r.RawString()
	case "caption":
		p.caption = r.RawString()
	case "link_description", "linkDescription":
		p.description = r.RawString()
	case "cta_type", "ctaType":
		p.ctaType = r.RawString()
	case "cta_text", "ctaText":
		p.ctaText = r.RawString()
	case "original_image_url", "originalImageUrl":
		p.original = r.RawString()
	case "resized_image_url", "resizedImageUrl":
		p.resized = r.RawString()
	case "video_hd_url", "videoHdUrl":
		p.hd = r.RawString()
	case "video_sd_url", "videoSdUrl":
		p.sd = r.RawString()
	case "video_preview_image_url", "videoPreviewImageUrl":
		p.preview = r.RawString()
	case "watermarked_resized_image_url":
		p.watermarked = r.RawString()
	case "watermarked_video_hd_url":
		p.watermarkedHD = r.RawString()
	case "watermarked_video_sd_url":
		p.watermarkedSD = r.RawString()
	}
}

// video returns the address of the piece's video, preferably without a watermark; "" for an image.
func (a addresses) video() scan.RawString {
	return cmp.Or(a.hd, a.sd, a.watermarkedHD, a.watermarkedSD)
}

// image returns the address of the piece's picture, preferably without a watermark.
func (a addresses) image() scan.RawString { return cmp.Or(a.original, a.resized, a.watermarked) }

// picture returns the address of the preview.
func (a addresses) picture() scan.RawString {
	if a.video().Exists() {
		return a.preview
	}
	return cmp.Or(a.resized, a.original, a.watermarked)
}

// kind returns "video" or "image".
func (a addresses) kind() string {
	if a.video().Exists() {
		return "video"
	}
	return "image"
}

// creative returns the piece as in the API.
func (p *piece) creative() content.Creative {
	c := content.Creative{
		Kind: p.kind(), Title: p.title.Str(), Text: p.words.str(), LinkURL: p.link.Str(), LinkCaption: p.caption.Str(),
		LinkDescription: p.description.Str(), CTAType: p.ctaType.Str(), CTAText: p.ctaText.Str(),
		MediaURL: p.image().Str(), PreviewURL: p.picture().Str(),
	}
	if video := p.video().Str(); video != nil {
		c.MediaURL, c.DurationMs = video, scan.AddressDuration(*video)
	}
	if c.MediaURL != nil {
		c.ExpiresAt = scan.Expiry(*c.MediaURL)
	}
	return c
}

// words is a text: plain on cards, {"text"} on snapshots, {"markup":{"__html"}} before 2024.
type words struct{ plain, markup scan.RawString }

func readWords(r *scan.Reader) (w words) {
	if !r.IsObject() {
		return words{plain: r.RawString()}
	}
	for key := range r.Object() {
		switch key {
		case "text":
			w.plain = r.RawString()
		case "markup":
			for key := range r.Object() {
				if key == "__html" {
					w.markup = r.RawString()
				}
			}
		}
	}
	return w
}

// str returns the text without markup; nil if there is none.
func (w words) str() *string {
	if w.plain.Exists() || !w.markup.Exists() {
		return w.plain.Str()
	}
	return new(plainText(w.markup.String()))
}

// plainText removes the tags of an HTML fragment; <br> becomes a line break.
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
