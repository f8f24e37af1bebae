package sources

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"sync"

	"socialdata/internal/apierror"
)

// Replay is a Fetcher that answers from recordings and sends nothing. Each recording answers one call. A call gets the answer
// to the same method, address and body; if there is none, that to the same path with the same headers, because identifiers in
// addresses and bodies change from version to version, and lastly that to the same path. Any other call is network_transport.
type Replay struct {
	client *Client
	mu     sync.Mutex
	calls  []Recording
	used   []bool
}

// Replay returns a Fetcher that follows redirects and classifies answers as the client does.
func (c *Client) Replay(calls []Recording) *Replay {
	return &Replay{client: c, calls: calls, used: make([]bool, len(calls))}
}

// ErrNotRecorded is the cause if a version calls something that was not called when the answers were recorded.
var ErrNotRecorded = errors.New("this call is not among the recorded ones")

// Fetch implements Fetcher.
func (p *Replay) Fetch(_ context.Context, r Request) (*Answer, error) {
	a, err := p.client.follow(r, p.answer)
	if err != nil {
		return nil, p.client.toError(err)
	}
	return a, nil
}

func (p *Replay) answer(r Request) (*Answer, error) {
	address, err := url.Parse(r.URL)
	if err != nil || !p.client.Allowed(address) {
		return nil, errForbiddenHost
	}
	n := p.take(newScrubber(p.client.secretsFor(address)).request(r))
	if n < 0 {
		return nil, apierror.Wrap(ErrNotRecorded, apierror.CodeNetworkTransport)
	}
	was, header := p.calls[n].Response, http.Header{}
	for name, value := range was.Header {
		header.Set(name, value)
	}
	return &Answer{Status: was.Status, Header: header, Body: []byte(was.Body), URL: r.URL}, nil
}

// take returns the recording that answers a request, which answers no other one, or -1.
func (p *Replay) take(want RecordedRequest) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	same := func(q RecordedRequest) bool {
		return q.Method == want.Method && q.URL == want.URL && q.Body == want.Body
	}
	near := func(q RecordedRequest) bool { return q.Method == want.Method && samePath(q.URL, want.URL) }
	like := func(q RecordedRequest) bool { return near(q) && maps.Equal(q.Header, want.Header) }
	for _, fits := range []func(RecordedRequest) bool{same, like, near} {
		for n, c := range p.calls {
			if !p.used[n] && fits(c.Request) {
				p.used[n] = true
				return n
			}
		}
	}
	return -1
}

func samePath(a, b string) bool {
	x, errX := url.Parse(a)
	y, errY := url.Parse(b)
	return errX == nil && errY == nil && x.Host == y.Host && x.Path == y.Path
}
