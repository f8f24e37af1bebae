package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"socialdata/handlers/session"
	"socialdata/internal/bundle"
	"socialdata/internal/media"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/events"
)

// sealedKinds are all kinds of values that are sealed or signed with the installation's keys: each makes one and returns what
// finds out whether another process takes it.
var sealedKinds = map[string]func(t *testing.T, p *program, w *events.Webhook) func(p *program) bool{
	"session cookie": func(t *testing.T, p *program, _ *events.Webhook) func(*program) bool {
		cookie, err := must(session.NewCookies(p.secrets, false)).Write("token", time.Now().Add(time.Hour))
		testkit.Must(t, err)
		return func(p *program) bool {
			_, ok := must(session.NewCookies(p.secrets, false)).Read(cookie.Value)
			return ok
		}
	},
	"cursor": func(_ *testing.T, p *program, _ *events.Webhook) func(*program) bool {
		cursor := must(p.store.Cursors.Seal("list", db.After(7, "id")))
		return func(p *program) bool { var at db.Position; return p.store.Cursors.Open("list", cursor, &at) == nil }
	},
	"media link": func(_ *testing.T, p *program, _ *events.Webhook) func(*program) bool {
		token := must(media.NewSigner(p.secrets...)).Sign(media.Link{MediaID: "m", ExpiresAt: time.Now().Add(time.Hour), Disposition: media.Inline})
		return func(p *program) bool {
			_, err := must(media.NewSigner(p.secrets...)).Verify(token, "", time.Now())
			return err == nil
		}
	},
	"signature of bundles": func(_ *testing.T, p *program, _ *events.Webhook) func(*program) bool {
		id := must(bundle.NewSigner(p.secrets...)).PublicKeys()[0].ID
		return func(p *program) bool {
			for _, key := range must(bundle.NewSigner(p.secrets...)).PublicKeys() {
				if key.ID == id {
					return true
				}
			}
			return false
		}
	},
	"both secrets of a webhook": func(t *testing.T, p *program, w *events.Webhook) func(*program) bool {
		secrets := func(p *program) string {
			return strings.Join(must(p.store.Events.SigningSecrets(must(p.store.Events.FindWebhook(t.Context(), w.WorkspaceID, w.ID)))), " ")
		}
		want := secrets(p)
		return func(p *program) bool { return secrets(p) == want && strings.Contains(want, " ") }
	},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestRotationOfSecretKeys replaces the installation's key twice as docs/operating.md says, and then loses it. Every kind of
// sealed value is taken as long as its key is there, what the database keeps for ever; a webhook is delivered after each
// step; and with the key lost /readyz and the owner's page say so until the owner makes a new secret.
func TestRotationOfSecretKeys(t *testing.T) {
	t.Parallel()
	arrived := make(chan func(secret string) error, 10)
	endpoint := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		arrived <- func(secret string) error { return must(standardwebhooks.NewWebhook(secret)).Verify(body, r.Header) }
	}))
	defer endpoint.Close()
	data := filepath.Join(t.TempDir(), "data")
	start := func(keys string, before ...func(*testProgram)) *testProgram {
		return newProgram(t, map[string]string{"DATA_DIR": data, "SECRET_KEYS": keyOf(keys)}, before...)
	}
	h := start("a")
	workspace := h.owner()
	w, _, err := h.p.store.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: workspace, URL: endpoint.URL, Types: []events.Type{events.CreditsLow}})
	testkit.Must(t, err)
	w, secret, err := h.p.store.Events.RotateSecret(t.Context(), workspace, w.ID)
	testkit.Must(t, err)
	delivers := func() {
		t.Helper()
		_, err := h.p.store.Events.TestWebhook(t.Context(), workspace, w.ID)
		testkit.Must(t, err)
		select {
		case verify := <-arrived:
			testkit.Must(t, verify(secret))
		case <-time.After(20 * time.Second):
			t.Fatal("nothing was delivered")
		}
	}
	delivers()
	for _, keys := range []string{"ba", "b", "cb", "c"} {
		taken := map[string]func(*program) bool{}
		for name, make := range sealedKinds {
			taken[name] = make(t, h.p, w)
		}
		h.stop()
		h = start(keys, func(h *testProgram) { testkit.Must(t, h.p.reseal(t.Context())) })
		for name, ok := range taken {
			if !ok(h.p) {
				t.Errorf("with the keys %s: the %s is refused", keys, name)
			}
		}
		delivers()
	}
	h.stop()
	testkit.Must(t, buildOf(t, true, map[string]string{"DATA_DIR": data, "SECRET_KEYS": keyOf("d")}))
	h = start("d", func(h *testProgram) { _ = h.p.reseal(t.Context()) })
	if status, body := h.ready(t); status != http.StatusOK || !strings.Contains(body, `"degraded":["secrets"]`) {
		t.Errorf("/readyz with a lost key: %d %s", status, body)
	}
	if page := h.pageOf("owner@example.com", "/w/"+workspace+"/webhooks/"+w.ID); !strings.Contains(page, "Its secret cannot be read any more") {
		t.Errorf("the owner's page does not say it:\n%s", page)
	}
	w, secret, err = h.p.store.Events.RotateSecret(t.Context(), workspace, w.ID)
	testkit.Must(t, err)
	testkit.Must(t, h.p.reseal(t.Context()))
	delivers()
	if status, body := h.ready(t); status != http.StatusOK || strings.Contains(body, "secrets") {
		t.Errorf("/readyz after a new secret: %d %s", status, body)
	}
}

// cookie is that of a new session of a person.
func (h *testProgram) cookie(email string) *http.Cookie {
	h.t.Helper()
	in, err := h.p.store.Accounts.SignIn(h.t.Context(), email, testPassword)
	testkit.Must(h.t, err)
	return must(must(session.NewCookies(h.p.secrets, false)).Write(in.Token, in.ExpiresAt))
}

// pageOf is a page as a person sees it.
func (h *testProgram) pageOf(email, path string) string {
	h.t.Helper()
	req := must(http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.base+path, nil))
	req.AddCookie(h.cookie(email))
	answer, err := http.DefaultClient.Do(req)
	testkit.Must(h.t, err)
	defer answer.Body.Close()
	return string(must(io.ReadAll(answer.Body)))
}
