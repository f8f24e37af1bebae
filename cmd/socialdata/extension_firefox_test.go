package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/models/captures"
)

// firefox is a Firefox that is driven by its own protocol, Marionette: messages of JSON behind their length.
type firefox struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
	sent int
}

// extensionUUID is the host of the extension's pages; a profile may choose it.
const extensionUUID = "6f2d3a54-1b7c-4a57-9d3e-0c5a8f1e2b64"

// profileSettings are those of a profile that asks no other server than the proxy's.
const profileSettings = `user_pref("marionette.port", %s);
user_pref("extensions.webextensions.uuids", "{\"save@social-data.invalid\":\"` + extensionUUID + `\"}");
user_pref("network.proxy.type", 1);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", %s);
user_pref("network.proxy.no_proxies_on", "localhost");
user_pref("network.stricttransportsecurity.preloadlist", false);
user_pref("security.cert_pinning.enforcement_level", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
`

// openFirefox starts Firefox with the extension as the service sends it, or skips where there is none; in CI there must be one.
func (h *testProgram) openFirefox(t *testing.T) *firefox {
	t.Helper()
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		path, err = exec.LookPath("firefox")
	}
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("no firefox on PATH")
	}
	profile, port := t.TempDir(), freePort(t)
	_, proxy, _ := net.SplitHostPort(h.proxyToPlatforms(t))
	testkit.Must(t, os.WriteFile(filepath.Join(profile, "user.js"), fmt.Appendf(nil, profileSettings, port, proxy), 0o600))
	cmd := exec.Command(path, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "MOZ_CRASHREPORTER_DISABLE=1")
	testkit.Must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	f := &firefox{t: t, conn: reached(t, port)}
	f.in = bufio.NewReader(f.conn)
	f.read() // its greeting
	f.ask("WebDriver:NewSession", map[string]any{"acceptInsecureCerts": true})
	f.ask("Addon:Install", map[string]any{"path": h.unpackExtension(t), "temporary": true})
	return f
}

// reached waits until something listens at a port.
func reached(t *testing.T, port string) net.Conn {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			t.Cleanup(func() { _ = conn.Close() })
			testkit.Must(t, conn.SetDeadline(time.Now().Add(5*time.Minute)))
			return conn
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// proxyToPlatforms is a proxy that leads every host to the simulated platforms.
func (h *testProgram) proxyToPlatforms(t *testing.T) (address string) {
	t.Helper()
	platforms := h.platformsByName(t)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			http.Error(w, "only CONNECT", http.StatusMethodNotAllowed)
			return
		}
		to, err := net.Dial("tcp", platforms)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer to.Close()
		from, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer from.Close()
		_, _ = io.WriteString(from, "HTTP/1.1 200 OK\r\n\r\n")
		go func() {
			_, _ = io.Copy(to, from)
			_ = to.Close()
		}()
		_, _ = io.Copy(from, to)
	}))
	t.Cleanup(proxy.Close)
	return proxy.Listener.Addr().String()
}

func (f *firefox) read() []byte {
	f.t.Helper()
	length, err := f.in.ReadString(':')
	testkit.Must(f.t, err)
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	testkit.Must(f.t, err)
	body := make([]byte, n)
	_, err = io.ReadFull(f.in, body)
	testkit.Must(f.t, err)
	return body
}

// ask sends a command and returns the value of its answer.
func (f *firefox) ask(command string, parameters any) json.RawMessage {
	f.t.Helper()
	f.sent++
	message, err := json.Marshal([]any{0, f.sent, command, parameters})
	testkit.Must(f.t, err)
	_, err = fmt.Fprintf(f.conn, "%d:%s", len(message), message)
	testkit.Must(f.t, err)
	var answer [4]json.RawMessage
	testkit.Must(f.t, json.Unmarshal(f.read(), &answer))
	if string(answer[2]) != "null" {
		f.t.Fatalf("%s: %.1000s", command, answer[2])
	}
	return answer[3]
}

