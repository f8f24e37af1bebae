package web_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"socialdata/handlers/operations"
	"socialdata/internal/testkit"
	"socialdata/web/webtest"
)

// TestPatternsHaveWords reads each pattern of the contract, for which errors say in words what is expected.
func TestPatternsHaveWords(t *testing.T) {
	s := embedded(t, webtest.Options{})
	patterns := regexp.MustCompile(`"pattern":\s*("(?:[^"\\]|\\.)*")`).FindAllSubmatch(s.Do("GET", "/openapi.json", nil, nil).Body, -1)
	if len(patterns) < 50 {
		t.Errorf("only %d patterns", len(patterns))
	}
	for _, found := range patterns {
		var pattern string
		testkit.Must(t, json.Unmarshal(found[1], &pattern))
		if operations.WordsOfPattern(pattern) == "" {
			t.Errorf("%s has no words", pattern)
		}
	}
	r := s.Do("GET", "/v1/items/lookup?maxAge=soon&url="+videoLink, nil, s.AsKey())
	if !strings.Contains(string(r.Body), "such as 30m, 12h or 7d") || strings.Contains(string(r.Body), "[mhd]") {
		t.Error(string(r.Body))
	}
}

// TestPagesBoundAsTheContract reads the bounds of texts out of the contract and wants them in the forms of the pages.
func TestPagesBoundAsTheContract(t *testing.T) {
	s := embedded(t, webtest.Options{})
	doc, err := openapi3.NewLoader().LoadFromData(s.Do("GET", "/openapi.json", nil, nil).Body)
	testkit.Must(t, err)
	body := func(path, method, property string) *openapi3.Schema {
		op := doc.Paths.Value(path).GetOperation(method)
		return op.RequestBody.Value.Content["application/json"].Schema.Value.Properties[property].Value
	}
	ws := "/w/" + s.Workspace
	tests := []struct {
		page, field string
		schema      *openapi3.Schema
	}{
		{ws + "/keys", "name", body("/v1/workspaces/{workspaceId}/api-keys", "POST", "name")},
		{ws + "/rename", "name", body("/v1/workspaces/{workspaceId}", "PATCH", "name")},
		{ws + "/members", "email", body("/v1/workspaces/{workspaceId}/invites", "POST", "email")},
		{ws + "/try", "url", body("/v1/ingestions", "POST", "sourceUrl")},
		{"/account", "current", body("/v1/auth/sessions", "POST", "password")},
		{"/account", "password", body("/v1/invites/accept", "POST", "password")},
	}
	for _, tt := range tests {
		t.Run(tt.page+" "+tt.field, func(t *testing.T) {
			html := s.Do("GET", tt.page, nil, s.AsOwner()).Body
			input := regexp.MustCompile(`<(?:input|textarea)[^>]* name="` + tt.field + `"[^>]*>`).FindString(string(html))
			if want := regexp.MustCompile(fmt.Sprintf(` maxlength="%d"`, *tt.schema.MaxLength)); !want.MatchString(input) {
				t.Errorf("%q has not the contract's maxLength %d", input, *tt.schema.MaxLength)
			}
			if tt.field == "password" && !regexp.MustCompile(fmt.Sprintf(` minlength="%d"`, tt.schema.MinLength)).MatchString(input) {
				t.Errorf("%q has not the contract's minLength %d", input, tt.schema.MinLength)
			}
		})
	}
}
