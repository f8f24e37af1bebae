package pagepicture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"image/png"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"socialdata/internal/content"
)

// chromium finds a real browser; tests without one are skipped, but not in CI.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chromium"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("chromium-headless-shell is needed here: see .ci/run")
	}
	t.Skip("no chromium on PATH")
	return ""
}

// site is a platform at example.com over TLS, and a browser that reaches it.
type site struct {
	*Browser

	server  *httptest.Server
	dialled chan string
	folder  string
}

func newSite(t *testing.T, pages http.Handler, change func(*Options)) *site {
	t.Helper()
	program := chromium(t)
	s := &site{server: httptest.NewTLSServer(pages), dialled: make(chan string, 1000), folder: t.TempDir()}
	t.Cleanup(s.server.Close)
	key := sha256.Sum256(s.server.Certificate().RawSubjectPublicKeyInfo)
	o := Options{Program: program, Folder: filepath.Join(t.TempDir(), "browser"), Trust: []string{base64.StdEncoding.EncodeToString(key[:])}, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Dial: func(ctx context.Context, host string) (net.Conn, error) {
			s.dialled <- host
			return (&net.Dialer{}).DialContext(ctx, "tcp", s.server.Listener.Addr().String())
		}}
	if change != nil {
		change(&o)
	}
	var err error
	if s.Browser, err = Open(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *site) take(t *testing.T, path string) *Picture {
	t.Helper()
	p, err := s.Take(t.Context(), Request{Address: "https://www.example.com" + path, Hosts: []string{"example.com"}, Folder: s.folder,
		Post: Post{Text: "A supper in the garden, with friends", Authors: []string{"gardener"}}})
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(s.o.Folder); err != nil || len(left) > 0 {
		t.Errorf("the browser leaves %v: %v", left, err)
	}
	return p
}

const post = `<!doctype html><title>Post</title><body style="height:3000px"><h1>A supper in the garden,<br> with friends</h1>`

// TestPictureShowsThePost takes a picture and a PDF of a page whose script writes the post.
func TestPictureShowsThePost(t *testing.T) {
	var agents atomic.Value
	s := newSite(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		agents.Store(r.UserAgent())
		_, _ = io.WriteString(w, strings.Replace(post, "<h1>", "<script>setTimeout(() => { document.body.innerHTML += '<p>late</p>' }, 100)</script><h1>", 1))
	}), func(o *Options) { o.Agent = func() string { return "A visitor" } })
	p := s.take(t, "/post/1")
	if p.Status != content.PageKept || p.Reason != "" || p.Address != "https://www.example.com/post/1" {
		t.Fatalf("%+v", p)
	}
	file, err := os.ReadFile(p.PNG)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil || picture.Width != windowWidth || picture.Height < 3000 {
		t.Errorf("%+v: %v", picture, err)
	}
	if pdf, err := os.ReadFile(p.PDF); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the PDF: %v", err)
	}
	if agents.Load() != "A visitor" || s.Version() == "" {
		t.Errorf("it calls itself %v, version %q", agents.Load(), s.Version())
	}
}
