package timestamps

import (
	"context"
	"crypto/sha256"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"socialdata/internal/bundle"
	"socialdata/internal/bundle/tsatest"
	"socialdata/internal/testkit"
)

// TestAsk takes a token that is over the sum, and refuses whatever else an authority may answer.
func TestAsk(t *testing.T) {
	t.Parallel()
	authority := tsatest.New(t)
	sum, other := sha256.Sum256([]byte("this")), sha256.Sum256([]byte("that"))
	elsewhere := httptest.NewServer(authority)
	t.Cleanup(elsewhere.Close)
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		fails  string
	}{
		"a timestamp": {authority.ServeHTTP, ""},
		"an error":    {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, "answers 502"},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		}, "answers 307"},
		"nothing":      {func(http.ResponseWriter, *http.Request) {}, "asn1"},
		"a page":       {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>no</html>")) }, "asn1"},
		"too much":     {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, maxReply+1)) }, "too long"},
		"another sum":  {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(authority.Reply(t, other[:])) }, "another request"},
		"an older one": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(authority.Reply(t, sum[:])) }, "another request"},
	} {
		server := httptest.NewServer(c.answer)
		token, err := New(server.URL, http.DefaultTransport).Ask(t.Context(), sum[:])
		server.Close()
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %v, want %q", name, err, c.fails)
			}
			continue
		}
		testkit.Must(t, err)
		if stamp, err := bundle.ReadToken(token, sum[:], authority.Roots); err != nil || time.Since(stamp.Time) > time.Minute {
			t.Errorf("%s: %+v, %v", name, stamp, err)
		}
		if _, err := bundle.ReadToken(token, other[:], authority.Roots); err == nil {
			t.Error("the token is over anything")
		}
	}
}

// TestTokensAreReadAtOnce is for the race detector: requests for bundles read tokens beside each other.
func TestTokensAreReadAtOnce(t *testing.T) {
	t.Parallel()
	authority, sum := tsatest.New(t), sha256.Sum256([]byte("something"))
	server := httptest.NewServer(authority)
	t.Cleanup(server.Close)
	for _, err := range testkit.AtOnce(8, func(int) error {
		token, err := New(server.URL, http.DefaultTransport).Ask(t.Context(), sum[:])
		if err != nil {
			return err
		}
		_, err = bundle.ReadToken(token, sum[:], authority.Roots)
		return err
	}) {
		testkit.Must(t, err)
	}
}

// TestASilentAuthorityIsNotWaitedForLonger ends a request with its caller.
func TestASilentAuthorityIsNotWaitedForLonger(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then does the server notice that the caller leaves
		close(asked)
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	if _, err := New(server.URL, http.DefaultTransport).Ask(ctx, make([]byte, 32)); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("%v", err)
	}
}
