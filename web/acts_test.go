package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages"
	"socialdata/internal/testkit"
)

// namesIn returns what the first group of a pattern matches in files, in lower case.
func namesIn(t *testing.T, files, pattern string) (found []string) {
	t.Helper()
	list, err := filepath.Glob(files)
	testkit.Must(t, err)
	for _, name := range list {
		raw, err := os.ReadFile(name)
		testkit.Must(t, err)
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(raw, -1) {
			found = append(found, strings.ToLower(string(m[1])))
		}
	}
	return found
}

// TestEveryActHasItsDoors lists every operation with the doors that lead to it: the API, pages, a tool of agents, the
// command line. A form that changes something names its operation, whose rule is then its own.
func TestEveryActHasItsDoors(t *testing.T) {
	forms := map[string][]string{}
	for _, r := range (&pages.Handlers{}).Routes(nil) {
		if r.IsForm() && r.Act == "" {
			t.Errorf("%s names no operation", r.Path)
		}
		if r.Act != "" && !slices.Contains(forms[r.Act], r.Path) {
			forms[r.Act] = append(forms[r.Act], r.Path)
		}
	}
	tools := namesIn(t, "../handlers/mcp/tools.go", `operation: "(\w+)"`)
	commands := namesIn(t, "../cmd/sd/*.go", `\b(?:api|c|client)\.([A-Z]\w*?)(?:WithBody)?(?:WithResponse)?\(`)
	var b strings.Builder
	for _, o := range operations.Table() {
		var doors []string
		if o.Path != "" {
			doors = append(doors, "API")
		}
		if slices.Contains(tools, strings.ToLower(o.ID)) {
			doors = append(doors, "MCP")
		}
		if slices.Contains(commands, strings.ToLower(o.ID)) {
			doors = append(doors, "sd")
		}
		for _, path := range forms[o.ID] {
			doors = append(doors, "page "+path)
		}
		delete(forms, o.ID)
		if len(doors) == 0 {
			t.Errorf("no door leads to %s", o.ID)
		}
		fmt.Fprintf(&b, "%s: %s\n", o.ID, strings.Join(doors, ", "))
	}
	if len(forms) > 0 {
		t.Errorf("forms of unknown operations: %v", forms)
	}
	golden(t, "doors.txt", []byte(b.String()))
}
