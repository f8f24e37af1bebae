package scan

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/content"
)

// Count reads a number that a page writes for people: "1,697 views", "5.04m subscribers", "18K", "1 view". approximate
// reports that the page shortened it ("5.04m" is cut off after three digits, not rounded). "No views" is 0; a text
// without a number is nil. It reads English only: every request asks for English.
func Count(text string) (n *int64, approximate bool) {
	word := firstWord(text)
	if strings.EqualFold(word, "no") {
		return new(int64), false
	}
	digits := strings.TrimRight(word, "kKmMbB+")
	unit := scale(strings.TrimSuffix(word[len(digits):], "+"))
	if unit == 1 {
		return Digits(strings.ReplaceAll(digits, ",", "")), strings.HasSuffix(word, "+")
	}
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || unit == 0 || f < 0 || f*unit > maxInt || strings.ContainsAny(digits, "xXpPeEiInN_") {
		return nil, false
	}
	return new(int64(math.Round(f * unit))), true
}

// firstWord returns s up to the first blank, except for a blank before a lone suffix ("5.04 M").
func firstWord(text string) string {
	fields := strings.Fields(text)
	switch {
	case len(fields) == 0:
		return ""
	case len(fields) > 1 && scale(fields[1]) > 1:
		return fields[0] + fields[1]
	}
	return fields[0]
}

// scale returns the factor of a suffix; 0 for an unknown one.
func scale(suffix string) float64 {
	switch suffix {
	case "":
		return 1
	case "k", "K":
		return 1e3
	case "m", "M":
		return 1e6
	case "b", "B":
		return 1e9
	}
	return 0
}

// Instant reads RFC 3339. It returns nil for anything else, including the bare date of older pages.
func Instant(s string) *content.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return nil
	}
	return content.AtPtr(t)
}

// Day reads a date that a page writes in English ("2 Jan 2006", "Jan 2, 2006") and returns yyyy-mm-dd; nil for anything else.
func Day(text string) *string {
	for _, layout := range [...]string{"2 Jan 2006", "Jan 2, 2006", "2 January 2006", "January 2, 2006"} {
		if t, err := time.Parse(layout, text); err == nil {
			return new(t.Format(time.DateOnly))
		}
	}
	return nil
}

// HasAny reports whether a text contains one of the signs.
func HasAny[T ~string | ~[]byte](text T, signs ...string) bool {
	b := []byte(text) // copies a text, but no page
	return slices.ContainsFunc(signs, func(sign string) bool { return bytes.Contains(b, []byte(sign)) })
}
