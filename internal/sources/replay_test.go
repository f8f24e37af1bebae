package sources

import (
	"io"
	"net/http"
	"testing"
	"time"

	"socialdata/internal/apierror"
)

// TestReplayAnswersFromRecordings records some calls and repeats them, and others, without a server.
func TestReplayAnswersFromRecordings(t *testing.T) {
	c := newClient(t, 5*time.Second, func(w http.ResponseWriter, r *http.Request) {
		switch body, _ := io.ReadAll(r.Body); {
		case r.URL.Path == "/platform.test/old":
			http.Redirect(w, r, "https://platform.test/new?lsd=a-secret-value", http.StatusFound)
		case r.URL.Path == "/platform.test/busy":
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		default:
			_, _ = io.WriteString(w, r.URL.Path+" "+r.Header.Get("X-Fb-Friendly-Name")+" "+string(body))
		}
	})
	ctx, recorder := WithRecorder(t.Context())
	ask := func(name, body string) Request {
		return Request{URL: "https://platform.test/ask", Body: []byte(body), Header: map[string]string{"X-Fb-Friendly-Name": name}}
	}
	for _, r := range []Request{{URL: "https://platform.test/old"}, ask("one", "id=1"), ask("two", "id=2"), {URL: "https://platform.test/busy"}} {
		_, _ = c.Fetch(ctx, r)
	}
	p := c.Replay(recorder.Recordings(AllRecorded))
	for _, one := range []struct {
		name    string
		request Request
		body    string
		code    apierror.Code
	}{
		{"through a redirect whose address had a secret", Request{URL: "https://platform.test/old"}, "/platform.test/new  ", ""},
		{"the same headers with another body", ask("two", "id=3"), "/platform.test/ask two id=2", ""},
		{"the same body", ask("one", "id=1"), "/platform.test/ask one id=1", ""},
		{"all that fit were used", ask("one", "id=1"), "", apierror.CodeNetworkTransport},
		{"never called", Request{URL: "https://platform.test/other"}, "", apierror.CodeNetworkTransport},
		{"a refusal", Request{URL: "https://platform.test/busy"}, "", apierror.CodeRouteDegraded},
		{"a host that is not the platforms'", Request{URL: "https://elsewhere.test/ask"}, "", apierror.CodeInternalError},
	} {
		a, err := p.Fetch(t.Context(), one.request)
		switch {
		case one.code != "":
			if !apierror.Is(err, one.code) {
				t.Errorf("%s: %v", one.name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", one.name, err)
		case string(a.Body) != one.body || a.Status != http.StatusOK:
			t.Errorf("%s: %d %q, want %q", one.name, a.Status, a.Body, one.body)
		}
	}
	if _, err := c.Replay(recorder.Recordings(AllRecorded)).Fetch(t.Context(), ask("", "id=9")); err != nil {
		t.Errorf("with other headers the same path does not suffice: %v", err)
	}
}

// TestRecordersOfOneContext lets two recorders see the same calls.
func TestRecordersOfOneContext(t *testing.T) {
	c := newClient(t, 5*time.Second, func(http.ResponseWriter, *http.Request) {})
	ctx, outer := WithRecorder(t.Context())
	inside, inner := WithRecorder(ctx)
	if _, err := c.Fetch(inside, Request{URL: "https://platform.test/a"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Fetch(ctx, Request{URL: "https://platform.test/b"}); err != nil {
		t.Fatal(err)
	}
	if got := len(outer.Recordings(AllRecorded)); got != 2 {
		t.Errorf("the outer one has %d", got)
	}
	if got := len(inner.Recordings(AllRecorded)); got != 1 {
		t.Errorf("the inner one has %d", got)
	}
}
