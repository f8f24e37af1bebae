package input

import (
	"regexp"
	"time"
)

// CountryPattern is the shape of a country as lists of ads are asked for one: ALL, or two letters of any case.
const CountryPattern = `^(ALL|[A-Za-z]{2})$`

var country = regexp.MustCompile(CountryPattern)

// IsCountry reports whether a text has the shape of CountryPattern.
func IsCountry(text string) bool { return country.MatchString(text) }

// IsDay reports whether a text is a day, as in 2026-01-31.
func IsDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// InOrder reports whether a period does not end before it begins. A text that is no day is no end of a period.
func InOrder(from, to string) bool { return !IsDay(from) || !IsDay(to) || from <= to }
