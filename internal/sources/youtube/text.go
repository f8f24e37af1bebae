package youtube

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/scan"
)

// text reads a text in any of its shapes: {"simpleText"}, {"runs":[{"text"}]}, {"content"}, or a bare string. "" if
// there is none.
func text(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.Str
	}
	return readText(scan.ReadString(v.Raw))
}

// readText is text for the value that comes next.
func readText(r *scan.Reader) string {
	if !r.IsObject() {
		return r.RawString().String()
	}
	var runs []string
	for key := range r.Object() {
		switch key {
		case "simpleText", "content":
			return r.Value().String()
		case "runs":
			runs = readRuns(r)
		}
	}
	return strings.Join(runs, "")
}

func readRuns(r *scan.Reader) (runs []string) {
	for range r.Array() {
		for key := range r.Object() {
			if key == "text" {
				runs = append(runs, r.Value().String())
			}
		}
	}
	return runs
}

// nonBlank returns s, nil if it is blank.
func nonBlank(s string) *string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return &s
}

// forEach calls f with each element of an array until f returns false.
func forEach(list gjson.Result, f func(gjson.Result) bool) {
	if list.IsArray() {
		list.ForEach(func(_, v gjson.Result) bool { return f(v) })
	}
}

// answer is a JSON answer and its members, found in one walk.
type answer struct {
	raw   string
	top   map[string]gjson.Result
	asked string // the visitor id with which it was asked for
}

// readAnswer reads a JSON object; false if it does not close, which is how a cut answer shows. A check of every
// character would take longer than reading what is needed, and nothing that reads an answer trusts it.
func readAnswer(body string) (doc answer, whole bool) {
	doc = answer{raw: body, top: map[string]gjson.Result{}}
	r := scan.ReadString(body)
	for key := range r.Object() {
		doc.top[key] = r.Value()
	}
	return doc, r.Complete()
}

// continued returns what a continuation brought; the zero Result for another answer. Each endpoint has its own word for
// it.
func (a answer) continued() gjson.Result {
	for _, key := range []string{"onResponseReceivedActions", "onResponseReceivedCommands", "onResponseReceivedEndpoints"} {
		if v := a.top[key]; v.Exists() {
			return v
		}
	}
	return gjson.Result{}
}

// isBare reports whether an answer holds nothing but what every answer holds.
func (a answer) isBare() bool {
	for name := range a.top {
		if name != "responseContext" && name != "trackingParams" {
			return false
		}
	}
	return true
}
