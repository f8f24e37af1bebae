package shapes

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"socialdata/internal/content"
)

// Version returns a name of the values: the latest date in them and a part of their digest.
func (s *Shapes) Version() string { return s.version }

// named sets the version.
func (s *Shapes) named() {
	sum := sha256.Sum256([]byte(s.Text()))
	s.version = s.latest() + "-" + hex.EncodeToString(sum[:4])
}

// Text returns the values as the text of a file.
func (s *Shapes) Text() string {
	text, _ := json.MarshalIndent(s, "", "  ") // texts and numbers always encode
	return string(text)
}

// Differ lists the platforms whose values are not the same in s and other.
func (s *Shapes) Differ(other *Shapes) []content.Platform {
	var list []content.Platform
	for p, values := range s.values() {
		if s.UserAgent != other.UserAgent || !equal(values, other.values()[p]) {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

// values returns the values of each platform.
func (s *Shapes) values() map[content.Platform]any {
	return map[content.Platform]any{content.VideoSite: s.VideoSite, content.ClipSite: s.ClipSite, content.PhotoSite: s.PhotoSite, content.AdLibrary: s.AdLibrary}
}

func equal(a, b any) bool {
	left, _ := json.Marshal(a)
	right, _ := json.Marshal(b)
	return string(left) == string(right)
}
