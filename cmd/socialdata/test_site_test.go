package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/internal/testlinks"
	"socialdata/models/modelstest"
	"socialdata/web"
)

// played is a link of the documentation that is imported with its media.
const played = "https://www.youtube.com/watch?v=" + simulator.VideoPlayed + "stored"

// ofThemselves are tables whose rows change while nothing is asked.
var ofThemselves = []string{"jobs", "route_reports", "rollup_watermarks", "settings", "route_operations"}

// rows counts the rows of every table of the real store.
func (h *testProgram) rows() map[string]int64 {
	h.t.Helper()
	counts := map[string]int64{}
	for _, k := range h.p.store.Kept() {
		for _, table := range k.Tables {
			var n int64
			testkit.Must(h.t, h.p.store.Read(h.t.Context()).Table(table).Count(&n).Error)
			counts[table] = n
		}
	}
	return counts
}

// find returns a value of a JSON object by its keys.
func (a apiAnswer) find(path ...string) any {
	var v any
	_ = json.Unmarshal(a.raw, &v) // nil then
	for _, key := range path {
		if list, is := v.([]any); is {
			if len(list) == 0 {
				return nil
			}
			v = list[0]
		}
		o, _ := v.(map[string]any)
		v = o[key]
	}
	return v
}

// settledRows is rows once the request log, which writes in groups, and the counts of fields, which are written each minute, have what
// was before.
func (h *testProgram) settledRows() map[string]int64 {
	h.t.Helper()
	testkit.Must(h.t, h.p.lookup.StoreFills(h.t.Context()))
	for last, same := int64(-1), 0; ; time.Sleep(300 * time.Millisecond) {
		rows := h.rows()
		if same++; rows["requests"] != last {
			last, same = rows["requests"], 0
		}
		if same == 5 {
			return rows
		}
	}
}

// TestTestKeysLeaveNoTrace does with a test key what a client does, while every real platform fails: no table of the real store has
// another row, no id of one is known to the other, and only what a test key is answered is marked.
func TestTestKeysLeaveNoTrace(t *testing.T) {
	eachProgram(t, func(t *testing.T, h *testProgram) {
		workspace := h.owner()
		_, key := h.testKey(workspace)
		real := h.key(workspace)
		if a := h.send(real, http.MethodGet, "/v1/items/lookup?url="+url.QueryEscape(h.platforms.Samples()[0].Items[0]), nil); a.status != http.StatusOK || a.header.Get(web.TestHeader) != "" {
			t.Fatalf("a real key: %d, marked %q", a.status, a.header.Get(web.TestHeader))
		}
		if h.p.tests.today != nil {
			t.Error("a real key built the test site")
		}
		kept := h.imported(real, h.platforms.Samples()[0].Items[1])
		h.platforms.Fail(simulator.Failure{Status: http.StatusInternalServerError})
		before := h.settledRows()

		h.built(key)
		made := h.imported(key, played)
		if made.body.State != "succeeded" {
			t.Fatalf("the import: %s", made.raw)
		}
		reference, _ := made.find("referenceId").(string)
		watch := map[string]any{"name": "w", "source": map[string]any{"kind": "account", "account": "video_site:@lanternkitchen"}, "every": "6h"}
		call := map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": "look_up_item", "arguments": map[string]any{"url": played}}}
		for _, r := range []struct {
			method, path string
			body         any
			want         int
		}{
			{"GET", "/v1/items/lookup?url=" + url.QueryEscape(played), nil, 200},
			{"GET", "/v1/items/lookup?url=" + url.QueryEscape(played), nil, 200}, // by the fast path
			{"GET", "/v1/items?account=video_site:@lanternkitchen", nil, 200},
			{"GET", "/v1/search?platform=video_site&q=ramen", nil, 200},
			{"GET", "/v1/references/" + reference, nil, 200},
			{"POST", "/v1/watches", watch, 201},
			{"GET", "/v1/events", nil, 200},
			{"GET", "/v1/workspaces/" + workspace + "/requests", nil, 200},
			{"POST", "/mcp", call, 200},
			{"GET", "/v1/workspaces/" + workspace + "/usage", nil, 200},
			{"GET", "/v1/workspaces/" + workspace + "/api-keys", nil, 403},
			{"GET", "/v1/imports/" + kept.body.ID, nil, 404},
			{"GET", "/v1/nothing", nil, 404},
		} {
			a := h.send(key, r.method, r.path, r.body)
			if a.status != r.want || a.header.Get(web.TestHeader) != "true" || strings.Contains(string(a.raw), `"isError":true`) {
				t.Errorf("%s %s answers %d, want %d; marked %q: %.300s", r.method, r.path, a.status, r.want, a.header.Get(web.TestHeader), a.raw)
			}
		}
		if a := h.send(key, http.MethodGet, "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(played), nil); a.find("usage", "creditsCharged") != 0.0 {
			t.Errorf("a lookup cost something: %s", a.raw)
		}
		for path, want := range map[string]int{"/v1/imports/" + made.body.ID: 404, "/v1/references/" + reference: 404, "/v1/me": 200} {
			if a := h.send(real, http.MethodGet, path, nil); a.status != want || a.header.Get(web.TestHeader) != "" {
				t.Errorf("the real key at %s: %d, want %d; marked %q", path, a.status, want, a.header.Get(web.TestHeader))
			}
		}
		after := h.settledRows()
		before["requests"] += 3 // of the real key, just now
		for table, n := range after {
			if n != before[table] && !slices.Contains(ofThemselves, table) {
				t.Errorf("%s has %d rows, and had %d", table, n, before[table])
			}
		}
	})
}

