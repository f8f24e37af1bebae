package youtube

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/scan"
)

// text reads a text in any format: {"simpleText"}, {"runs":[{"text"}]}, {"content"}, or a string. It returns "" if there is none.
func text(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.Str
	}
	return readText(scan.ReadString(v.Raw))
}

// readText is text for the next value.
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

// nonBlank returns a pointer to s, or nil if s is blank.
func nonBlank(s string) *string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return &s
}

// metadataLines returns the texts in the rows of a header or of a lockup's metadata, in the format used since 2024.
func metadataLines(v gjson.Result) (lines []string) {
	for row := range scan.Elements(v.Get("contentMetadataViewModel.metadataRows")) {
		for part := range scan.Elements(row.Get("metadataParts")) {
			lines = append(lines, text(part.Get("text")))
		}
	}
	return lines
}

// answer is a JSON answer and its members, found in one walk.
type answer struct {
	raw   string
	top   map[string]gjson.Result
	asked string // the visitor id that was sent with the request
}

// readAnswer reads a JSON object; whole is false if it is cut off. It does not validate every character, which would
// take longer than reading the needed values; readers of an answer accept invalid values.
func readAnswer(body string) (doc answer, whole bool) {
	doc = answer{raw: body, top: map[string]gjson.Result{}}
	r := scan.ReadString(body)
	for key := range r.Object() {
		doc.top[key] = r.Value()
	}
	return doc, r.Complete()
}

// continued returns the contents of a continuation, whose member has a different name at each endpoint; else the zero Result.
func (a answer) continued() gjson.Result {
	for _, key := range []string{"onResponseReceivedActions", "onResponseReceivedCommands", "onResponseReceivedEndpoints"} {
		if v := a.top[key]; v.Exists() {
			return v
		}
	}
	return gjson.Result{}
}

// isBare reports whether an answer has only the members that every answer has.
func (a answer) isBare() bool {
	for name := range a.top {
		if name != "responseContext" && name != "trackingParams" {
			return false
		}
	}
	return true
}
