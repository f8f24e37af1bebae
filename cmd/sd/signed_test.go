package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/bundle"
	"socialdata/internal/httpsig"
	"socialdata/internal/testkit"
)

// signingService answers lookups of items as the service does, and publishes its keys.
func signingService(t *testing.T, signer *bundle.Signer, status int, signs bool) *httptest.Server {
	const body = `{"object":"item","id":"video_site:abc","observedAt":"2026-11-01T12:00:00Z","error":{"code":"unavailable_removed","message":"Removed."}}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == keysPath {
			_ = json.NewEncoder(w).Encode(map[string]any{"keys": signer.PublicKeys()})
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if wanted, err := httpsig.ParseAccept(r.Header["Accept-Signature"], signer.KeyID()); signs && err == nil {
			x := httpsig.Exchange{Method: r.Method, Target: "http://" + r.Host + r.RequestURI, Status: status, Header: w.Header()}
			fields, err := httpsig.Sign(x, []byte(body), wanted, signer, time.Now())
			testkit.Must(t, err)
			for name := range fields {
				w.Header().Set(name, fields.Get(name))
			}
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s
}

// as runs sd with a login for a service, in a folder of its own.
func as(t *testing.T, address string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	env := map[string]string{"SD_ADDRESS": address, "SD_KEY": "k", "SD_LOGIN_FILE": filepath.Join(t.TempDir(), "login.json")}
	a := &app{in: strings.NewReader(""), out: &out, err: &out, env: func(name string) string { return env[name] }}
	c := a.root()
	c.SetArgs(args)
	err := c.Execute()
	if err != nil {
		out.WriteString(err.Error())
	}
	return out.String(), err
}

// TestSignedAnswersAreSavedAndVerified saves answers and errors with their signature, and verifies them with and without the service.
func TestSignedAnswersAreSavedAndVerified(t *testing.T) {
	t.Parallel()
	signer, err := bundle.NewSigner(bytes.Repeat([]byte{1}, 32))
	testkit.Must(t, err)
	other, err := bundle.NewSigner(bytes.Repeat([]byte{2}, 32))
	testkit.Must(t, err)
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		testkit.Must(t, os.WriteFile(path, content, 0o600))
		return path
	}
	keys := func(name string, s *bundle.Signer) string {
		raw, err := json.Marshal(map[string]any{"keys": s.PublicKeys()})
		testkit.Must(t, err)
		return write(name, raw)
	}
	found, gone, silent := signingService(t, signer, 200, true), signingService(t, signer, 410, true), signingService(t, signer, 200, false)
	saved, lost, unsigned := filepath.Join(dir, "answer.json"), filepath.Join(dir, "gone.json"), filepath.Join(dir, "unsigned.json")
	ours, theirs := keys("ours.json", signer), keys("theirs.json", other)
	for _, c := range []struct {
		address string
		args    []string
		ok      bool
		says    string
	}{
		{found.URL, []string{"item", "https://one.test/1", "--signed", saved}, true, "video_site:abc"},
		{found.URL, []string{"item", "https://one.test/1", "--signed", saved}, false, "exists"},
		{gone.URL, []string{"account", "video_site:@a", "--signed", lost}, false, "unavailable_removed"},
		{silent.URL, []string{"item", "https://one.test/1", "--signed", unsigned}, false, "not signed"},
		{found.URL, []string{"item", "https://one.test/1", "https://one.test/2", "--signed", unsigned}, false, "one link"},
		{"http://127.0.0.1:1", []string{"verify", saved, "--key", ours}, true, "a key that you trust"},
		{"http://127.0.0.1:1", []string{"verify", saved, "--key", ours, "--json"}, true, `"question":"GET /v1/items/lookup?url=https%3A%2F%2Fone.test%2F1"`},
		{"http://127.0.0.1:1", []string{"verify", lost, "--key", ours}, true, "was answered with 410"},
		{found.URL, []string{"verify", saved}, true, "publishes now"},
		{"http://127.0.0.1:1", []string{"verify", saved}, false, "--key"},
		{"http://127.0.0.1:1", []string{"verify", saved, "--key", theirs}, false, "no signature by a key that you trust"},
	} {
		out, err := as(t, c.address, c.args...)
		if (err == nil) != c.ok || !strings.Contains(out, c.says) {
			t.Errorf("sd %s: %v\n%s", strings.Join(c.args, " "), err, out)
		}
	}
	raw, err := os.ReadFile(saved)
	testkit.Must(t, err)
	changed := write("changed.json", bytes.Replace(raw, []byte("2026-11-01T12"), []byte("2026-11-01T13"), 1))
	if out, err := as(t, found.URL, "verify", changed, "--key", ours); err == nil || !strings.Contains(out, "digest differs") {
		t.Errorf("a changed answer holds: %s", out)
	}
}
