package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"socialdata/internal/apierror"
	"socialdata/web/webtest"
)

func TestContractGolden(t *testing.T) {
	s := embedded(t, webtest.Options{})
	r := s.Do("GET", "/openapi.json", nil, nil)
	var b bytes.Buffer
	if err := json.Indent(&b, r.Body, "", " "); err != nil {
		t.Fatal(err)
	}
	golden(t, "openapi.json", append(b.Bytes(), '\n'))
}

func TestErrorCatalogueGolden(t *testing.T) {
	var b strings.Builder
	for _, e := range apierror.Catalogue() {
		fmt.Fprintf(&b, "%-24s %d retryable=%-5v %s | %s\n", e.Code, e.Status, e.Retryable, e.Message, e.Advice)
	}
	golden(t, "errors.txt", []byte(b.String()))
}

func TestRoutesGolden(t *testing.T) {
	s := embedded(t, webtest.Options{})
	lines := []string{}
	for _, r := range s.Server.App().GetRoutes(true) {
		if r.Method != http.MethodHead && !strings.HasPrefix(r.Path, "/static/") {
			lines = append(lines, r.Method+" "+r.Path)
		}
	}
	sort.Strings(lines)
	lines = slices.Compact(lines) // an operation may have a fast path before it
	golden(t, "routes.txt", []byte(strings.Join(lines, "\n")+"\n"))
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

// TestEveryOperationKeepsTheCommonRules walks the contract, so that a new operation is held to them without a new test.
func TestEveryOperationKeepsTheCommonRules(t *testing.T) {
	s := embedded(t, webtest.Options{})
	doc, err := openapi3.NewLoader().LoadFromData(s.Do("GET", "/openapi.json", nil, nil).Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		t.Errorf("the contract is not valid OpenAPI: %v", err)
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			name := method + " " + path
			status, _ := op.Extensions["x-implementation-status"].(string)
			real := strings.ReplaceAll(path, "{workspaceId}", s.Workspace)
			real = pathParameter.ReplaceAllString(real, "01890a5d-ac96-774b-bcce-b302099a8057")
			if status != "implemented" {
				t.Errorf("%s has x-implementation-status %q", name, status)
			}
			if op.Responses.Default() == nil {
				t.Errorf("%s documents no error", name)
			}
			public := op.Security != nil && len(*op.Security) == 0
			if r := s.Do(method, real, "{}", nil); !public && r.Code() != "unauthenticated" {
				t.Errorf("%s without a credential: %d %s", name, r.Status, r.Code())
			}
			for _, as := range []map[string]string{s.AsKey(), s.AsOwner()} {
				r := s.Do(method, real+"?surprise=1", nil, as)
				if r.Status == 200 || r.Status >= 500 {
					t.Errorf("%s takes an unknown parameter: %d %.200s", name, r.Status, r.Body)
				}
				checkAnswer(t, name, r)
			}
		}
	}
}
