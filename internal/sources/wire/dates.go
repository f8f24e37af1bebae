package wire

import (
	"time"

	"socialdata/models/content"
)

// Instant reads RFC 3339. A bare yyyy-mm-dd, as older pages write it, is the start of that day in UTC; anything else is
// nil.
func Instant(s string) *content.Time {
	for _, layout := range [...]string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return content.AtPtr(t)
		}
	}
	return nil
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
