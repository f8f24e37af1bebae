// Package scan parses untrusted bytes for the adapters: values in JSON, JSON in pages, counts in words, expiry in signed
// addresses, caption files. It may import internal/content only. No function panics on any input. Strings that it
// returns share the bytes that they were read from.
//
// JSON is read in one of three ways. Object validates a whole answer that is small. A Reader walks once through a large
// one and decodes only the requested values. Member, Members and FindOpen find a member by its name, wherever the
// platform moved it; an Open is a value whose end was not searched for.
package scan

import (
	"bytes"
	"math"
	"strings"
	"unsafe"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
)

// maxInt is the largest integer that the wire allows (2^53 - 1).
const maxInt = 9007199254740991

// Str returns the value's text; nil if it is absent, null, not a string, or blank.
func Str(v gjson.Result) *string {
	if v.Type != gjson.String || strings.TrimSpace(v.Str) == "" {
		return nil
	}
	return new(v.Str)
}

// Text is like Str but keeps an empty string, which is a known, empty text.
func Text(v gjson.Result) *string {
	if v.Type != gjson.String {
		return nil
	}
	return new(v.Str)
}

// Int reads a non-negative integer from a JSON number or from a string of digits; nil for anything else.
func Int(v gjson.Result) *int64 {
	switch {
	case v.Type == gjson.String:
		return Digits(v.Str)
	case v.Type != gjson.Number, v.Num < 0, v.Num > maxInt, v.Num != math.Trunc(v.Num):
		return nil
	}
	return new(int64(v.Num))
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

// Bool returns the value; nil if it is not a boolean.
func Bool(v gjson.Result) *bool {
	if v.Type != gjson.True && v.Type != gjson.False {
		return nil
	}
	return new(v.Type == gjson.True)
}

// Unix reads seconds since the epoch from a number or a string of digits.
func Unix(v gjson.Result) *content.Time {
	if n := Int(v); n != nil {
		return content.Unix(*n)
	}
	return nil
}

// OrZero returns what v points to, or the zero value if v is nil.
func OrZero[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}

// Object reads an answer that must be one JSON object; false if it is malformed, cut off or empty.
func Object(body []byte) (gjson.Result, bool) {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || body[0] != '{' || !gjson.ValidBytes(body) {
		return gjson.Result{}, false
	}
	return gjson.Parse(StringOf(body)), true
}

// First returns the first value that exists and is not null, else the zero Result.
func First(values ...gjson.Result) gjson.Result {
	for _, v := range values {
		if v.Exists() && v.Type != gjson.Null {
			return v
		}
	}
	return gjson.Result{}
}

// ID reads an identifier that the platforms write as a string or as a number, however large; "" if it is neither.
func ID(v gjson.Result) string {
	switch v.Type {
	case gjson.String:
		return v.Str
	case gjson.Number:
		return v.Raw
	}
	return ""
}

// An answer is not written to once it is here, so texts out of it share its bytes: copying a large one takes a tenth of
// the time that checking it does. sources.Detached copies what leaves an adapter.

// StringOf is b as a string.
func StringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf is s as bytes, to be read only.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
