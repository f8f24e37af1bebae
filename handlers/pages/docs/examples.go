package docs

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
)

// examplesFile is examples.json compressed, which keeps the program below the size that a release may have. The test that compares
// examples.json with real responses holds both equal.
//
//go:embed examples.json.gz
var examplesFile []byte

// example is a request with its response. A test of package web sends each request and compares the response with
// this file, so that the examples stay correct.
type example struct {
	Operation, Method, Path, Credential string
	Header                              map[string]string
	Body                                json.RawMessage
	Status                              int
	Answer                              json.RawMessage

	place int // position in the file
}

// readExamples returns all examples, by operation.
func readExamples() map[string]example {
	plain, err := gzip.NewReader(bytes.NewReader(examplesFile))
	if err != nil {
		return nil // a test would have failed
	}
	var list []example
	if err := json.NewDecoder(plain).Decode(&list); err != nil {
		return nil
	}
	byID := make(map[string]example, len(list))
	for n, e := range list {
		e.place = n
		byID[e.Operation] = e
	}
	return byID
}

// answer returns the indented body of the response, or "" if there is none.
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
