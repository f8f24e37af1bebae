package adlibrary

import (
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// snapshot is how an ad looked.
type snapshot struct {
	title, text                       *string
	own                               piece // what its images and videos share
	pageName, byline, format, pageURL *string
	cards, images, videos             []piece
}

func readSnapshot(r *scan.Reader) (s snapshot) {
	for key := range r.Object() {
		switch key {
		case "page_name", "pageName":
			s.pageName = scan.Str(r.Value())
		case "byline":
			s.byline = scan.Str(r.Value())
		case "display_format", "displayFormat":
			s.format = upper(r)
		case "page_profile_uri", "pageProfileURI":
			s.pageURL = scan.Str(r.Value())
		case "cards":
			s.cards = readPieces(r)
		case "images":
			s.images = readPieces(r)
		case "videos":
			s.videos = readPieces(r)
		default:
			s.own.read(key, r)
		}
	}
	var card piece
	if len(s.cards) > 0 {
		card = s.cards[0]
	}
	s.title, s.text = fillTemplate(s.own.title.Str(), card.title.Str), fillTemplate(s.own.words.str(), card.words.str)
	return s
}

// fillTemplate replaces a template such as "{{product.name}}" by what the first card shows in its place.
func fillTemplate(text *string, card func() *string) *string {
	if text == nil || !strings.Contains(*text, "{{") {
		return text
	}
	if shown := card(); shown != nil && !strings.Contains(*shown, "{{") {
		return shown
	}
	return nil
}

// pieces returns the cards, or where there are none the images and videos.
func (s *snapshot) pieces() []piece {
	if len(s.cards) > 0 {
		return s.cards
	}
	if len(s.images) == 0 {
		return s.videos
	}
	return append(s.images, s.videos...)
}

// thumbnails returns the preview pictures of the pieces.
func (s *snapshot) thumbnails() []content.Image {
	var pictures scan.Pictures
	for _, p := range s.pieces() {
		pictures.Add(p.picture().String(), nil, nil)
	}
	return pictures.List
}

func (s *snapshot) creatives() []content.Creative {
	var out []content.Creative
	for i, p := range s.pieces() {
		c := s.creative(p)
		c.Index = int64(i)
		out = append(out, c)
	}
	return out
}

// creative returns a piece as the ad shows it: images and videos share the ad's own words. A catalogue ad's cards are
// samples that the platform picked; its link is the one the advertiser set.
func (s *snapshot) creative(p piece) content.Creative {
	if len(s.cards) == 0 {
		own := s.own
		own.addresses = p.addresses
		c := own.creative()
		c.Title, c.Text = s.title, s.text
		return c
	}
	if s.own.link.Exists() && s.format != nil && *s.format == "DPA" {
		p.link = s.own.link
	}
	return p.creative()
}
