package media

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"socialdata/internal/apierror"
)

// TestRanges: a host that slows down for whole files is asked for bounded parts; they make the file and its sum, also
// where the connection breaks, the host knows no ranges, or its file changes on the way.
func TestRanges(t *testing.T) {
	const most = 20_000
	for name, c := range map[string]struct {
		tag    string
		bends  func(n int, w http.ResponseWriter, r *http.Request) bool // true answered
		asked  int
		reason string
	}{
		"in order":       {tag: `"v1"`, asked: 4},
		"without a tag":  {asked: 4},
		"no ranges here": {asked: 1, bends: func(_ int, w http.ResponseWriter, _ *http.Request) bool { _, _ = io.WriteString(w, whole); return true }},
		"cut in the second": {asked: 5, bends: func(n int, w http.ResponseWriter, _ *http.Request) bool {
			if n != 2 {
				return false
			}
			part(w, most, 2*most)
			_, _ = io.WriteString(w, whole[most:most+100])
			panic(http.ErrAbortHandler)
		}},
		"another file in the second": {tag: `"v1"`, asked: 2, bends: func(n int, w http.ResponseWriter, r *http.Request) bool {
			if n != 2 || r.Header.Get("If-Range") != `"v1"` {
				return false
			}
			_, _ = io.WriteString(w, whole)
			return true
		}},
		"more than was asked for": {reason: ReasonLengthLies, asked: 1, bends: func(_ int, w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 0-9/%d", len(whole)))
			w.WriteHeader(http.StatusPartialContent)
			_, _ = io.WriteString(w, whole[:20])
			return true
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			asked := 0
			host := newCDN(t, func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				asked++
				n := asked
				mu.Unlock()
				if c.tag != "" {
					w.Header().Set("ETag", c.tag)
				}
				if c.bends != nil && c.bends(n, w, r) {
					return
				}
				from, to := 0, 0
				if _, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &from, &to); err != nil || to-from >= most {
					w.WriteHeader(http.StatusBadRequest)
					return
				}
				part(w, from, min(to+1, len(whole)))
				_, _ = io.WriteString(w, whole[from:min(to+1, len(whole))])
			})
			got, err := host.downloader().Download(t.Context(), Request{URL: address, Dest: filepath.Join(t.TempDir(), "file"), MaxRange: most})
			if c.reason != "" {
				if !apierror.Is(err, apierror.CodeMediaInvalid) || apierror.From(err).Details["reason"] != c.reason {
					t.Errorf("%v, want %s", err, c.reason)
				}
			} else if err != nil || got.SHA256 != digestOf(whole) || got.Bytes != int64(len(whole)) {
				t.Errorf("%+v, %v", got, err)
			}
			if asked != c.asked {
				t.Errorf("asked %d times, want %d", asked, c.asked)
			}
		})
	}
}

// part announces a range of the whole.
func part(w http.ResponseWriter, from, end int) {
	w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, end-1, len(whole)))
	w.Header().Set("Content-Length", strconv.Itoa(end-from))
	w.WriteHeader(http.StatusPartialContent)
}

// TestPartsShareOneBound: what other parts took counts.
func TestPartsShareOneBound(t *testing.T) {
	host := newCDN(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 600<<10)) })
	for used, fits := range map[int64]bool{0: true, 400 << 10: true, 500 << 10: false, 1 << 20: false} {
		d := host.downloader()
		within := d.Budget()
		if !within.Take(used) {
			t.Fatalf("%d bytes are not there", used)
		}
		_, err := d.Download(t.Context(), Request{URL: address, Dest: filepath.Join(t.TempDir(), "file"), Within: within})
		if fits && err != nil || !fits && !apierror.Is(err, apierror.CodeMediaInvalid) {
			t.Errorf("%d used: %v", used, err)
		}
		left := int64(1<<20) - used
		if fits {
			left -= 600 << 10
		}
		if !within.Take(left) || within.Take(1) {
			t.Errorf("%d used: not %d bytes are left: what did not come is not counted", used, left)
		}
	}
}
