package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

// street is two web and two working processes on one PostgreSQL, one Redis and one blob store. They run in this
// process, but share nothing in it.
type street struct {
	*testProgram
	webs []string // addresses
	key  string
}

// newStreet starts them. The second program runs web alone, the other two run work alone.
func newStreet(t *testing.T, settings map[string]string) *street {
	t.Helper()
	platforms := simulator.New()
	upstream := httptest.NewServer(platforms)
	t.Cleanup(upstream.Close)
	shared := map[string]string{"DATABASE_URL": modelstest.PostgresURL(t), "REDIS_URL": "unix://" + jobstest.Redis(t).Options().Addr,
		"BLOB_URL": filepath.Join(t.TempDir(), "media"), "UPSTREAM": upstream.URL, "SECRET_KEYS": "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="}
	for name, value := range settings {
		shared[name] = value
	}
	s := &street{}
	for _, verb := range []verb{onlyWeb, onlyWeb, onlyWork, onlyWork} {
		h := newProgram(t, shared, func(h *testProgram) { h.verb = verb; h.platforms = platforms })
		if verb == onlyWeb {
			s.webs = append(s.webs, h.base)
		}
		if s.testProgram == nil {
			s.testProgram = h
		}
	}
	s.bootstrap()
	return s
}

func (s *street) bootstrap() {
	s.t.Helper()
	w := s.owner()
	var err error
	_, s.key, err = s.p.store.Accounts.CreateKey(s.t.Context(), accounts.NewAPIKey{WorkspaceID: w, Name: "street", Scopes: accounts.Scopes()})
	testkit.Must(s.t, err)
}

// answer is the response of one web process.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) text(t testing.TB, names ...string) string {
	t.Helper()
	var v any
	testkit.Must(t, json.Unmarshal(a.body, &v))
	for _, name := range names {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	s, _ := v.(string)
	return s
}

// ask sends a request to the web of a number.
func (s *street) ask(web int, method, path string, body any, header map[string]string) answer {
	s.t.Helper()
	var rd io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		testkit.Must(s.t, err)
		rd = bytes.NewReader(raw)
	}
	req, err := http.NewRequest(method, s.webs[web]+path, rd)
	testkit.Must(s.t, err)
	req.Header.Set("Content-Type", "application/json")
	if header["Cookie"] == "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	r, err := http.DefaultClient.Do(req)
	testkit.Must(s.t, err)
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	testkit.Must(s.t, err)
	return answer{r.StatusCode, r.Header, raw}
}

// TestProcessesShareState holds limits, idempotency, route health, sessions, credits and imports across two
// webs and two workers.
func TestProcessesShareState(t *testing.T) {
	t.Run("limits", func(t *testing.T) {
		t.Parallel()
		newStreet(t, map[string]string{"RATE_LOOKUP": "6"}).limits()
	})
	t.Run("the rest", func(t *testing.T) {
		t.Parallel()
		s := newStreet(t, map[string]string{"RATE_LOOKUP": "0", "RATE_IMPORT": "0"})
		s.idempotency()
		s.sessions()
		s.paysOnce()
		s.imports()
		s.health()
	})
}

// limits: six lookups a minute, wherever they arrive.
func (s *street) limits() {
	link := url.QueryEscape(s.platforms.Samples()[0].Items[0])
	for n := range 6 {
		if a := s.ask(n%2, "GET", "/v1/items/lookup?url="+link, nil, nil); a.status != http.StatusOK {
			s.t.Fatalf("lookup %d: %d %s", n, a.status, a.body)
		}
	}
	for web := range 2 {
		if a := s.ask(web, "GET", "/v1/items/lookup?url="+link, nil, nil); a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" {
			s.t.Errorf("the seventh lookup, at web %d: %d", web, a.status)
		}
	}
}