// run runs a script in the page; what it returns, or the promise of it, is text.
func (f *firefox) run(script string, arguments ...any) string {
	f.t.Helper()
	if arguments == nil {
		arguments = []any{}
	}
	var answer struct{ Value any }
	testkit.Must(f.t, json.Unmarshal(f.ask("WebDriver:ExecuteAsyncScript", map[string]any{
		"script": `const done = arguments[arguments.length - 1]; (async () => { ` + script + ` })().then(done, e => done("failed: " + e))`,
		"args":   arguments}), &answer))
	said, _ := answer.Value.(string)
	if strings.HasPrefix(said, "failed: ") {
		f.t.Fatalf("%.200s: %s", script, said)
	}
	return said
}

// handles lists the tabs.
func (f *firefox) handles() (list []string) {
	f.t.Helper()
	testkit.Must(f.t, json.Unmarshal(f.ask("WebDriver:GetWindowHandles", struct{}{}), &list))
	return list
}

// on goes on in a tab, without putting it in front: the post's page stays there, as it does behind a real popup.
func (f *firefox) on(tab string) {
	f.t.Helper()
	f.ask("WebDriver:SwitchToWindow", map[string]any{"handle": tab, "focus": false})
}

// reads waits until the page shows a text.
func (f *firefox) reads(text string) {
	f.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		shown := f.run(`return document.body ? document.body.innerText : ""`)
		if strings.Contains(shown, text) {
			return
		}
		if time.Now().After(end) {
			f.t.Fatalf("waited in vain for %q:\n%.600s", text, shown)
		}
	}
}

// extensionPage opens a page of the extension in a tab of its own, behind the one in front. Only the browser itself may do that.
func (f *firefox) extensionPage(name string) {
	f.t.Helper()
	before := f.handles()
	f.ask("Marionette:SetContext", map[string]any{"value": "chrome"})
	f.ask("WebDriver:ExecuteScript", map[string]any{"script": `gBrowser.addTab(arguments[0], {triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal(), inBackground: true})`,
		"args": []string{"moz-extension://" + extensionUUID + "/" + name}})
	f.ask("Marionette:SetContext", map[string]any{"value": "content"})
	for _, tab := range f.handles() {
		if !slices.Contains(before, tab) {
			f.on(tab)
		}
	}
}

// pressing opens a page and then what the extension's button shows, does something with that, and closes it.
func (f *firefox) pressing(post, address string, do func()) {
	f.t.Helper()
	f.on(post)
	f.ask("WebDriver:Navigate", map[string]any{"url": address})
	f.extensionPage("popup.html")
	do()
	f.ask("WebDriver:CloseWindow", struct{}{})
}

// save presses the button and waits for what is said then.
func (f *firefox) save(then ...string) func() {
	return func() {
		f.t.Helper()
		f.reads("Nothing was read yet")
		f.run(`document.getElementById("profile").value = "none"; document.querySelector("#save button").click()`)
		for _, text := range then {
			f.reads(text)
		}
	}
}

// TestExtensionInFirefox saves an item of each platform, and is refused what is private and what is no post.
func TestExtensionInFirefox(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{})
	w := h.owner()
	f := h.openFirefox(t)
	post := f.handles()[0]
	f.extensionPage("options.html")
	f.reads("Not connected")
	f.run(`await window.browser.storage.local.set({connection: JSON.parse(arguments[0])})`, `{"address": "`+h.base+`", "key": "`+h.key(w)+`", "workspace": "First", "workspaceId": "`+w+`", "name": "test"}`)
	for _, sample := range h.platforms.Samples() {
		f.pressing(post, sample.Items[0], f.save("Saved. This was read from the page", "See the import"))
	}
	f.pressing(post, "https://www.tiktok.com/@a/video/"+simulator.ClipPrivate, f.save("unavailable_private, request"))
	f.pressing(post, "https://www.youtube.com/", func() { f.reads("This page shows no post") })
	var rows []captures.Capture
	if err := h.p.store.Read(t.Context()).Find(&rows).Error; err != nil || len(rows) != 4 {
		t.Errorf("%d captures are stored, %v", len(rows), err)
	}
}
