package sources

import (
	"context"
	"sync"
	"time"
	"unicode/utf8"
)

// Limits of a recorder.
const (
	maxRecorded = 6
	// MostRecorded is how much of one answer is kept, in bytes.
	MostRecorded = 1 << 20

	// AllRecorded is the most that a recorder keeps, in bytes of bodies.
	AllRecorded = maxRecorded * MostRecorded
)

// Recording is one call to a platform and its answer, with cookies, tokens and network addresses removed. It suffices to
// see what the platform changed, and to replay the call in a test.
type Recording struct {
	RecordedAt string           `json:"recordedAt"` // RFC 3339
	Request    RecordedRequest  `json:"request"`
	Response   RecordedResponse `json:"response"`
}

// RecordedRequest is the request of a recording.
type RecordedRequest struct {
	Method string            `json:"method"`
	URL    string            `json:"url"`
	Header map[string]string `json:"headers,omitempty"`
	Body   string            `json:"body,omitempty"`
}

// RecordedResponse is the response of a recording. A body over 1 MiB is cut.
type RecordedResponse struct {
	Status int               `json:"status"`
	Header map[string]string `json:"headers,omitempty"`
	Body   string            `json:"body"`
	Bytes  int               `json:"bytes"` // before it was cut
}

// Recorder keeps the latest calls of a context unchanged; secrets are removed when the calls are read.
type Recorder struct {
	outer *Recorder // records the same calls; may be nil
	mu    sync.Mutex
	calls []recordedCall
}

type recordedCall struct {
	at      time.Time
	request Request
	answer  *Answer
	secrets []string
}

type recorderKey struct{}

// WithRecorder returns a context whose calls are recorded, and the recorder. A recorder that the context has already goes on recording.
func WithRecorder(ctx context.Context) (context.Context, *Recorder) {
	outer, _ := ctx.Value(recorderKey{}).(*Recorder)
	r := &Recorder{outer: outer}
	return context.WithValue(ctx, recorderKey{}, r), r
}

// record adds a call to the context's recorders, if it has any.
func record(ctx context.Context, request Request, answer *Answer, secrets []string) {
	r, _ := ctx.Value(recorderKey{}).(*Recorder)
	for ; r != nil; r = r.outer {
		r.add(recordedCall{time.Now(), request, answer, secrets})
	}
}

func (r *Recorder) add(c recordedCall) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.calls) == maxRecorded {
		r.calls = append(r.calls[:0], r.calls[1:]...)
	}
	r.calls = append(r.calls, c)
}

// Recordings returns the latest calls, oldest first, with at most so many bytes of bodies in total; the latest call is
// always included. Only these are scrubbed, which takes a quarter of a second for each MiB.
func (r *Recorder) Recordings(most int) []Recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, bytes := len(r.calls), 0
	for first > 0 {
		bytes += min(len(r.calls[first-1].answer.Body), MostRecorded)
		if bytes > most && first < len(r.calls) {
			break
		}
		first--
	}
	list := make([]Recording, 0, len(r.calls)-first)
	for _, c := range r.calls[first:] {
		list = append(list, c.recording())
	}
	return list
}

// Bytes returns the total size of all answers.
func (r *Recorder) Bytes() (n int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.calls {
		n += int64(len(c.answer.Body))
	}
	return n
}

func (c recordedCall) recording() Recording {
	s := newScrubber(c.secrets)
	body := c.answer.Body
	if len(body) > MostRecorded {
		body = body[:MostRecorded]
		for len(body) > 0 && !utf8.Valid(body[max(0, len(body)-utf8.UTFMax):]) && len(body) > MostRecorded-utf8.UTFMax {
			body = body[:len(body)-1]
		}
	}
	return Recording{
		RecordedAt: c.at.UTC().Format(time.RFC3339),
		Request:    s.request(c.request),
		Response:   RecordedResponse{Status: c.answer.Status, Header: s.answered(c.answer.Header), Body: s.text(string(body)), Bytes: len(c.answer.Body)},
	}
}

// request returns a request as it is recorded.
func (s scrubber) request(r Request) RecordedRequest {
	return RecordedRequest{Method: r.method(), URL: s.text(r.URL), Header: s.header(r.Header), Body: s.text(string(r.Body))}
}
