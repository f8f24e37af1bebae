package adlibrary

import (
	"slices"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// snapshot is the appearance of an ad.
type snapshot struct {
	title, text                       *string
	own                               piece // shared by its images and videos
	pageName, byline, format, pageURL *string
	cards, images, videos             []piece
	extraImages, extraVideos          []piece // that the platform may show instead of the others
	extraTexts, extraLinks            []string
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
			if !s.readExtra(key, r) {
				s.own.read(key, r)
			}
		}
	}
	var card piece
	if len(s.cards) > 0 {
		card = s.cards[0]
	}
	s.title, s.text = fillTemplate(s.own.title.Str(), card.title.Str), fillTemplate(s.own.words.str(), card.words.str)
	return s
}

// readExtra reads a member of optional creatives, and reports whether key is such a member.
func (s *snapshot) readExtra(key string, r *scan.Reader) bool {
	switch key {
	case "extra_images":
		s.extraImages = readPieces(r)
	case "extra_videos":
		s.extraVideos = readPieces(r)
	case "extra_texts":
		for range r.Array() {
			s.extraTexts = add(s.extraTexts, readWords(r).str())
		}
	case "extra_links":
		for range r.Array() {
			s.extraLinks = add(s.extraLinks, r.RawString().Str())
		}
	default:
		return false
	}
	return true
}

// add appends a text unless it is nil or a template.
func add(list []string, text *string) []string {
	if text == nil || *text == "" || strings.Contains(*text, "{{") {
		return list
	}
	return append(list, *text)
}

// fillTemplate replaces a template such as "{{product.name}}" by the text of the first card.
func fillTemplate(text *string, card func() *string) *string {
	if text == nil || !strings.Contains(*text, "{{") {
		return text
	}
	if shown := card(); shown != nil && !strings.Contains(*shown, "{{") {
		return shown
	}
	return nil
}

// pieces returns the cards, or else the images and videos, followed by the extra ones.
func (s *snapshot) pieces() []piece {
	return slices.Concat(s.main(), s.extraImages, s.extraVideos)
}

// main returns the pieces that every viewer of the ad sees.
func (s *snapshot) main() []piece {
	if len(s.cards) > 0 {
		return s.cards
	}
	return slices.Concat(s.images, s.videos)
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
	main := len(s.main())
	for i, p := range s.pieces() {
		var c content.Creative
		if i < main {
			c = s.creative(p)
		} else {
			c = p.creative()
		}
		c.Index = int64(i)
		out = append(out, c)
	}
	return out
}

// creative returns a piece as the ad shows it: images and videos share the ad's texts. A catalogue ad's cards are
// samples chosen by the platform; its link is the one that the advertiser set.
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
