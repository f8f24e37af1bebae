package scan

import (
	"bytes"

	"github.com/tidwall/gjson"
)

// Object reads a JSON answer that must be one object; false for junk, for anything cut, and for an empty answer.
func Object(body []byte) (gjson.Result, bool) {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || body[0] != '{' || !gjson.ValidBytes(body) {
		return gjson.Result{}, false
	}
	return gjson.Parse(StringOf(body)), true
}

// First is the first of values that is there and not null; else the zero Result.
func First(values ...gjson.Result) gjson.Result {
	for _, v := range values {
		if v.Exists() && v.Type != gjson.Null {
			return v
		}
	}
	return gjson.Result{}
}

// ID reads an identifier that the platforms write as a string or as a number, however large; "" when it is neither.
func ID(v gjson.Result) string {
	switch v.Type {
	case gjson.String:
		return v.Str
	case gjson.Number:
		return v.Raw
	}
	return ""
}
