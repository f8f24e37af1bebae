package sources

import (
	"context"
	"net/http"
	"sync"
	"time"
	"unicode/utf8"
)

// Limits of a recorder.
const (
	maxRecorded     = 6
	maxRecordedBody = 1 << 20

	// AllRecorded is the most that a recorder keeps, in bytes of bodies.
	AllRecorded = maxRecorded * maxRecordedBody
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

// WithRecorder returns a context whose calls are recorded, and the recorder.
func WithRecorder(ctx context.Context) (context.Context, *Recorder) {
	r := &Recorder{}
	return context.WithValue(ctx, recorderKey{}, r), r
}

// record adds a call to the context's recorder, if it has one.
func record(ctx context.Context, request Request, answer *Answer, secrets []string) {
	r, _ := ctx.Value(recorderKey{}).(*Recorder)
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.calls) == maxRecorded {
		r.calls = append(r.calls[:0], r.calls[1:]...)
	}
	r.calls = append(r.calls, recordedCall{time.Now(), request, answer, secrets})
}

// Recordings returns the latest calls, oldest first, with at most so many bytes of bodies in total; the latest call is
// always included. Only these are scrubbed, which takes a quarter of a second for each MiB.
func (r *Recorder) Recordings(most int) []Recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, bytes := len(r.calls), 0
	for first > 0 {
		bytes += min(len(r.calls[first-1].answer.Body), maxRecordedBody)
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
	method := c.request.Method
	if method == "" && c.request.Body != nil {
		method = http.MethodPost
	} else if method == "" {
		method = http.MethodGet
	}
	body := c.answer.Body
	if len(body) > maxRecordedBody {
		body = body[:maxRecordedBody]
		for len(body) > 0 && !utf8.Valid(body[max(0, len(body)-utf8.UTFMax):]) && len(body) > maxRecordedBody-utf8.UTFMax {
			body = body[:len(body)-1]
		}
	}
	return Recording{
		RecordedAt: c.at.UTC().Format(time.RFC3339),
		Request:    RecordedRequest{Method: method, URL: s.text(c.request.URL), Header: s.header(c.request.Header), Body: s.text(string(c.request.Body))},
		Response:   RecordedResponse{Status: c.answer.Status, Header: s.answered(c.answer.Header), Body: s.text(string(body)), Bytes: len(c.answer.Body)},
	}
}
