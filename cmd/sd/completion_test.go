package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/testkit"
)

// TestCompletionScripts: each shell gets a script that asks this program.
func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	for shell, has := range map[string]string{
		"bash": "complete -o default -F __start_sd sd", "zsh": "#compdef sd", "fish": "complete -c sd", "powershell": "Register-ArgumentCompleter",
	} {
		script, err := run("completion", shell)
		if err != nil || !strings.Contains(script, has) || !strings.Contains(script, "__complete") {
			t.Errorf("%s: %v %.300s", shell, err, script)
		}
	}
}

// TestCompletedWords asks as the scripts do, and holds the words against the contract.
func TestCompletedWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want []string
	}{
		{"import --profile ", contractWords(t, "components schemas CreateIngestionRequest properties mediaProfile enum")},
		{"watch add --every ", contractWords(t, "components schemas CreateWatchRequest properties every enum")},
		{"watch add --search ", contractWords(t, "paths /v1/search get parameters platform schema enum")},
		{"search ", contractWords(t, "paths /v1/search get parameters platform schema enum")},
		{"items --collection ", contractWords(t, "paths /v1/items get parameters collection schema enum")},
		{"items --sort ", contractWords(t, "paths /v1/items get parameters sort schema enum")},
		{"events --type ", contractWords(t, "paths /v1/events get parameters type schema items enum")},
		{"imports --state ", contractWords(t, "paths /v1/ingestions get parameters state schema items enum")},
		{"imports --platform ", contractWords(t, "paths /v1/ingestions get parameters platform schema enum")},
		{"usage --range ", contractWords(t, "paths /v1/workspaces/{workspaceId}/usage get parameters range schema enum")},
		{"search video_site ", nil},
		{"item ", nil},
	} {
		out, err := run(append([]string{"__complete"}, strings.Split(c.line, " ")...)...)
		words, directive, _ := strings.Cut(out, ":")
		got := strings.Fields(words)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, c.want) || !strings.HasPrefix(directive, "4") { // no names of files
			t.Errorf("sd %s: %v\n%q, want %q, directive %s", c.line, err, got, c.want, directive)
		}
	}
	for _, line := range []string{"export --output ", "bundle --output ", "verify --key "} {
		if out, err := run(append([]string{"__complete"}, strings.Split(line, " ")...)...); err != nil || !strings.HasPrefix(out, ":0") {
			t.Errorf("sd %s completes no names of files: %v %s", line, err, out)
		}
	}
}

// contractWords reads an enum of the contract; a parameter is found by its name.
func contractWords(t *testing.T, path string) (words []string) {
	t.Helper()
	raw, err := os.ReadFile("../../web/testdata/openapi.json")
	testkit.Must(t, err)
	var at any
	testkit.Must(t, json.Unmarshal(raw, &at))
	for _, name := range strings.Fields(path) {
		switch v := at.(type) {
		case map[string]any:
			at = v[name]
		case []any:
			n := slices.IndexFunc(v, func(p any) bool { return p.(map[string]any)["name"] == name })
			at = v[max(0, n)]
		}
	}
	for _, w := range at.([]any) {
		words = append(words, w.(string))
	}
	slices.Sort(words)
	return words
}
