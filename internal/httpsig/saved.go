package httpsig

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"unicode/utf8"
)

// Saved is a signed answer as a file keeps it: what was asked, and the answer with the fields that its signatures cover.
type Saved struct {
	Object   string        `json:"object"` // always "signed_answer"
	Request  SavedRequest  `json:"request"`
	Response SavedResponse `json:"response"`
}

// SavedRequest is what was asked, without the credential.
type SavedRequest struct {
	Method string `json:"method"`
	Target string `json:"target"` // the whole address
}

// SavedResponse is an answer. The body is text, byte by byte as it came.
type SavedResponse struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// FieldTest marks answers to test keys.
const FieldTest = "X-Socialdata-Test"

// ObjectSaved is the object of a Saved.
const ObjectSaved = "signed_answer"

// savedFields lists the fields of an answer that a Saved keeps.
func savedFields() []string {
	return []string{"Content-Type", "X-Request-Id", FieldTest, FieldDigest, FieldInput, FieldSignature}
}

// Save returns an answer as a file keeps it, or an error if the answer is not signed.
func Save(method, target string, status int, header http.Header, body []byte) (*Saved, error) {
	if header.Get(FieldSignature) == "" || header.Get(FieldInput) == "" || header.Get(FieldDigest) == "" {
		return nil, errors.New("the answer is not signed: a version of the service before signed answers, or a proxy that removes header fields")
	}
	if !utf8.Valid(body) {
		return nil, errors.New("the body is no text")
	}
	s := &Saved{Object: ObjectSaved, Request: SavedRequest{method, target}, Response: SavedResponse{Status: status, Headers: map[string]string{}, Body: string(body)}}
	for _, name := range savedFields() {
		if v := header.Get(name); v != "" {
			s.Response.Headers[name] = v
		}
	}
	return s, nil
}

// IsSaved reports whether a file holds a signed answer.
func IsSaved(file []byte) bool {
	var head struct{ Object string }
	return json.Unmarshal(file, &head) == nil && head.Object == ObjectSaved
}

// ReadSaved reads the file of a signed answer.
func ReadSaved(file []byte) (*Saved, error) {
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	s := &Saved{}
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	if _, err := d.Token(); s.Object != ObjectSaved || !errors.Is(err, io.EOF) {
		return nil, errors.New("the file holds something else than one signed answer")
	}
	return s, nil
}

// Question returns the method with the path and the query, which is what every signature covers of the request that holds.
func (s *Saved) Question() string {
	u, err := url.Parse(s.Request.Target)
	if err != nil {
		return s.Request.Method
	}
	return s.Request.Method + " " + u.RequestURI()
}

// Verify verifies the answer by the keys.
func (s *Saved) Verify(keys []Key) ([]Verified, error) {
	header := http.Header{}
	for name, v := range s.Response.Headers {
		header.Set(name, v)
	}
	x := Exchange{Method: s.Request.Method, Target: s.Request.Target, Status: s.Response.Status, Header: header}
	return Verify(x, []byte(s.Response.Body), keys)
}
