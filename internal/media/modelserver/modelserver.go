// Package modelserver makes clients for the operator's own servers that speak OpenAI's protocol. Nothing is sent to one that is not
// configured, and what such a server answers is read up to a bound and trusted by nobody.
//
// It may import nothing of ours.
package modelserver

import (
	"errors"
	"io"
	"net/http"

	"github.com/sashabaranov/go-openai"
)

// Options name a server.
type Options struct {
	BaseURL   string // such as http://127.0.0.1:11434/v1
	Key       string
	Transport http.RoundTripper
}

// New makes a client.
func New(o Options) *openai.Client {
	config := openai.DefaultConfig(o.Key)
	config.BaseURL = o.BaseURL
	config.HTTPClient = limitedClient{&http.Client{Transport: o.Transport}}
	return openai.NewClientWithConfig(config)
}

// maxAnswer is how much of an answer is read, in bytes.
const maxAnswer = 8 << 20

// limitedClient cuts answers off at maxAnswer.
type limitedClient struct{ client *http.Client }

// Do implements openai.HTTPDoer.
func (b limitedClient) Do(r *http.Request) (*http.Response, error) {
	resp, err := b.client.Do(r)
	if err == nil {
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(resp.Body, maxAnswer), resp.Body}
	}
	return resp, err
}

// StatusOf returns the HTTP status with which a server refused a request; 0 if the error is not of an answer.
func StatusOf(err error) int {
	var refused *openai.APIError
	var failed *openai.RequestError
	switch {
	case errors.As(err, &refused):
		return refused.HTTPStatusCode
	case errors.As(err, &failed):
		return failed.HTTPStatusCode
	}
	return 0
}
