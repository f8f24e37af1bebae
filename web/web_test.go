package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/web"
	"socialdata/web/webtest"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

// each runs f on both pairs of stores: the embedded defaults, and PostgreSQL with Redis.
func each(t *testing.T, o webtest.Options, f func(t *testing.T, s *webtest.Site)) {
	t.Helper()
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, store *models.Store, clock *modelstest.Clock) {
		var queue *redis.Client
		if strings.HasSuffix(t.Name(), "/postgres") {
			queue = jobstest.Redis(t)
		} else {
			queue = jobstest.InProcess(t)
		}
		f(t, webtest.New(t, store, clock, queue, o))
	})
}

// embedded is a site on the defaults, for what no store can change.
func embedded(t *testing.T, o webtest.Options) *webtest.Site {
	t.Helper()
	clock := &modelstest.Clock{}
	return webtest.New(t, modelstest.SQLite(t, clock), clock, jobstest.InProcess(t), o)
}

// scenario is one request with what is expected of its answer.
type scenario struct {
	name   string
	method string // "" is GET
	path   string
	body   any
	header map[string]string // "" removes
	status int
	code   string   // of an error
	fields []string // name/reason pairs of details.fields that must be there
	has    []string // parts of the body
}

func (sc scenario) run(t *testing.T, s *webtest.Site, as map[string]string) *webtest.Reply {
	t.Helper()
	header := map[string]string{}
	for k, v := range as {
		header[k] = v
	}
	for k, v := range sc.header {
		if v == "" {
			delete(header, k)
		} else {
			header[k] = v
		}
	}
	method := sc.method
	if method == "" {
		method = http.MethodGet
	}
	r := s.Do(method, strings.ReplaceAll(sc.path, "{ws}", s.Workspace), sc.body, header)
	if r.Status != sc.status || r.Code() != sc.code {
		t.Errorf("%s: %d %q, want %d %q\n%.400s", sc.name, r.Status, r.Code(), sc.status, sc.code, r.Body)
	}
	for _, f := range sc.fields {
		name, reason, _ := strings.Cut(f, "/")
		if !strings.Contains(string(r.Body), fmt.Sprintf(`"name":%q,"in":`, name)) || !strings.Contains(string(r.Body), fmt.Sprintf(`"reason":%q`, reason)) {
			t.Errorf("%s: details.fields lacks %s %s\n%.600s", sc.name, name, reason, r.Body)
		}
	}
	for _, part := range sc.has {
		if !strings.Contains(string(r.Body), part) {
			t.Errorf("%s: the body lacks %s\n%.600s", sc.name, part, r.Body)
		}
	}
	checkAnswer(t, sc.name, r)
	return r
}

// checkAnswer holds what is true of every answer.
func checkAnswer(t *testing.T, name string, r *webtest.Reply) {
	t.Helper()
	id := r.Header.Get("X-Request-Id")
	if id == "" {
		t.Errorf("%s: no X-Request-Id", name)
	}
	if r.Status >= 400 {
		var e web.Envelope
		if err := json.Unmarshal(r.Body, &e); err != nil || e.Err.RequestID != id || e.Err.Message == "" || e.Err.Details == nil {
			t.Errorf("%s: not the envelope: %v %.300s", name, err, r.Body)
		}
		if code := apierror.Code(r.Code()); r.Status != apierror.Lookup(code).Status && !slices.Contains(apierror.OtherStatuses(code), r.Status) {
			t.Errorf("%s: the documentation of %s lacks %d", name, code, r.Status)
		}
	}
	if (r.Status == 429 || r.Status == 503) && r.Header.Get("Retry-After") == "" && r.Code() != "route_disabled" {
		t.Errorf("%s: %d without Retry-After", name, r.Status)
	}
}

// golden holds got against a file of testdata; -update rewrites it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/" + name
	if *testkit.Update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run with -update to make it)", err)
	}
	if string(want) != string(got) {
		t.Errorf("%s differs: run with -update, read the diff, and say in CHANGELOG.md what changed for callers", path)
	}
}