// idempotency: twenty equal posts at once, to both webs, are one import.
func (s *street) idempotency() {
	body := map[string]any{"sourceUrl": s.platforms.Samples()[0].Items[1], "mediaProfile": "none"}
	var wg sync.WaitGroup
	ids := make([]string, 20)
	for n := range ids {
		wg.Go(func() {
			a := s.ask(n%2, "POST", "/v1/ingestions", body, map[string]string{"Idempotency-Key": "same"})
			if a.status != http.StatusAccepted {
				s.t.Errorf("post %d: %d %s", n, a.status, a.body)
				return
			}
			ids[n] = a.text(s.t, "id")
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			s.t.Errorf("one key made the imports %s and %s", ids[0], id)
		}
	}
}

// sessions: a sign-in or sign-out at one web process counts at the other.
func (s *street) sessions() {
	in := s.ask(0, "POST", "/v1/auth/sessions", map[string]any{"email": "owner@example.com", "password": testPassword}, map[string]string{"Origin": s.base, "Cookie": "a=b"})
	if in.status != http.StatusCreated {
		s.t.Fatalf("sign-in: %d %s", in.status, in.body)
	}
	r := http.Response{Header: in.header}
	cookie := map[string]string{"Cookie": r.Cookies()[0].Name + "=" + r.Cookies()[0].Value}
	if a := s.ask(1, "GET", "/v1/auth/sessions/current", nil, cookie); a.status != http.StatusOK {
		s.t.Errorf("the session at the other web: %d", a.status)
	}
	cookie["Origin"] = s.base
	if a := s.ask(0, "DELETE", "/v1/auth/sessions/current", nil, cookie); a.status != http.StatusNoContent {
		s.t.Errorf("sign-out: %d", a.status)
	}
	if a := s.ask(1, "GET", "/v1/auth/sessions/current", nil, cookie); a.status != http.StatusUnauthorized {
		s.t.Errorf("the ended session at the other web: %d", a.status)
	}
}

// paysOnce: equal lookups at both webs at once cost at most one credit a fetch, and one fetch a process.
func (s *street) paysOnce() {
	link := "/v1/items/lookup?url=" + url.QueryEscape(s.platforms.Samples()[0].Items[2])
	var wg sync.WaitGroup
	var mu sync.Mutex
	charged := 0
	for n := range 40 {
		wg.Go(func() {
			a := s.ask(n%2, "GET", link, nil, nil)
			mu.Lock()
			defer mu.Unlock()
			if a.status != http.StatusOK {
				s.t.Errorf("lookup %d: %d %s", n, a.status, a.body)
			}
			if a.header.Get("Service-Credits-Charged") == "1" {
				charged++
			}
		})
	}
	wg.Wait()
	if charged < 1 || charged > len(s.webs) {
		s.t.Errorf("%d credits for one item at two webs", charged)
	}
}

// imports: imports posted at either web process are run by the workers, each once.
func (s *street) imports() {
	ids := []string{}
	for n, sample := range s.platforms.Samples() {
		for m, link := range sample.Items[:3] {
			a := s.ask((n+m)%2, "POST", "/v1/ingestions", map[string]any{"sourceUrl": link, "mediaProfile": "none"}, map[string]string{"Idempotency-Key": link})
			if a.status != http.StatusAccepted {
				s.t.Fatalf("import: %d %s", a.status, a.body)
			}
			ids = append(ids, a.text(s.t, "id"))
		}
	}
	deadline := time.Now().Add(30 * time.Second)
	for _, id := range ids {
		state := ""
		for state != "succeeded" && time.Now().Before(deadline) {
			state = s.ask(1, "GET", "/v1/imports/"+id, nil, nil).text(s.t, "state")
			time.Sleep(20 * time.Millisecond)
		}
		if state != "succeeded" {
			s.t.Fatalf("import %s is %s", id, state)
		}
	}
	if a := s.ask(0, "GET", "/v1/imports/"+ids[0], nil, nil); !bytes.Contains(a.body, []byte(`"number":1`)) || bytes.Contains(a.body, []byte(`"number":2`)) {
		s.t.Errorf("the import was tried more than once: %s", a.body)
	}
}

// health: a route that fails at one web fails fast at the other.
func (s *street) health() {
	s.platforms.Fail(simulator.Failure{Platform: "clip_site", Reset: true})
	defer s.platforms.Heal()
	lookup := func(web int, link string) answer {
		return s.ask(web, "GET", "/v1/items/lookup?maxAge=0&url="+url.QueryEscape(link), nil, nil)
	}
	links := s.platforms.Samples()[1].Items
	for _, link := range links[:12] {
		lookup(0, link)
	}
	a := lookup(1, links[0])
	if code := a.text(s.t, "error", "code"); code != "route_degraded" {
		s.t.Errorf("at the other web the route answers %d %s", a.status, code)
	}
}
