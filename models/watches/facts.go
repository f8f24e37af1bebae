package watches

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// MostText is the longest text of an item that a watch stores, in code points.
const MostText = 500

// MostPictures is the maximum number of addresses of a picture that a watch stores of an item.
const MostPictures = 2

// Facts is what a row said: its text, where it leads, what it shows, and its counts.
type Facts struct {
	Title       *string       `json:"title,omitempty"`
	Text        *string       `json:"text,omitempty"` // like Title cut to MostText
	Link        *string       `json:"link,omitempty"`
	Media       string        `json:"media,omitempty"` // names the picture or video; "" if unknown
	Stats       content.Stats `json:"stats"`
	Approximate bool          `json:"approximate,omitempty"` // the platform rounds Stats.Views
	EUReach     *int64        `json:"euReach,omitempty"`
	// Pictures are addresses at which the platform shows a picture of the item, at most MostPictures. They change at each look and say
	// nothing of what the item shows.
	Pictures []content.Image `json:"pictures,omitempty"`
}

// FactsNow returns what the item said when it was last seen.
func (i *Item) FactsNow() Facts { return db.FromJSON[Facts](i.Facts) }

// Part is a part of an item that changed.
type Part string

// The parts: counts are those of a single item.
const (
	CountsPart Part = "counts"
	TextPart   Part = "text"
	LinkPart   Part = "link"
	MediaPart  Part = "media"
)

// Parts lists every Part once.
func Parts() []Part { return []Part{CountsPart, TextPart, LinkPart, MediaPart} }

// changed returns which parts differ between two observations. What one of them does not know has not changed. A text
// that the platform cut has not changed either.
func changed(before, now *Facts) (parts []Part) {
	if textChange(before, now) != nil {
		parts = append(parts, TextPart)
	}
	if before.Link != nil && now.Link != nil && *before.Link != *now.Link {
		parts = append(parts, LinkPart)
	}
	if before.Media != "" && now.Media != "" && before.Media != now.Media {
		parts = append(parts, MediaPart)
	}
	return parts
}

// textChange returns the text that has changed, or else the title; nil if neither has.
func textChange(before, now *Facts) *TextChange {
	for _, pair := range [][2]*string{{before.Text, now.Text}, {before.Title, now.Title}} {
		if pair[0] != nil && pair[1] != nil && !sameText(*pair[0], *pair[1]) {
			return &TextChange{Before: *pair[0], Now: *pair[1]}
		}
	}
	return nil
}

// sameText compares texts without regard to spaces, and to the end of one that the platform cut.
func sameText(a, b string) bool {
	a, b = strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " ")
	return a == b || isCutOf(a, b) || isCutOf(b, a)
}

// isCutOf reports whether a is the beginning of b, followed by the mark of a cut.
func isCutOf(a, b string) bool {
	for _, mark := range []string{"…", "..."} {
		if begin, cut := strings.CutSuffix(a, mark); cut && strings.HasPrefix(b, strings.TrimSpace(begin)) {
			return true
		}
	}
	return false
}

// over returns the newer facts, with what they do not know from before.
func (now Facts) over(before Facts) Facts {
	if now.Title == nil {
		now.Title = before.Title
	}
	if now.Text == nil {
		now.Text = before.Text
	}
	if now.Link == nil {
		now.Link = before.Link
	}
	if now.Media == "" {
		now.Media = before.Media
	}
	if now.EUReach == nil {
		now.EUReach = before.EUReach
	}
	if len(now.Pictures) == 0 {
		now.Pictures = before.Pictures
	}
	if now.Stats == (content.Stats{}) {
		now.Stats, now.Approximate = before.Stats, before.Approximate
	}
	return now
}

// creative returns what all variants of one creative share: the platform's id of the group, else the picture or video,
// else the text; "" if nothing is known.
func (r *Row) creative() string {
	switch {
	case r.Collation != "":
		return "group:" + r.Collation
	case r.Facts.Media != "":
		return "media:" + r.Facts.Media
	case r.Facts.Text != nil && strings.TrimSpace(*r.Facts.Text) != "":
		sum := sha256.Sum256([]byte(strings.ToLower(strings.Join(strings.Fields(*r.Facts.Text), " "))))
		return "text:" + hex.EncodeToString(sum[:12])
	}
	return ""
}
