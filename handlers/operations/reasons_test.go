package operations

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
)

// humaMessages reads every message out of huma's source, in the version that go.mod names.
func humaMessages(t *testing.T) map[string]string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/danielgtaylor/huma/v2/validation").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	messages := map[string]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 {
				if text, ok := v.Values[0].(*ast.BasicLit); ok {
					messages[v.Names[0].Name], _ = strconv.Unquote(text.Value)
				}
			}
			return true
		})
	}
	if len(messages) < 40 {
		t.Fatalf("only %d messages were found", len(messages))
	}
	return messages
}

// TestEveryHumaMessageHasAReason fails when a version of huma says something new: it needs a word of the contract.
func TestEveryHumaMessageHasAReason(t *testing.T) {
	known := map[string]string{}
	for _, r := range reasons() {
		known[r.message] = r.reason
	}
	for name, message := range humaMessages(t) {
		t.Run(name, func(t *testing.T) {
			if known[message] == "" {
				t.Errorf("%q has no reason", message)
			}
			said := strings.NewReplacer("%s", "x", "%v", "1", "%d", "1").Replace(message)
			if got := reasonOf(said); got != known[message] {
				t.Errorf("reasonOf(%q) = %q, want %q", said, got, known[message])
			}
		})
	}
	if got := reasonOf("something new"); got != "invalid" {
		t.Errorf("an unknown message is %q", got)
	}
}

func TestFieldOfHumaDetail(t *testing.T) {
	tests := []struct {
		location, message string
		want              apierror.Field
	}{
		{"", "expected required property name to be present", apierror.Field{Name: "name", Reason: "required", Expected: "a value"}},
		{"a", "expected required property b to be present", apierror.Field{Name: "a.b", Reason: "required", Expected: "a value"}},
		{"x\ny", "unexpected property", apierror.Field{Name: "x?y", Reason: "unknown", Expected: "no such property"}},
		{"limit", "expected number <= 100", apierror.Field{Name: "limit", Reason: "range", Expected: "number <= 100"}},
		{"maxAge", "expected string to match pattern " + input.MaxAgePattern, apierror.Field{Name: "maxAge", Reason: "pattern", Expected: "0, or a number of minutes, hours or days, such as 30m, 12h or 7d"}},
		{"x", "expected string to match pattern ^x$", apierror.Field{Name: "x", Reason: "pattern", Expected: "string to match pattern ^x$"}},
		{"", "expected object", apierror.Field{Name: "body", Reason: "type", Expected: "object"}},
	}
	for _, tt := range tests {
		t.Run(tt.message, func(t *testing.T) {
			tt.want.In = "body"
			if got := fieldOf("body", &huma.ErrorDetail{Location: tt.location, Message: tt.message, Value: "secret"}); got != tt.want {
				t.Errorf("fieldOf = %+v, want %+v", got, tt.want)
			}
		})
	}
}