// TestATestKeyIsRefusedAtOnce: the real store alone says whether a test key is live, and a test key that is none is answered as such.
func TestATestKeyIsRefusedAtOnce(t *testing.T) {
	eachProgram(t, func(t *testing.T, h *testProgram) {
		workspace := h.owner()
		id, key := h.testKey(workspace)
		wants := func(text string, status int, code string) {
			t.Helper()
			if a := h.send(text, http.MethodGet, "/v1/me", nil); a.status != status || a.body.Error.Code != code || a.header.Get(web.TestHeader) != "true" {
				t.Errorf("%d %s, want %d %s; marked %q", a.status, a.raw, status, code, a.header.Get(web.TestHeader))
			}
		}
		h.built(key)
		wants(key, http.StatusOK, "")
		wants("sdt_nonsense", http.StatusUnauthorized, "invalid_credential")
		if a := h.send("sd_"+strings.TrimPrefix(key, "sdt_"), http.MethodGet, "/v1/me", nil); a.status != http.StatusUnauthorized || a.header.Get(web.TestHeader) != "" {
			t.Errorf("its text without the mark: %d, marked %q", a.status, a.header.Get(web.TestHeader))
		}
		_, err := h.p.store.Accounts.RevokeKey(t.Context(), workspace, id)
		testkit.Must(t, err)
		wants(key, http.StatusUnauthorized, "invalid_credential")
	})
}

// TestTestMediaIsServedByItsLink: a link needs no key, so that the path alone leads to the store whose file it is.
func TestTestMediaIsServedByItsLink(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		_, key := h.testKey(h.owner())
		h.built(key)
		made := h.imported(key, played)
		reference := h.send(key, http.MethodGet, "/v1/references/"+made.find("referenceId").(string), nil)
		medium, _ := reference.find("primaryMediaId").(string)
		link := h.send(key, http.MethodPost, "/v1/media/"+medium+"/download-url", map[string]any{"ttlSeconds": 600})
		address, _ := link.find("url").(string)
		r, err := http.Get(address)
		testkit.Must(t, err)
		defer r.Body.Close()
		file, err := io.ReadAll(r.Body)
		testkit.Must(t, err)
		if r.StatusCode != http.StatusOK || len(file) == 0 || r.Header.Get(web.TestHeader) != "true" {
			t.Errorf("%s answers %d with %d bytes, marked %q; %s", address, r.StatusCode, len(file), r.Header.Get(web.TestHeader), link.raw)
		}
		if files, err := os.ReadDir(filepath.Join(h.p.cfg.DataDir, "media")); err != nil || len(files) > 1 { // the store's identity
			t.Errorf("the real media have %d files, %v", len(files), err)
		}
	})
}

