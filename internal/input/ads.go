package input

import (
	"time"
)

// CountryPattern matches the country of an ad list: ALL, or two letters.
const CountryPattern = `^(ALL|[A-Za-z]{2})$`

// IsDay reports whether a text is a date such as 2026-01-31.
func IsDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// InOrder reports whether a period does not end before it begins. A text that is not a date is unbounded.
func InOrder(from, to string) bool { return !IsDay(from) || !IsDay(to) || from <= to }
