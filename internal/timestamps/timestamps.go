// Package timestamps requests timestamps from an RFC 3161 authority. It may import internal/bundle, which verifies
// tokens. It contacts only the operator's authority.
package timestamps

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"time"

	"github.com/digitorus/timestamp"

	"socialdata/internal/bundle"
)

const (
	// Within is the time limit of one request.
	Within = 10 * time.Second
	// maxReply is the largest answer that is read: a token with its certificates has a few kilobytes.
	maxReply = 64 << 10
)

// Client requests timestamps from one authority. It is safe for concurrent use.
type Client struct {
	url       string
	transport http.RoundTripper
}

// New returns a client for the authority at url. The transport must not follow redirects, so that no other host is contacted.
func New(url string, transport http.RoundTripper) *Client { return &Client{url, transport} }

// Ask returns a token for a SHA-256. An answer for another value, or without a signature, is an error.
func (c *Client) Ask(ctx context.Context, sum []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, Within)
	defer cancel()
	nonce, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 63))
	if err != nil {
		return nil, err
	}
	request := timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: sum, Certificates: true, Nonce: nonce}
	body, err := request.Marshal()
	if err != nil {
		return nil, err
	}
	reply, err := c.send(ctx, body)
	if err != nil {
		return nil, err
	}
	return read(reply, sum, nonce)
}

func (c *Client) send(ctx context.Context, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the authority's address cannot be read") // the cause may contain a password
	}
	req.Header.Set("Content-Type", "application/timestamp-query")
	req.Header.Set("Accept", "application/timestamp-reply")
	if user := req.URL.User; user != nil {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	res, err := c.transport.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("the authority does not answer: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the authority answers %d", res.StatusCode)
	}
	reply, err := io.ReadAll(io.LimitReader(res.Body, maxReply+1))
	if err == nil && len(reply) > maxReply {
		err = errors.New("the authority's answer is too long")
	}
	return reply, err
}

func read(reply, sum []byte, nonce *big.Int) (token []byte, err error) {
	defer func() { // the parser was not written for untrusted bytes
		if r := recover(); r != nil {
			token, err = nil, fmt.Errorf("the authority's answer cannot be read: %v", r)
		}
	}()
	t, err := timestamp.ParseResponse(reply)
	if err != nil {
		return nil, err
	}
	if t.Nonce == nil || t.Nonce.Cmp(nonce) != 0 {
		return nil, errors.New("the authority answers another request")
	}
	_, err = bundle.ReadToken(t.RawToken, sum, nil)
	return t.RawToken, err
}