// TestTestKeysHaveTheirEndpoints sends an event of a test key to an endpoint that it made, signed and marked, and plays another.
func TestTestKeysHaveTheirEndpoints(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		workspace := h.owner()
		_, key := h.testKey(workspace)
		type message struct {
			header http.Header
			body   []byte
		}
		sent := make(chan message, 10)
		endpoint := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			sent <- message{r.Header.Clone(), body}
		}))
		defer endpoint.Close()
		path := "/v1/workspaces/" + workspace + "/webhooks"
		add := func(address string) apiAnswer {
			return h.send(key, http.MethodPost, path, map[string]any{"url": address, "events": []string{"import.succeeded"}})
		}
		h.built(key)
		made := add(endpoint.URL)
		refused := add(testlinks.Endpoints()[1].URL)
		h.imported(key, played)
		select {
		case m := <-sent:
			secret, _ := made.find("secret").(string)
			verifier, err := standardwebhooks.NewWebhook(secret)
			testkit.Must(t, err)
			if err := verifier.Verify(m.body, m.header); err != nil || m.header.Get(web.TestHeader) != "true" {
				t.Errorf("%v; marked %q: %s", err, m.header.Get(web.TestHeader), m.body)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("nothing was sent: %s", made.raw)
		}
		id, _ := refused.find("id").(string)
		for range 100 {
			if a := h.send(key, http.MethodGet, path+"/"+id+"/deliveries", nil); strings.Contains(string(a.raw), ":500") {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Errorf("the delivery that is refused is not listed: %s", refused.raw)
	})
}

// TestADayOfTestKeysEnds: when the day is over, nothing is left of what it made; the next day begins empty.
func TestADayOfTestKeysEnds(t *testing.T) {
	eachProgram(t, func(t *testing.T, h *testProgram) {
		_, key := h.testKey(h.owner())
		h.clock.back(48 * time.Hour) // a clock that is ahead of the database's is refused
		h.built(key)
		made := h.imported(key, played)
		day := testDayOf(h.p.store.Now())
		h.clock.back(24 * time.Hour)
		h.built(key)
		if a := h.send(key, http.MethodGet, "/v1/imports/"+made.body.ID, nil); a.status != http.StatusNotFound {
			t.Errorf("the import of yesterday answers %d: %s", a.status, a.raw)
		}
		if a := h.send(key, http.MethodGet, "/v1/me", nil); a.status != http.StatusOK {
			t.Errorf("a key of yesterday answers %d: %s", a.status, a.raw)
		}
		h.clock.back(0)
		testkit.Must(t, h.p.tests.sweep(t.Context(), testDayOf(h.p.store.Now())))
		prefix, err := testSchemas(t.Context(), h.p)
		testkit.Must(t, err)
		left, err := h.p.store.Schemas(t.Context(), prefix+day)
		testkit.Must(t, err)
		_, err = os.Stat(filepath.Join(testFolder(h.p.cfg), day))
		if !os.IsNotExist(err) || prefix != "" && len(left) > 0 {
			t.Errorf("of %s there is left: schemas %v, folder %v", day, left, err)
		}
	})
}

// TestATestSiteThatCannotStart: test keys are told so, and real ones notice nothing.
func TestATestSiteThatCannotStart(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		workspace := h.owner()
		_, key := h.testKey(workspace)
		testkit.Must(t, os.WriteFile(testFolder(h.p.cfg), nil, 0o600))
		if a := h.send(key, http.MethodGet, "/v1/me", nil); a.status != http.StatusServiceUnavailable || a.body.Error.Code != "storage_unavailable" || a.header.Get(web.TestHeader) != "true" || a.header.Get("Retry-After") == "" {
			t.Errorf("%d %v %s", a.status, a.header, a.raw)
		}
		if a := h.send(h.key(workspace), http.MethodGet, "/v1/me", nil); a.status != http.StatusOK {
			t.Errorf("a real key answers %d", a.status)
		}
	})
}

