package sources

import (
	"bytes"
	"context"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"
)

// MostArchived is how many bytes of bodies an archive keeps. Later exchanges are left out and counted.
const MostArchived = 32 << 20

// Archive keeps every request of a context with its answer, redirects included, as evidence.
type Archive struct {
	mu      sync.Mutex
	calls   []archivedCall
	bytes   int
	dropped int
}

type archivedCall struct {
	at      time.Time
	request Request
	asked   http.Header
	answer  *Answer
	secrets []string
}

type archiveKey struct{}

// WithArchive returns a context whose calls are kept, and the archive.
func WithArchive(ctx context.Context) (context.Context, *Archive) {
	a := &Archive{}
	return context.WithValue(ctx, archiveKey{}, a), a
}

// archive keeps a call, if the context has an archive.
func archive(ctx context.Context, r Request, asked http.Header, answer *Answer, secrets []string) {
	a, _ := ctx.Value(archiveKey{}).(*Archive)
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	size := len(answer.Body) + len(r.Body)
	if a.bytes+size > MostArchived {
		a.dropped++
		return
	}
	a.bytes += size
	a.calls = append(a.calls, archivedCall{time.Now(), r, asked.Clone(), answer, secrets})
}

// Archived is a call as it may be kept: without cookies, tokens, and what the platform says of the one who asks.
type Archived struct {
	At             time.Time
	Method, URL    string
	Asked, Header  http.Header
	Question, Body []byte
	Status         int
}

// Exchanges returns the calls, scrubbed, in the order in which they were answered, and how many were left out.
func (a *Archive) Exchanges() (list []Archived, dropped int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range a.calls {
		s := newScrubber(c.secrets)
		list = append(list, Archived{At: c.at.UTC(), Method: c.request.method(), URL: s.text(c.request.URL), Asked: s.fields(c.asked), Header: s.fields(c.answer.Header),
			Question: s.bytes(c.request.Body), Body: s.bytes(c.answer.Body), Status: c.answer.Status})
	}
	return list, a.dropped
}

// secretFields are header fields that identify a session, a visitor or the operator. They are removed from archives whole.
var secretFields = regexp.MustCompile(`(?i)cookie|auth|token|csrf|xsrf|session|visitor|signature|secret|x-fb-lsd|x-asbd-id|x-ig-www-claim|x-ig-set-www-claim|x-fb-debug|x-tt-logid|x-forwarded|x-real-ip|x-client|x-device|report-to|^nel$|reporting-endpoints|content-security-policy`)

// fields returns the header fields that may be kept, scrubbed.
func (s scrubber) fields(h http.Header) http.Header {
	kept := http.Header{}
	for name, values := range h {
		if secretFields.MatchString(name) {
			continue
		}
		for _, v := range values {
			kept.Add(name, s.text(v))
		}
	}
	return kept
}

// bytes returns a body without secrets. One that holds a NUL is no text and stays as it is.
func (s scrubber) bytes(b []byte) []byte {
	if len(b) == 0 || bytes.IndexByte(b, 0) >= 0 {
		return slices.Clone(b)
	}
	return []byte(s.text(string(b)))
}

// ScrubHeader returns the header fields of a media host that may be kept as evidence, and ScrubAddress an address.
func ScrubHeader(h http.Header) http.Header { return newScrubber(nil).fields(h) }

// ScrubAddress returns an address without the signatures and network addresses in it.
func ScrubAddress(address string) string { return newScrubber(nil).text(address) }
