package scan

import (
	"time"

	"socialdata/internal/content"
)

// Instant reads RFC 3339; nil for anything else, among it the bare day of older pages: a day is no instant.
func Instant(s string) *content.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return nil
	}
	return content.AtPtr(t)
}

// Day reads a date that a page writes in English ("2 Jan 2006", "Jan 2, 2006") and gives yyyy-mm-dd; nil for
// anything else.
func Day(text string) *string {
	for _, layout := range [...]string{"2 Jan 2006", "Jan 2, 2006", "2 January 2006", "January 2, 2006"} {
		if t, err := time.Parse(layout, text); err == nil {
			day := t.Format(time.DateOnly)
			return &day
		}
	}
	return nil
}
