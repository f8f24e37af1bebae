package videosite

import (
	"strings"

	"github.com/tidwall/gjson"
)

// text reads a text in any of its shapes: {"simpleText"}, {"runs":[{"text"}]}, {"content"}, or a bare string. "" when
// there is none.
func text(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.Str
	}
	if s := v.Get("simpleText"); s.Exists() {
		return s.String()
	}
	if s := v.Get("content"); s.Exists() {
		return s.String()
	}
	runs := v.Get("runs")
	if !runs.IsArray() {
		return ""
	}
	var b strings.Builder
	runs.ForEach(func(_, r gjson.Result) bool {
		b.WriteString(r.Get("text").String())
		return true
	})
	return b.String()
}

// some is s, nil when it is blank.
func some(s string) *string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return &s
}

// every calls f with each element of an array until it says stop.
func every(list gjson.Result, f func(gjson.Result) bool) {
	if list.IsArray() {
		list.ForEach(func(_, v gjson.Result) bool { return f(v) })
	}
}
