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
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

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
	s.settle = 300 * time.Millisecond
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

// TestPictureOfAWallIsNotPassedOffAsThePost opens pages that do not show the post. Each has a picture that says so.
func TestPictureOfAWallIsNotPassedOffAsThePost(t *testing.T) {
	s := newSite(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := map[string]string{
			"/accounts/login/": post,
			"/covered":         post + `<div role="dialog" style="position:fixed;inset:0;background:white">Log in to see photos of gardener. <input type="password"></div>`,
			"/cookies":         post + `<div role="dialog" style="position:fixed;inset:0;background:white">We use cookies <button>Allow</button></div>`,
			"/bots":            "<h1>Are you not a bot?</h1>",
			"/hidden":          `<p>Welcome, gardener</p><div style="display:none">A supper in the garden, with friends</div><script>"A supper in the garden, with friends"</script>`,
			"/gone":            "<p>Nothing is here.",
		}[r.URL.Path]
		switch r.URL.Path {
		case "/walled":
			http.Redirect(w, r, "/accounts/login/?next=/walled", http.StatusFound)
		case "/gone":
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = io.WriteString(w, page)
	}), nil)
	for path, want := range map[string]struct {
		status content.PageStatus
		reason content.PageReason
	}{
		"/walled":  {content.PageWall, content.PageSignIn},
		"/covered": {content.PageWall, content.PageSignIn},
		"/cookies": {content.PageWall, content.PageConsent},
		"/bots":    {content.PageWall, content.PageBotCheck},
		"/gone":    {content.PageWall, content.PageRefused},
		"/hidden":  {content.PageUnclear, content.PageNoPostText},
	} {
		if p := s.take(t, path); p.Status != want.status || p.Reason != want.reason || p.PNG == "" || p.PDF == "" {
			t.Errorf("%s: %+v, want %+v", path, p, want)
		}
	}
}

// TestPageReachesNothingButItsPlatform opens a page that asks private addresses and other hosts in every way it can, and pages that lead
// there: nothing arrives.
func TestPageReachesNothingButItsPlatform(t *testing.T) {
	reached := make(chan string, 100)
	private := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached <- r.URL.Path }))
	t.Cleanup(private.Close)
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = udp.Close() })
	go func() {
		if _, _, err := udp.ReadFrom(make([]byte, 100)); err == nil {
			reached <- "by UDP"
		}
	}()
	_, port, _ := net.SplitHostPort(private.Listener.Addr().String())
	_, udpPort, _ := net.SplitHostPort(udp.LocalAddr().String())
	s := newSite(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, "http://127.0.0.1:"+port+"/away", http.StatusFound)
		case "/other":
			http.Redirect(w, r, "https://other.example.net/", http.StatusFound)
		default:
			_, _ = io.WriteString(w, strings.NewReplacer("PORT", port, "UDP", udpPort).Replace(post+`
<img src="http://127.0.0.1:PORT/img"><img src="http://localhost:PORT/localhost"><img src="http://[::1]:PORT/v6"><img src="https://other.example.net/img">
<link rel="dns-prefetch" href="//other.example.net"><link rel="preconnect" href="http://127.0.0.1:PORT"><iframe src="http://127.0.0.1:PORT/frame"></iframe>
<iframe src="data:text/html,<img src='http://127.0.0.1:PORT/nested'>"></iframe>
<script>
fetch('http://127.0.0.1:PORT/fetch', {mode: 'no-cors'}).catch(() => {});
fetch('https://127.0.0.1/fetch', {mode: 'no-cors'}).catch(() => {});
navigator.sendBeacon('http://127.0.0.1:PORT/beacon');
new WebSocket('ws://127.0.0.1:PORT/socket');
new Worker(URL.createObjectURL(new Blob(['fetch("http://127.0.0.1:PORT/worker", {mode: "no-cors"})'])));
open('http://127.0.0.1:PORT/popup');
const c = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:UDP'}]}); c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o));
</script>`))
		}
	}), nil)
	if p := s.take(t, "/post"); p.Status != content.PageKept {
		t.Errorf("%+v", p)
	}
	for _, path := range []string{"/away", "/other"} {
		if p := s.take(t, path); p.Status != content.PageFailed || p.Reason != content.PageElsewhere || p.PNG != "" {
			t.Errorf("%s: %+v", path, p)
		}
	}
	close(s.dialled)
	for host := range s.dialled {
		if host != "www.example.com" {
			t.Errorf("the proxy dialled %s", host)
		}
	}
	select {
	case what := <-reached:
		t.Errorf("a page reached %s", what)
	default:
	}
}

// TestPageThatHangsIsStopped opens pages that never end: one that never comes has no picture, one that comes without a picture in it has.
// No process is left of either.
func TestPageThatHangsIsStopped(t *testing.T) {
	hang := make(chan struct{})
	t.Cleanup(func() { close(hang) })
	s := newSite(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/post" {
			_, _ = io.WriteString(w, post+`<img src="/never">`)
			return
		}
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}), func(o *Options) { o.Timeout = keepTime + 2*time.Second })
	began := time.Now()
	if p := s.take(t, "/never"); p.Status != content.PageFailed || p.Reason != content.PageTimeout {
		t.Errorf("a page that never comes: %+v", p)
	}
	if took := time.Since(began); took > keepTime+5*time.Second {
		t.Errorf("it took %s", took)
	}
	if p := s.take(t, "/post"); p.Status != content.PageKept || p.PNG == "" {
		t.Errorf("a page with a picture that never comes: %+v", p)
	}
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		left := children(t, s.o.Folder)
		if len(left) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("processes are left: %v", left)
		}
	}
}

// children lists the processes whose arguments name a folder.
func children(t *testing.T, folder string) (list []string) {
	t.Helper()
	processes, err := os.ReadDir("/proc")
	if err != nil {
		t.Skip("no /proc: ", err)
	}
	for _, p := range processes {
		if _, err := strconv.Atoi(p.Name()); err != nil {
			continue
		}
		if line, err := os.ReadFile(filepath.Join("/proc", p.Name(), "cmdline")); err == nil && bytes.Contains(line, []byte(folder)) {
			list = append(list, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return list
}

// TestCancelledPictureIsAnError cancels while a page is open: that is the only error.
func TestCancelledPictureIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newSite(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { cancel() }), nil)
	if p, err := s.Take(ctx, Request{Address: "https://www.example.com/", Hosts: []string{"example.com"}, Folder: s.folder}); err == nil {
		t.Errorf("%+v", p)
	}
}

// TestOpenRefusesWhatIsNoBrowser names programs that cannot be used.
func TestOpenRefusesWhatIsNoBrowser(t *testing.T) {
	for _, program := range []string{"/nowhere/chromium", "/bin/true", "/bin/false"} {
		if _, err := Open(t.Context(), Options{Program: program, Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)}); err == nil {
			t.Errorf("%s was accepted", program)
		}
	}
}
