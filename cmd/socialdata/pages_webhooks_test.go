package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"socialdata/internal/testkit"
)

// waitsFor opens the page again until a condition holds that does not come by itself.
func (b *browser) waitsFor(condition string) {
	b.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		b.leave(func() { evaluate[bool](b, `location.reload(), true`) })
		if evaluate[bool](b, condition) {
			return
		}
	}
	b.t.Fatalf("waited in vain for %s:\n%.2000s", condition, b.words())
}

// TestOwnersTryAnEndpoint adds an endpoint, sees its secret once, sends it a test that the secret proves, watches it fail, and
// lets it go.
func TestOwnersTryAnEndpoint(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		var mu sync.Mutex
		var header http.Header
		var body []byte
		status := http.StatusNoContent
		endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sent, _ := io.ReadAll(r.Body)
			mu.Lock()
			defer mu.Unlock()
			header, body = r.Header.Clone(), sent
			w.WriteHeader(status)
		}))
		defer endpoint.Close()
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/webhooks")
		b.reads("Add the first endpoint")
		b.accessible()
		b.fill("url", endpoint.URL+"/first")
		b.press("Add endpoint")
		b.reads("The secret of "+endpoint.URL, "not be shown again", "Enabled")
		b.accessible()
		secret := evaluate[string](b, `document.querySelector(".secret code").textContent`)
		b.visit("/w/" + w + "/webhooks")
		b.lacks(secret)
		b.press(endpoint.URL + "/first")
		b.reads("Nothing was sent yet")
		b.press("Send a test")
		b.reads("A test is on its way")
		b.until("its outcome, without a reload", `document.querySelector(".entries form") !== null`)
		b.reads("Delivered", "webhook.test", "204")
		evaluate[any](b, `document.querySelector(".entries summary").click()`)
		b.reads("What was sent")
		b.accessible()
		mu.Lock()
		verifier, err := standardwebhooks.NewWebhook(secret)
		testkit.Must(t, err)
		if err := verifier.Verify(body, header); err != nil {
			t.Errorf("%v: %s", err, body)
		}
		status = http.StatusInternalServerError
		mu.Unlock()
		b.press("Send again")
		evaluate[any](b, `document.querySelector(".entries summary").click()`)
		b.until("what is wrong, without a reload", `document.querySelector(".note.warn") !== null`)
		b.reads("Fails", "The last attempt was answered with 500", "First failed", "Will be tried again", "500")
		b.until("what was opened stays open", `document.querySelector(".entries details[open]") !== null`)
		b.reads("Next at")
		b.click("More")
		b.press("Disable")
		b.reads("Disabled", "What happens meanwhile is not kept for it")
		b.click("More")
		b.press("Delete")
		b.reads("Delete " + endpoint.URL)
		b.press("Delete the endpoint")
		b.reads("The endpoint is deleted", "Add the first endpoint")
	})
}
