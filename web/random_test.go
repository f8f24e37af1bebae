package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"socialdata/handlers/session"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// randomRequests is how many are thrown at each store.
const randomRequests = 1000

// TestRandomRequests makes requests from the contract, most of them nearly right, and wants no 5xx that is not a
// platform's, and every answer as the contract says. A seed that fails is kept in seeds.
func TestRandomRequests(t *testing.T) {
	seeds := []uint64{rand.Uint64()}
	each(t, webtest.Options{Credits: 1_000_000}, func(t *testing.T, s *webtest.Site) {
		router := contractOf(t, s)
		doc, err := openapi3.NewLoader().LoadFromData(s.Do("GET", "/openapi.json", nil, nil).Body)
		if err != nil {
			t.Fatal(err)
		}
		for _, seed := range seeds {
			g, well := newGenerator(s, doc, seed), 0
			for n := range randomRequests {
				q := g.request()
				r := s.Do(q.method, q.path, q.body, q.header)
				if r.Status >= 500 && !slices.Contains([]string{"source_changed", "network_transport", "route_degraded", "route_disabled", "network_timeout"}, r.Code()) {
					t.Errorf("seed %d, request %d: %s %s %v: %d %.300s", seed, n, q.method, q.path, q.body, r.Status, r.Body)
				}
				asTheContractSays(t, router, q.method, q.pattern, r)
				if q.header["Cookie"] != "" {
					g.renew(r)
				}
				if r.Status < 300 {
					well++
				}
				if t.Failed() {
					t.Fatalf("seed %d, request %d: %s %s %v", seed, n, q.method, q.path, q.body)
				}
			}
			if well < randomRequests/20 { // about a tenth are, by the seed between 80 and 130
				t.Errorf("seed %d: only %d of %d requests were well formed: the generator misses the contract", seed, well, randomRequests)
			}
		}
	})
}

// generator makes requests from a contract.
type generator struct {
	*rand.Rand
	site   *webtest.Site
	paths  []string
	doc    *openapi3.T
	ids    []string // that exist
	cookie string
}

type randomRequest struct {
	method, path, pattern string
	body                  any
	header                map[string]string
}

func newGenerator(s *webtest.Site, doc *openapi3.T, seed uint64) *generator {
	ref := modelstest.Save(s.T, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A kettle"})
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), site: s, doc: doc, cookie: s.Cookie,
		ids: []string{s.Workspace, s.OwnerID, ref, modelstest.Accept(s.T, s.Store, s.Workspace, modelstest.Saved{}), "01890a5d-ac96-774b-bcce-b302099a8057", "x", "%00", "%ff", "a%2Fb"}}
	for path := range doc.Paths.Map() {
		g.paths = append(g.paths, path)
	}
	slices.Sort(g.paths)
	return g
}

// renew signs in again after a request that ended the session.
func (g *generator) renew(r *webtest.Reply) {
	if r.Code() != "unauthenticated" {
		return
	}
	in := g.site.Do("POST", "/v1/auth/sessions", map[string]any{"email": webtest.OwnerEmail, "password": webtest.Password}, map[string]string{"Origin": webtest.Origin})
	if value, found := strings.CutPrefix(strings.SplitN(in.Header.Get("Set-Cookie"), ";", 2)[0], session.CookieName+"="); found {
		g.cookie = value
	}
}

func (g *generator) request() randomRequest {
	path := g.paths[g.IntN(len(g.paths))]
	operations := g.doc.Paths.Find(path).Operations()
	methods := make([]string, 0, len(operations))
	for m := range operations {
		methods = append(methods, m)
	}
	slices.Sort(methods)
	q := randomRequest{method: methods[g.IntN(len(methods))], path: path, header: map[string]string{}}
	op := operations[q.method]
	if g.IntN(4) == 0 || op.Security == nil || !takesKey(op) {
		q.header["Cookie"], q.header["Origin"] = session.CookieName+"="+g.cookie, webtest.Origin
	} else {
		q.header["Authorization"] = "Bearer " + g.site.Key
	}
	query := url.Values{}
	for _, p := range append(slices.Clone(g.doc.Paths.Find(path).Parameters), op.Parameters...) {
		g.parameter(&q, query, p.Value)
	}
	if g.IntN(20) == 0 {
		query.Set(g.text(6), g.text(6))
	}
	q.pattern = q.path
	if len(query) > 0 {
		q.path += "?" + query.Encode()
	}
	if op.RequestBody != nil && op.RequestBody.Value.Content["application/octet-stream"] != nil {
		q.header["Content-Type"], q.body = "application/octet-stream", g.text(40)
	} else if op.RequestBody != nil {
		q.body = g.body(op.RequestBody.Value.Content["application/json"].Schema)
	}
	return q
}

