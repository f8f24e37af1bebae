package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/internal/testlinks"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/web"
)

// testKey creates a test key with every scope for a workspace.
func (h *testProgram) testKey(workspace string) (id, text string) {
	h.t.Helper()
	in, err := h.p.store.Accounts.SignIn(h.t.Context(), "owner@example.com", testPassword)
	testkit.Must(h.t, err)
	k, text, err := h.p.store.Accounts.CreateKey(h.t.Context(), accounts.NewAPIKey{WorkspaceID: workspace, Name: "trial", CreatedBy: in.User.ID, Scopes: accounts.Scopes(), Test: true})
	testkit.Must(h.t, err)
	return k.ID, text
}

// built waits until the test site of the day answers a key: on a busy machine it may take longer than a request waits.
func (h *testProgram) built(key string) {
	h.t.Helper()
	h.until("what answers test keys was built", func() bool {
		return h.send(key, http.MethodGet, "/v1/me", nil).status != http.StatusServiceUnavailable
	})
}

// apiAnswer is an answer of the API.
type apiAnswer struct {
	status int
	header http.Header
	raw    []byte
	body   struct {
		ID, State, OutcomeCode, ReferenceID string
		Attempts                            []struct {
			Stages []struct{ Stage, State string }
		}
		Error struct{ Code string }
	}
}

// send sends a request with a key; body is JSON unless it is nil.
func (h *testProgram) send(key, method, path string, body any) apiAnswer {
	h.t.Helper()
	var sent io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		testkit.Must(h.t, err)
		sent = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.base+path, sent)
	testkit.Must(h.t, err)
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Idempotency-Key", db.NewID())
	resp, err := http.DefaultClient.Do(r)
	testkit.Must(h.t, err)
	defer resp.Body.Close()
	a := apiAnswer{status: resp.StatusCode, header: resp.Header}
	a.raw, err = io.ReadAll(resp.Body)
	testkit.Must(h.t, err)
	_ = json.Unmarshal(a.raw, &a.body) // a file is no JSON
	return a
}

// fetched sends a request that must succeed, and returns what is answered.
func (h *testProgram) fetched(key, method, path string, body any) []byte {
	h.t.Helper()
	a := h.send(key, method, path, body)
	if a.status >= http.StatusBadRequest {
		h.t.Fatalf("%s: %d %s", path, a.status, a.raw)
	}
	return a.raw
}

// imported imports a link with a key and returns the import as it ended.
func (h *testProgram) imported(key, link string) apiAnswer {
	h.t.Helper()
	a := h.send(key, http.MethodPost, "/v1/ingestions", map[string]any{"sourceUrl": link, "mediaProfile": "full"})
	h.until("the import of "+link+" ended", func() bool {
		if a.status >= http.StatusBadRequest || a.body.State == "succeeded" || a.body.State == "failed" {
			return true
		}
		a = h.send(key, http.MethodGet, "/v1/imports/"+a.body.ID, nil)
		return false
	})
	return a
}

// ask asks a link the way that the documentation says.
func (h *testProgram) ask(key string, l testlinks.Link) apiAnswer {
	h.t.Helper()
	switch l.Way {
	case testlinks.Import:
		return h.imported(key, l.URL)
	case testlinks.Account:
		return h.send(key, http.MethodGet, "/v1/accounts/lookup?maxAge=0&url="+url.QueryEscape(l.URL), nil)
	case testlinks.Lookup:
	}
	return h.send(key, http.MethodGet, "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(l.URL), nil)
}

// outcome returns the code of an answer, with its status; of an import the state, the code and the stage that failed in its first attempt.
func (a apiAnswer) outcome() string {
	if a.body.State == "" {
		return fmt.Sprint(a.status, a.body.Error.Code)
	}
	failed := ""
	for _, s := range a.body.Attempts[0].Stages {
		if s.State == "failed" {
			failed = s.Stage
		}
	}
	return fmt.Sprint(a.body.State, " ", a.body.OutcomeCode, " ", failed)
}

// promised returns the outcome that the documentation promises.
func promised(l testlinks.Link) string {
	switch {
	case l.Way == testlinks.Import && (l.Code == "" || l.Recovers()):
		return "succeeded  " + l.Stage
	case l.Way == testlinks.Import:
		return "failed " + string(l.Code) + " " + l.Stage
	case l.Code == "":
		return "200"
	}
	return fmt.Sprint(apierror.Lookup(l.Code).Status, l.Code)
}

// TestEveryTestLinkDoesWhatItPromises asks each link of the documentation with a test key.
func TestEveryTestLinkDoesWhatItPromises(t *testing.T) {
	eachProgram(t, func(t *testing.T, h *testProgram) {
		_, key := h.testKey(h.owner())
		h.built(key)
		for _, l := range testlinks.Links() {
			t.Run(l.URL, func(t *testing.T) {
				t.Parallel()
				if a := h.ask(key, l); a.outcome() != promised(l) || a.header.Get(web.TestHeader) != "true" {
					t.Errorf("%s has the outcome %q, want %q; header %q, %s", l.URL, a.outcome(), promised(l), a.header.Get(web.TestHeader), a.raw)
				}
			})
		}
	})
}
