package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"socialdata/internal/apierror"
)

func TestDownloadRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		play  http.HandlerFunc
		code  apierror.Code
		check func(*apierror.Error) bool
	}{
		"too large by its header": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(1<<20+1))
			_ = http.NewResponseController(w).Flush()
		}, apierror.CodeMediaInvalid, reason(ReasonTooLarge)},
		"too large without a header": {func(w http.ResponseWriter, r *http.Request) {
			for range 40 {
				_, _ = io.WriteString(w, whole)
			}
		}, apierror.CodeMediaInvalid, reason(ReasonTooLarge)},
		"always short": {func(w http.ResponseWriter, r *http.Request) { cutAfter(w, whole, 9000) }, apierror.CodeMediaInvalid, reason(ReasonTruncated)},
		"empty":        {func(w http.ResponseWriter, r *http.Request) {}, apierror.CodeMediaInvalid, reason(ReasonEmpty)},
		"gone":         {status(http.StatusGone), apierror.CodeRouteDegraded, nil},
		"refused":      {status(http.StatusForbidden), apierror.CodeRouteDegraded, nil},
		"busy": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		}, apierror.CodeRouteDegraded, func(f *apierror.Error) bool { return f.RetryAfter == 7*time.Second }},
		"failing": {status(http.StatusBadGateway), apierror.CodeNetworkTransport, nil},
		"to another host": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://127.0.0.1/v", http.StatusFound)
		}, apierror.CodeSourceChanged, missingMedia},
		"to plain http": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://a.cdn.test/v", http.StatusFound)
		}, apierror.CodeSourceChanged, missingMedia},
		"in a circle": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, address, http.StatusFound)
		}, apierror.CodeSourceChanged, missingMedia},
		"silent": {func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, apierror.CodeNetworkTimeout, timeout(300)},
		"silent in the body": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "x")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, apierror.CodeNetworkTimeout, timeout(300)},
		"dripping": {func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				_, _ = io.WriteString(w, "x")
				_ = http.NewResponseController(w).Flush()
				time.Sleep(50 * time.Millisecond)
			}
		}, apierror.CodeNetworkTimeout, timeout(2000)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dest := filepath.Join(t.TempDir(), "v")
			_, err := newCDN(t, c.play).downloader().Download(t.Context(), Request{URL: address, Dest: dest})
			if f := apierror.From(err); err == nil || f.Code != c.code || c.check != nil && !c.check(f) {
				t.Errorf("error %v, details %v", err, apierror.From(err))
			}
			if _, err := os.Stat(dest); !errors.Is(err, os.ErrNotExist) {
				t.Error("a failed download left its file")
			}
		})
	}
}

func TestDownloadRefusesAddresses(t *testing.T) {
	d := newCDN(t, func(http.ResponseWriter, *http.Request) { t.Error("a refused address was asked") }).downloader()
	for _, bad := range []string{"http://a.cdn.test/v", "https://cdn.elsewhere/v", "https://u:p@a.cdn.test/v", "https://a.cdn.test:8443/v", "file:///etc/passwd", "%zz"} {
		if _, err := d.Download(t.Context(), Request{URL: bad, Dest: filepath.Join(t.TempDir(), "v")}); !apierror.Is(err, apierror.CodeSourceChanged) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestDownloadIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := newCDN(t, func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	if _, err := c.downloader().Download(ctx, Request{URL: address, Dest: filepath.Join(t.TempDir(), "v")}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func reason(want string) func(*apierror.Error) bool {
	return func(f *apierror.Error) bool { return f.Details["reason"] == want }
}

func timeout(ms int64) func(*apierror.Error) bool {
	return func(f *apierror.Error) bool { return f.Details["timeoutMs"] == ms }
}

func missingMedia(f *apierror.Error) bool { return fmt.Sprint(f.Details["missing"]) == "[media]" }
