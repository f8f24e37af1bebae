// Package client is the Go client of the API, generated from the contract that the service publishes (web/testdata/openapi.json)
// by `task generate`. It may import nothing of ours: it knows the service by what it answers.
package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Open returns a client of the service at an address, such as http://localhost:8080, that sends an API key with each request.
// more are options of the generated client, such as its http.Client.
func Open(address, key string, more ...ClientOption) (*ClientWithResponses, error) {
	return NewClientWithResponses(address, append([]ClientOption{WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	})}, more...)...)
}

// Refusal is an answer that is no success: the error of the service, as it was sent.
type Refusal struct {
	Status int
	ErrorBody
}

// Error implements error.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%s (%s, request %s)", r.Message, r.Code, r.RequestID)
}

// ErrorOf returns the refusal in an answer; nil if it is a success. status and body are those of any generated response.
func ErrorOf(status int, body []byte) error {
	if status < http.StatusBadRequest {
		return nil
	}
	r := &Refusal{Status: status}
	var e Error
	if json.Unmarshal(body, &e) == nil {
		r.ErrorBody = e.Error
	}
	if r.Code == "" { // not the service's own answer
		r.Code, r.Message = "internal_error", http.StatusText(status)
	}
	return r
}