func takesKey(op *openapi3.Operation) bool {
	return slices.ContainsFunc(*op.Security, func(s openapi3.SecurityRequirement) bool { _, ok := s["apiKey"]; return ok })
}

func (g *generator) parameter(q *randomRequest, query url.Values, p *openapi3.Parameter) {
	if p.In == "path" {
		q.path = strings.Replace(q.path, "{"+p.Name+"}", g.ids[g.IntN(len(g.ids))], 1)
		return
	}
	if !p.Required && g.IntN(3) > 0 || g.IntN(30) == 0 {
		return
	}
	value := strings.Trim(fmt.Sprint(g.value(p.Schema, 0)), "[]")
	if p.In == "header" {
		q.header[p.Name] = strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' {
				return -1
			}
			return r
		}, value)
		return
	}
	query.Add(p.Name, value)
	if g.IntN(30) == 0 {
		query.Add(p.Name, value)
	}
}

func (g *generator) body(s *openapi3.SchemaRef) any {
	raw, err := json.Marshal(g.value(s, 0))
	if err != nil {
		return "{}"
	}
	if g.IntN(12) == 0 && len(raw) > 0 { // broken in one place
		raw[g.IntN(len(raw))] = byte(g.IntN(256))
	}
	return string(raw)
}

// value is one that the schema allows, or nearly.
func (g *generator) value(ref *openapi3.SchemaRef, depth int) any {
	s := ref.Value
	switch {
	case g.IntN(20) == 0:
		return []any{nil, 0, -1, 1e300, "", "x", true, []any{}, map[string]any{}}[g.IntN(9)]
	case len(s.AnyOf) > 0:
		return g.value(s.AnyOf[g.IntN(len(s.AnyOf))], depth)
	case len(s.Enum) > 0:
		return s.Enum[g.IntN(len(s.Enum))]
	case s.Type.Includes("string"):
		return g.fitting(s)
	case s.Type.Includes("integer"), s.Type.Includes("number"):
		return g.IntN(200) - 2
	case s.Type.Includes("boolean"):
		return g.IntN(2) == 0
	case s.Type.Includes("array") && depth < 4:
		list := []any{}
		for range g.IntN(4) {
			list = append(list, g.value(s.Items, depth+1))
		}
		return list
	case s.Type.Includes("object") && depth < 4:
		return g.object(s, depth)
	}
	return nil
}

func (g *generator) object(s *openapi3.Schema, depth int) any {
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	object := map[string]any{}
	for _, name := range names {
		if g.IntN(20) > 0 && (slices.Contains(s.Required, name) || g.IntN(2) == 0) {
			object[name] = g.value(s.Properties[name], depth+1)
		}
	}
	if g.IntN(20) == 0 {
		object[g.text(5)] = 1
	}
	return object
}

// fitting is a text of the schema's kind.
func (g *generator) fitting(s *openapi3.Schema) any {
	samples := g.site.Platforms.Samples()
	sample := samples[g.IntN(len(samples))]
	switch {
	case g.IntN(6) == 0:
		return g.text(40)
	case s.Format == "link":
		return sample.Items[g.IntN(len(sample.Items))]
	case s.Format == "selector":
		return sample.Accounts[g.IntN(len(sample.Accounts))]
	case s.Format == "date-time" || s.Format == "instant" || s.Format == "future":
		return "2031-01-01T00:00:00Z"
	case s.Format == "past":
		return "2026-01-01T00:00:00Z"
	case s.Format == "day":
		return "2026-11-01"
	case strings.HasPrefix(s.Format, "max-age"):
		return []string{"0", "1h", "5m", "1d", "400d"}[g.IntN(5)]
	case s.Example != nil:
		return s.Example
	}
	return g.text(30)
}

// text is of letters that parsers, databases and pages stumble over.
func (g *generator) text(most int) string {
	letters := []string{"a", "Z", "0", " ", "'", `"`, "\\", "%", "_", "\x00", "\n", "\u202e", "é", "e\u0301", "漢", "𝕏", "👨‍👩‍👧", "\xff", "<", "&", ";--", "{", "]", ":", "@", "/"}
	var b strings.Builder
	for range 1 + g.IntN(most) {
		b.WriteString(letters[g.IntN(len(letters))])
	}
	return b.String()
}
