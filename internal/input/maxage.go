package input

import (
	"strconv"
	"time"
)

// MaxAge is the rule for the maxAge parameter of one kind of lookup: how old a stored observation may be to be served.
type MaxAge int

// The kinds of lookups that take a maxAge.
const (
	ItemMaxAge MaxAge = iota
	AccountMaxAge
	ListMaxAge // of an account's items
	PageMaxAge // of comments or a search
)

// MaxAgePattern matches a maxAge: 0, or a number of minutes, hours or days.
const MaxAgePattern = `^(0|[1-9][0-9]{0,5}[mhd])$`

// Default is the maxAge of a request without one.
func (m MaxAge) Default() string {
	if m == ItemMaxAge || m == AccountMaxAge {
		return "1h"
	}
	return "15m"
}

// MostDays returns the largest maxAge, in days.
func (m MaxAge) MostDays() int {
	if m == ItemMaxAge || m == ListMaxAge {
		return 365
	}
	return 1
}

// Parse parses a maxAge; "" is the default, and 0 requires a live answer. ok is false if the text is invalid or too large.
func (m MaxAge) Parse(text string) (age time.Duration, ok bool) {
	if text == "" {
		text = m.Default()
	}
	minutes, ok := parseMinutes(text)
	if !ok || minutes > m.MostDays()*24*60 {
		return 0, false
	}
	return time.Duration(minutes) * time.Minute, true
}

// parseMinutes converts a text that matches MaxAgePattern to minutes: six digits of days would overflow a Duration.
func parseMinutes(text string) (int, bool) {
	if text == "0" {
		return 0, true
	}
	if len(text) < 2 || len(text) > 7 || text[0] < '1' || text[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 32)
	if err != nil {
		return 0, false
	}
	switch text[len(text)-1] {
	case 'm':
		return int(n), true
	case 'h':
		return int(n) * 60, true
	case 'd':
		return int(n) * 24 * 60, true
	}
	return 0, false
}
