package adlibrary

import (
	"strings"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// snapshot is how an ad looked.
type snapshot struct {
	piece                             // its own words
	pageName, byline, format, pageURL *string
	cards, images, videos             []piece
}

func readSnapshot(r *wire.Reader) (s snapshot) {
	for key := range r.Object() {
		switch key {
		case "page_name", "pageName":
			s.pageName = wire.Str(r.Value())
		case "byline":
			s.byline = wire.Str(r.Value())
		case "display_format", "displayFormat":
			s.format = upper(r.Value())
		case "page_profile_uri", "pageProfileURI":
			s.pageURL = wire.Str(r.Value())
		case "cards":
			s.cards = readPieces(r)
		case "images":
			s.images = readPieces(r)
		case "videos":
			s.videos = readPieces(r)
		default:
			s.piece.read(key, r)
		}
	}
	if len(s.cards) > 0 {
		s.title, s.text = rendered(s.title, s.cards[0].title), rendered(s.text, s.cards[0].text)
	} else {
		s.title, s.text = rendered(s.title, nil), rendered(s.text, nil)
	}
	return s
}

// rendered replaces a template such as "{{product.name}}" by what the first card shows in its place.
func rendered(text, card *string) *string {
	if text == nil || !strings.Contains(*text, "{{") {
		return text
	}
	if card != nil && strings.Contains(*card, "{{") {
		return nil
	}
	return card
}

// pieces are the cards, or where there are none the images and videos, which share the ad's own words.
func (s snapshot) pieces() []piece {
	if len(s.cards) > 0 {
		// A catalogue ad's cards are samples that the platform picked; its link is the one the advertiser set.
		if s.format != nil && *s.format == "DPA" && s.link != nil {
			for i := range s.cards {
				s.cards[i].link = s.link
			}
		}
		return s.cards
	}
	var out []piece
	for _, media := range append(s.images, s.videos...) {
		own := s.piece
		own.original, own.resized, own.hd, own.sd, own.preview = media.original, media.resized, media.hd, media.sd, media.preview
		out = append(out, own)
	}
	return out
}

// thumbnails are the preview pictures of the pieces.
func (s snapshot) thumbnails() []content.Image {
	var pictures wire.Pictures
	for _, p := range s.pieces() {
		if address := p.picture(); address != nil {
			pictures.Add(*address, nil, nil)
		}
	}
	return pictures.List
}

func (s snapshot) creatives() []content.Creative {
	var out []content.Creative
	for i, p := range s.pieces() {
		c := p.creative()
		c.Index = int64(i)
		out = append(out, c)
	}
	return out
}
