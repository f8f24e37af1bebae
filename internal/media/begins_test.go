package media

import (
	"io"
	"net/http"
	"testing"

	"socialdata/internal/apierror"
)

// TestBeginsAsksForTheFirstBytes takes a part or the whole, and nothing for a file that does not come.
func TestBeginsAsksForTheFirstBytes(t *testing.T) {
	for name, c := range map[string]struct {
		play http.HandlerFunc
		code apierror.Code
	}{
		"a part": {func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Range") != "bytes=0-1023" || r.Header.Get("Referer") != "https://a.test/" {
				t.Errorf("asked with %v", r.Header)
			}
			w.WriteHeader(http.StatusPartialContent)
			_, _ = io.WriteString(w, whole[:1024])
		}, ""},
		"the whole": {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, whole) }, ""},
		"a few":     {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "few") }, ""},
		"empty":     {func(http.ResponseWriter, *http.Request) {}, apierror.CodeMediaInvalid},
		"refused":   {status(http.StatusForbidden), apierror.CodeRouteDegraded},
		"silent":    {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, apierror.CodeNetworkTimeout},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://127.0.0.1/v", http.StatusFound)
		}, apierror.CodeSourceChanged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := newCDN(t, c.play).downloader().Begins(t.Context(), Request{URL: address, Header: map[string]string{"Referer": "https://a.test/"}})
			if (err == nil) != (c.code == "") || err != nil && !apierror.Is(err, c.code) {
				t.Errorf("error %v", err)
			}
		})
	}
	if err := newCDN(t, status(200)).downloader().Begins(t.Context(), Request{URL: "http://a.cdn.test/v"}); !apierror.Is(err, apierror.CodeSourceChanged) {
		t.Errorf("without TLS: %v", err)
	}
}
