package docs

import (
	"bytes"
	_ "embed"
	"encoding/json"
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
