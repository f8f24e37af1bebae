package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/static"
)

// extended is a browser with the extension in which the simulated platforms have the platforms' addresses.
type extended struct {
	*browser
	h    *testProgram
	root context.Context
	id   string // of the extension
}

// extendedBrowser starts a whole Chromium with the extension as the service sends it, or skips where there is none; in CI there
// must be one. The shell without windows that the other tests use has no extensions.
func (h *testProgram) extendedBrowser(t *testing.T) *extended {
	t.Helper()
	path, err := wholeChromium()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	folder := h.unpackExtension(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("headless", "new"), chromedp.Flag("disable-extensions", false), chromedp.Flag("load-extension", folder),
		chromedp.Flag("disable-quic", true), chromedp.Flag("ignore-certificate-errors", true), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("host-resolver-rules", "MAP * "+h.platformsByName(t)+", EXCLUDE localhost"))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	root, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	testkit.Must(t, chromedp.Do(root, chromedp.EmulateViewport(1280, 900)))
	return &extended{browser: &browser{t: t, ctx: root, base: h.base}, h: h, root: root, id: extensionID(folder)}
}

func wholeChromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser"} { // Chrome itself takes no extensions from the command line
		if p, err := exec.LookPath(name); err == nil {
			return p, nil
		}
	}
	return "", errors.New("no whole chromium on PATH, which has extensions")
}

// unpackExtension unpacks the file that the service offers.
func (h *testProgram) unpackExtension(t *testing.T) string {
	t.Helper()
	folder, sent := t.TempDir(), get(t, h.base+static.ExtensionPath)
	z, err := zip.NewReader(bytes.NewReader(sent), int64(len(sent)))
	testkit.Must(t, err)
	testkit.Must(t, os.CopyFS(folder, z))
	return folder
}

// platformsByName serves the simulated platforms by TLS, by the host of the request. The media hosts are others than the service
// is given, so that they can refuse the service alone, and let any page read their files.
func (h *testProgram) platformsByName(t *testing.T) (address string) {
	t.Helper()
	files := simulator.New()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path, r.URL.RawPath = "/"+r.Host+r.URL.Path, ""
		r.Header.Set("Sec-Fetch-User", "?1") // as if the address was typed
		if strings.HasSuffix(r.Host, "cdninstagram.com") {
			w.Header().Set("Access-Control-Allow-Origin", "*")
			files.ServeHTTP(w, r)
			return
		}
		h.platforms.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// extensionID returns the id that Chromium gives an extension without a key, which depends on its folder.
func extensionID(folder string) string {
	folder, _ = filepath.EvalSymlinks(folder)
	sum := sha256.Sum256([]byte(folder))
	return strings.Map(func(r rune) rune {
		if r >= 'a' {
			return r - 'a' + 'k'
		}
		return r - '0' + 'a'
	}, hex.EncodeToString(sum[:16]))
}

// extensionPage opens a page of the extension in a tab of its own.
func (x *extended) extensionPage(name string, before string) *browser {
	x.t.Helper()
	ctx, cancel := chromedp.NewContext(x.root)
	x.t.Cleanup(cancel)
	// A tab that is not in front has no :focus, and which one is in front changes while others close.
	testkit.Must(x.t, chromedp.Do(ctx, ask(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})))
	testkit.Must(x.t, chromedp.Do(ctx, ask(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: before})))
	b := &browser{t: x.t, ctx: ctx, base: x.base}
	b.run(chromedp.Navigate("chrome-extension://"+x.id+"/"+name), chromedp.WaitReady(chromedp.CSS("main")))
	return b
}

// close closes the tab of a page of the extension.
func (b *browser) close() {
	b.t.Helper()
	b.quiet()
	_ = chromedp.Cancel(b.ctx)
}

// otherTab makes a page of the extension take the tab beside its own for the one before the reader: a real popup closes as soon
// as the test looks at it.
const otherTab = `const all = chrome.tabs.query.bind(chrome.tabs);
	chrome.tabs.query = async () => { const me = await chrome.tabs.getCurrent(); return (await all({})).filter(t => t.id !== me.id); };`

// pressButton opens a page and then what the extension's button shows beside it.
func (x *extended) pressButton(address string) *browser {
	x.t.Helper()
	x.run(chromedp.Navigate(address))
	return x.extensionPage("popup.html", otherTab)
}

func get(t *testing.T, address string) []byte {
	t.Helper()
	r, err := http.Get(address)
	testkit.Must(t, err)
	defer r.Body.Close()
	var b bytes.Buffer
	_, err = b.ReadFrom(r.Body)
	testkit.Must(t, err)
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", address, r.StatusCode)
	}
	return b.Bytes()
}
