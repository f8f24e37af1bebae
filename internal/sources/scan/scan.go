// Package wire reads foreign bytes for the adapters: values in JSON, JSON in pages, counts in words, expiry in signed
// addresses, caption files. It may import internal/content only, and no function of it can panic on any input.
package scan

import (
	"math"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
)

// maxInt is the largest integer that the wire allows (2^53 - 1).
const maxInt = 9007199254740991

// Str is the value's text; nil when it is absent, null, no string, or blank.
func Str(v gjson.Result) *string {
	if v.Type != gjson.String || strings.TrimSpace(v.Str) == "" {
		return nil
	}
	s := v.Str
	return &s
}

// Text is Str that keeps an empty string: "" is a known, empty text.
func Text(v gjson.Result) *string {
	if v.Type != gjson.String {
		return nil
	}
	s := v.Str
	return &s
}

// Int reads a non-negative integer from a JSON number or from a string of digits; nil for anything else.
func Int(v gjson.Result) *int64 {
	var f float64
	switch v.Type {
	case gjson.Number:
		f = v.Num
	case gjson.String:
		return Digits(v.Str)
	default:
		return nil
	}
	if f < 0 || f > maxInt || f != math.Trunc(f) {
		return nil
	}
	n := int64(f)
	return &n
}

// Digits reads a plain run of ASCII digits; nil for anything else.
func Digits(s string) *int64 {
	if n, ok := digits(s); ok {
		return new(n)
	}
	return nil
}

func digits[T string | []byte](s T) (n int64, ok bool) {
	if len(s) == 0 || len(s) > 16 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
	}
	return n, n <= maxInt
}

// Bool is the value; nil when it is no boolean.
func Bool(v gjson.Result) *bool {
	if v.Type != gjson.True && v.Type != gjson.False {
		return nil
	}
	b := v.Type == gjson.True
	return &b
}

// Unix reads seconds since the epoch from a number or a string of digits.
func Unix(v gjson.Result) *content.Time {
	if n := Int(v); n != nil {
		return content.Unix(*n)
	}
	return nil
}

// OrZero is the number, or 0 for one that is not known, where 0 stands for that.
func OrZero(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
