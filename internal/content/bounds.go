package content

import "unicode/utf8"

// The limits of the API, in code points and elements.
const (
	maxURL       = 2048
	maxName      = 500
	maxHandle    = 256
	maxImages    = 64
	maxWords     = 16 // platforms, payers and beneficiaries of an ad
	maxCaptions  = 200
	maxSegments  = 20000
	maxSegment   = 4000
	maxFullText  = 2000000
	maxCreatives = 30
	maxLocations = 100
	maxExtras    = 30  // further texts and links of an ad
	maxReaches   = 512 // rows of an ad's reach
	maxAges      = 64
	maxMedia     = 40
	maxTags      = 100 // tags or mentions of an item
	maxFactID    = 128 // of a sound or a place
	maxInt       = 9007199254740991
)

// unknown collects the names of the fields of which nothing is known.
type unknown []string

func (u *unknown) add(known bool, field string) {
	if !known {
		*u = append(*u, field)
	}
}

// cut shortens a text to n code points; nil stays nil. Invalid UTF-8 becomes U+FFFD.
func cut(s *string, n int) *string {
	if s == nil || len(*s) <= n && utf8.ValidString(*s) {
		return s
	}
	r := []rune(*s)
	if len(r) > n {
		r = r[:n]
	}
	return new(string(r))
}

// filled is like cut, but returns nil for an empty text, for fields with at least one character.
func filled(s *string, n int) *string {
	if s == nil || *s == "" {
		return nil
	}
	return cut(s, n)
}

// fits returns nil for a text that is not 1..n long: an address or a code must never be cut.
func fits(s *string, n int) *string {
	if s == nil || *s == "" || utf8.RuneCountInString(*s) > n || !utf8.ValidString(*s) {
		return nil
	}
	return s
}

// counts returns nil for an integer outside of the API's range.
func counts(n *int64) *int64 {
	if n == nil || *n < 0 || *n > maxInt {
		return nil
	}
	return n
}

func positive(n *int64) *int64 {
	if n = counts(n); n == nil || *n == 0 {
		return nil
	}
	return n
}

func first[T any](list []T, n int) []T {
	if list == nil {
		return []T{}
	}
	return list[:min(len(list), n)]
}

func images(list []Image) []Image {
	out := make([]Image, 0, min(len(list), maxImages))
	for _, im := range list {
		if publicURL(&im.URL) == nil || len(out) == maxImages {
			continue
		}
		im.Width, im.Height = positive(im.Width), positive(im.Height)
		out = append(out, im)
	}
	return out
}

func words(list []string, length int) []string {
	out := make([]string, 0, min(len(list), maxWords))
	for _, s := range list {
		if fits(&s, length) != nil && len(out) < maxWords {
			out = append(out, s)
		}
	}
	return out
}
