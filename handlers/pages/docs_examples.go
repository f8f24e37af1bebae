package pages

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

//go:embed examples.json
var examplesFile []byte

// example is one request with its answer. A test of package web makes each request and compares the answers with
// this file, so that the examples stay true.
type example struct {
	Operation, Method, Path, Credential string
	Header                              map[string]string
	Body                                json.RawMessage
	Status                              int
	Answer                              json.RawMessage

	place int // in the file
}

// readExamples are all examples by their operation.
func readExamples() map[string]example {
	var list []example
	if err := json.Unmarshal(examplesFile, &list); err != nil {
		return nil // the test would have said so
	}
	byID := make(map[string]example, len(list))
	for n, e := range list {
		e.place = n
		byID[e.Operation] = e
	}
	return byID
}

// curl is an example as it can be pasted into a shell, with KEY, SESSION or SETUP_TOKEN set.
func (b *docsBuilder) curl(e example) string {
	parts := []string{"curl"}
	if e.Method != "GET" {
		parts[0] += " -X " + e.Method
	}
	parts[0] += " '" + b.origin + e.Path + "'"
	switch e.Credential {
	case "key":
		parts = append(parts, `-H "Authorization: Bearer $KEY"`)
	case "setupToken":
		parts = append(parts, `-H "Authorization: Bearer $SETUP_TOKEN"`)
	case "session":
		parts = append(parts, `-b "social_session=$SESSION"`)
	}
	if e.Credential != "key" && e.Credential != "setupToken" && e.Method != "GET" {
		parts = append(parts, "-H 'Origin: "+b.origin+"'")
	}
	for _, name := range slices.Sorted(maps.Keys(e.Header)) {
		parts = append(parts, "-H '"+name+": "+e.Header[name]+"'")
	}
	if len(e.Body) > 0 {
		parts = append(parts, "-H 'Content-Type: application/json'", "-d '"+compact(e.Body)+"'")
	}
	return strings.Join(parts, " \\\n  ")
}

// answer returns the body of the answer, indented; "" for no body.
func (e example) answer() string {
	var b bytes.Buffer
	if len(e.Answer) == 0 || json.Indent(&b, e.Answer, "", "  ") != nil {
		return ""
	}
	return b.String()
}

func compact(raw []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}