// TestProcessesShareADayOfTestKeys imports at one process and reads at another, on one PostgreSQL.
func TestProcessesShareADayOfTestKeys(t *testing.T) {
	t.Parallel()
	shared := map[string]string{"DATABASE_URL": modelstest.PostgresURL(t), "SECRET_KEYS": encodeKeys([][]byte{[]byte(strings.Repeat("k", 32))}), "BLOB_URL": filepath.Join(t.TempDir(), "blobs")}
	one := newProgram(t, shared)
	_, key := one.testKey(one.owner())
	two := newProgram(t, shared, func(h *testProgram) { h.verb = onlyWeb })
	one.built(key)
	two.built(key)
	made := one.imported(key, played)
	a := two.send(key, http.MethodGet, "/v1/imports/"+made.body.ID, nil)
	if a.body.State != "succeeded" {
		t.Errorf("the other process answers %d %s", a.status, a.raw)
	}
	if b := two.imported(key, "https://www.youtube.com/watch?v=test-others"); b.body.State != "succeeded" {
		t.Errorf("an import at a process without workers: %s", b.raw)
	}
	left := func() (n int) {
		for _, err := range one.p.media.Blobs.List(t.Context(), testBlobs, time.Now().Add(time.Hour)) {
			testkit.Must(t, err)
			n++
		}
		return n
	}
	if left() == 0 {
		t.Error("the files of test keys are not in the shared store")
	}
	one.stop()
	two.clock.back(-48 * time.Hour)
	testkit.Must(t, two.p.tests.sweep(t.Context(), testDayOf(two.p.store.Now())))
	if n := left(); n > 0 {
		t.Errorf("%d files are left of the day", n)
	}
}

// TestTestKeysAreLimitedApart: test keys have the limits of real ones, and take nothing of them.
func TestTestKeysAreLimitedApart(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{"RATE_LOOKUP": "2"})
	workspace := h.owner()
	_, key := h.testKey(workspace)
	h.built(key)
	for n, want := range []int{200, 200, 429} {
		if a := h.send(key, http.MethodGet, "/v1/items/lookup?url="+url.QueryEscape(played), nil); a.status != want {
			t.Errorf("lookup %d answers %d, want %d", n, a.status, want)
		}
	}
	if a := h.send(h.key(workspace), http.MethodGet, "/v1/items/lookup?url="+url.QueryEscape(h.platforms.Samples()[0].Items[0]), nil); a.status != http.StatusOK {
		t.Errorf("the real key answers %d", a.status)
	}
}

// TestTheTestSiteKnowsNoSecret: of what the operator configured, the program of test keys has where the stores are, and nothing with
// which it could act in the operator's name.
func TestTheTestSiteKnowsNoSecret(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{"VIDEO_SITE_PROXY": "http://user:hidden@proxy.example:1", "VIDEO_SITE_API_KEY": "hidden", "PHOTO_SITE_TOKEN": "hidden", "PHOTO_SITE_ACCOUNT": "1", "AD_LIBRARY_TOKEN": "hidden",
		"MODEL_KEY": "hidden", "OIDC_CLIENT_SECRET": "hidden", "TSA_URL": "http://hidden.example", "SMTP_URL": "smtp://user:hidden@mail.example:587?from=a@example.com"}, func(h *testProgram) { h.verb = onlyWeb })
	c, err := h.p.testConfig(t.Context(), "20261126")
	testkit.Must(t, err)
	secrets := 0
	for field, value := range reflect.ValueOf(*c).Fields() {
		if value.Type() == reflect.TypeFor[secret]() && value.Len() > 0 {
			secrets++
			if field.Name != "SecretKeys" {
				t.Errorf("%s has reached it", field.Name)
			}
		}
	}
	if secrets != 1 || string(c.SecretKeys) == encodeKeys(h.p.secrets) {
		t.Errorf("%d secrets; its keys are the installation's: %v", secrets, string(c.SecretKeys) == encodeKeys(h.p.secrets))
	}
}
