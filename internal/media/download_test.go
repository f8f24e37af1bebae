package media

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// cdn plays a media host. Every request to https://*.cdn.test reaches it, under a path that starts with the host.
type cdn struct{ base *url.URL }

func newCDN(t *testing.T, h http.HandlerFunc) *cdn {
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return &cdn{base}
}

func (c *cdn) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Path = "/" + r.URL.Host + r.URL.Path
	r.URL.Scheme, r.URL.Host = c.base.Scheme, c.base.Host
	return http.DefaultTransport.RoundTrip(r)
}

func (c *cdn) downloader() *Downloader {
	return NewDownloader(DownloadOptions{
		Transport:     c,
		Allowed:       func(u *url.URL) bool { return strings.HasSuffix(u.Host, ".cdn.test") },
		MaxBytes:      1 << 20,
		HeaderTimeout: 300 * time.Millisecond,
		IdleTimeout:   300 * time.Millisecond,
		TotalTimeout:  2 * time.Second,
	})
}

const address = "https://a.cdn.test/v.mp4"

var whole = strings.Repeat("0123456789abcdef", 4096)

func digestOf(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

// cutAfter sends n bytes of what remains and breaks the connection.
func cutAfter(w http.ResponseWriter, body string, n int) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = io.WriteString(w, body[:n])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

func ranged(w http.ResponseWriter, r *http.Request) (rest string, from int) {
	_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
	w.Header().Set("ETag", `"v1"`)
	if from > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(whole)-1, len(whole)))
	}
	return whole[from:], from
}

func TestDownload(t *testing.T) {
	var asked atomic.Int32
	for name, play := range map[string]http.HandlerFunc{
		"at once": func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Accept-Encoding") != "identity" || r.Header.Get("Referer") != "https://page.test/" {
				w.WriteHeader(http.StatusBadRequest)
			}
			_, _ = io.WriteString(w, whole)
		},
		"without a length": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, whole[:100])
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, whole[100:])
		},
		"after a redirect": func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/a.") {
				http.Redirect(w, r, "https://b.cdn.test/v.mp4", http.StatusFound)
				return
			}
			_, _ = io.WriteString(w, whole)
		},
		"resumed twice": func(w http.ResponseWriter, r *http.Request) {
			rest, from := ranged(w, r)
			if from > 0 && r.Header.Get("If-Range") != `"v1"` {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			if from > 0 {
				w.Header().Set("Content-Length", strconv.Itoa(len(rest)))
				w.WriteHeader(http.StatusPartialContent)
			}
			if len(rest) > 20000 {
				cutAfter(w, rest, 20000)
			}
			_, _ = io.WriteString(w, rest)
		},
		"whole again for a range": func(w http.ResponseWriter, r *http.Request) {
			rest, from := ranged(w, r)
			if from == 0 {
				cutAfter(w, rest, 30000)
			}
			w.Header().Del("Content-Range")
			_, _ = io.WriteString(w, whole)
		},
		"another version for a range": func(w http.ResponseWriter, r *http.Request) {
			rest, from := ranged(w, r)
			if from > 0 {
				w.Header().Set("Content-Range", "bytes 5-9/10")
				w.WriteHeader(http.StatusPartialContent)
				return
			}
			if asked.Add(1) == 1 {
				cutAfter(w, rest, 30000)
			}
			_, _ = io.WriteString(w, whole)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dest := filepath.Join(t.TempDir(), "v")
			r := Request{URL: address, Dest: dest, Header: map[string]string{"Referer": "https://page.test/"}}
			got, err := newCDN(t, play).downloader().Download(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(dest)
			if err != nil || string(b) != whole || got.Bytes != int64(len(whole)) || got.SHA256 != digestOf(whole) || got.Path != dest {
				t.Errorf("got %+v, %d bytes on disk, %v", got, len(b), err)
			}
		})
	}
}

// TestADownloadSaysWhatTheHostAnswered follows a redirect and resumes: the answers are those of the first request, by the addresses
// that were asked.
func TestADownloadSaysWhatTheHostAnswered(t *testing.T) {
	play := func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/a.") {
			http.Redirect(w, r, "https://b.cdn.test/v.mp4", http.StatusFound)
			return
		}
		rest, from := ranged(w, r)
		if from == 0 {
			cutAfter(w, rest, 30000)
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(rest)))
		w.WriteHeader(http.StatusPartialContent)
		_, _ = io.WriteString(w, rest)
	}
	got, err := newCDN(t, play).downloader().Download(t.Context(), Request{URL: address, Dest: filepath.Join(t.TempDir(), "v")})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, a := range got.Answers {
		said = append(said, a.URL+" "+strconv.Itoa(a.Status)+" "+a.Header.Get("Location"))
	}
	if want := []string{address + " 302 https://b.cdn.test/v.mp4", "https://b.cdn.test/v.mp4 200 "}; !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}

// TestDownloadNeedsNoMemory streams a file that is large against the growth of the heap that is allowed.
func TestDownloadNeedsNoMemory(t *testing.T) {
	const size = 256 << 20
	c := newCDN(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(size))
		block := make([]byte, 1<<20)
		for range size / len(block) {
			_, _ = w.Write(block)
		}
	})
	d := c.downloader()
	d.options.MaxBytes, d.options.TotalTimeout, d.options.IdleTimeout = size, time.Minute, time.Minute // a busy machine pauses for long
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := d.Download(t.Context(), Request{URL: address, Dest: filepath.Join(t.TempDir(), "v")}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
		t.Errorf("%d MiB were allocated for a file of %d MiB", grown>>20, size>>20)
	} else {
		t.Logf("%.1f MiB were allocated, in all, for a file of %d MiB", float64(grown)/(1<<20), size>>20)
	}
}
