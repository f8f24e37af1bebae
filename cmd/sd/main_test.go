package main

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
	"socialdata/internal/testkit"
)

// TestEveryCommandHasAnExample walks through all commands that do something.
func TestEveryCommandHasAnExample(t *testing.T) {
	t.Parallel()
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.HasParent() && !c.HasSubCommands() && !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("%s has the example %q", c.CommandPath(), c.Example)
		}
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	walk((&app{}).root())
}

// TestLinksAreReadFromEverywhere mixes arguments, standard input, files and ids.
func TestLinksAreReadFromEverywhere(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "links")
	testkit.Must(t, os.WriteFile(file, []byte("https://a.example/file\n\n# a comment\n  video_site:g6QYSy6P-nW  \n"), 0o600))
	f := linkFlags{files: []string{file}}
	got, err := f.read(strings.NewReader("https://a.example/in\r\n"), []string{"https://a.example/arg", "-", "ad_library:12", "video_site:@handle"})
	want := []string{"https://a.example/arg", "https://a.example/in", "https://www.facebook.com/ads/library/?id=12", "video_site:@handle", "https://a.example/file",
		"https://www.youtube.com/watch?v=g6QYSy6P-nW"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	var wrong usage
	if _, err := (&linkFlags{}).read(strings.NewReader(""), []string{"-"}); !errors.As(err, &wrong) {
		t.Errorf("no links: %v", err)
	}
	if _, err := (&linkFlags{files: []string{file + "x"}}).read(nil, nil); !errors.As(err, &wrong) {
		t.Errorf("no file: %v", err)
	}
}

// TestErrorsAreSaidWithTheirDetails prints an error in words and as JSON.
func TestErrorsAreSaidWithTheirDetails(t *testing.T) {
	t.Parallel()
	refusal := &client.Refusal{Status: 400, ErrorBody: client.ErrorBody{Code: "invalid_input", Message: "The request is not valid.", RequestID: "r1", Details: map[string]any{
		"fields": []any{map[string]any{"name": "every", "in": "body", "reason": "enum", "expected": "value to be one of 1h, 6h"}}, "limit": float64(100), "subject": "wat\x1b[31mches\u202e"}}}
	var said bytes.Buffer
	(&app{err: &said}).report("", refusal)
	want := "sd: The request is not valid. (invalid_input, request r1)\n  every: expected value to be one of 1h, 6h\n  limit: 100\n  subject: wat [31mches \n"
	if said.String() != want {
		t.Errorf("%q, want %q", said.String(), want)
	}
	said.Reset()
	refusal.Message = "The request is not valid: every: value to be one of 1h, 6h."
	(&app{err: &said}).report("", refusal)
	if said.String() != strings.Replace(want, "valid. (", "valid (", 1) {
		t.Errorf("a message with its fields: %q", said.String())
	}
	said.Reset()
	(&app{err: &said}).report("", &client.Refusal{ErrorBody: client.ErrorBody{Code: "invalid_credential", Message: "It is unknown, revoked or expired.", RequestID: "r1", Details: map[string]any{"reason": "revoked"}}})
	if !strings.Contains(said.String(), "reason: revoked") {
		t.Errorf("%q does not say the reason", said.String())
	}
	said.Reset()
	(&app{err: &said, json: true}).report("https://a.example/", refusal)
	if got := said.String(); !strings.Contains(got, `"subject":"https://a.example/"`) || !strings.Contains(got, `"code":"invalid_input"`) || strings.Count(got, "\n") != 1 {
		t.Errorf("as JSON: %s", got)
	}
}

// TestInvalidFieldsAreSaidInWords: no word of a schema is printed.
func TestInvalidFieldsAreSaidInWords(t *testing.T) {
	t.Parallel()
	for want, field := range map[string]map[string]any{
		"range: expected 6h or 7d":      {"reason": "enum", "expected": "6h or 7d"},
		"range: is out of range":        {"reason": "range", "expected": ""},
		"range: is not known":           {"reason": "unknown", "expected": "no such parameter"},
		"range: is not valid (strange)": {"reason": "strange"},
	} {
		field["name"], field["in"] = "range", "query"
		if got := detailLines(map[string]any{"fields": []any{field}}); !slices.Equal(got, []string{want}) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWrongUseIsExplained: an error says what is missing and how it is done.
func TestWrongUseIsExplained(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"search ramen": "sd search needs PLATFORM and WORDS; usage: sd search PLATFORM WORDS... [flags], e.g. sd search video_site ramen noodle soup --limit 20",
		"items a b":    "sd items takes WHAT only; usage: sd items WHAT [flags], e.g. sd items video_site:@lanternkitchen --limit 50 --csv > items.csv",
		"board create": "sd board create needs NAME; usage: sd board create NAME [REFERENCE...] [flags], e.g. sd board create \"Kitchen hooks\" $REFERENCE",
		"me you":       "sd me takes no arguments; usage: sd me [flags], e.g. sd me",
		"frob":         `unknown command "frob" for "sd"; see sd --help`,
		"import-s":     `unknown command "import-s" for "sd"; did you mean import or imports?`,
		"board frob":   `unknown command "frob" for "sd board"; see sd board --help`,
	} {
		var wrong usage
		if _, err := run(strings.Fields(line)...); !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("sd %s: %v, want %s", line, err, want)
		}
	}
}

// TestOneResultIsPrintedWhole: only the cells of tables are cut.
func TestOneResultIsPrintedWhole(t *testing.T) {
	t.Parallel()
	report := client.UsageReport{FailuresByCode: []client.UsageFailure{{Code: "unavailable_private", Count: 31}, {Code: "unavailable_restricted", Count: 22}, {Code: "unavailable_removed", Count: 13}}}
	var out bytes.Buffer
	testkit.Must(t, printOne(&app{out: &out}, nil, report, usageFacts()))
	if got := out.String(); !strings.Contains(got, "unavailable_private 31, unavailable_restricted 22, unavailable_removed 13\n") {
		t.Error(got)
	}
	if got := short(strings.Repeat("a", 61)); len([]rune(got)) != cellRunes {
		t.Error(got)
	}
}

// TestAddressesAreCompleted reads addresses as people type them.
func TestAddressesAreCompleted(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"localhost:8181": "http://localhost:8181", "127.0.0.1": "http://127.0.0.1", "[::1]:8080": "http://[::1]:8080",
		"social.example.com": "https://social.example.com", "http://a:1/": "http://a:1", "ftp://a": "", "http://": "", "": ""} {
		if got, err := serviceAddress(typed); got != want || (err != nil) != (want == "") || want == "" && exitCode(err) != exitUsage {
			t.Errorf("%q: %q, %v", typed, got, err)
		}
	}
}

// TestPagesOfProxiesAreErrors has a proxy answer each command with a page of its own, which succeeds.
func TestPagesOfProxiesAreErrors(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<p>Sign in to the network</p>"))
	}))
	t.Cleanup(proxy.Close)
	const link = "https://www.youtube.com/watch?v=g6QYSy6P-nW"
	for _, line := range []string{"item " + link, "account video_site:@a", "items " + link, "import " + link, "import --wait " + link, "imports", "cancel i", "references", "media r",
		"exports list", "exports runs e", "usage", "me", "watch list", "watch report w", "board list", "search video_site a"} {
		var out bytes.Buffer
		a := &app{in: strings.NewReader(""), out: &out, err: &out, env: func(name string) string {
			return map[string]string{"SD_KEY": "sd_key", "SD_ADDRESS": proxy.URL}[name]
		}}
		root := a.root()
		root.SetArgs(strings.Fields(line))
		if err := root.ExecuteContext(t.Context()); err == nil || errors.As(err, new(usage)) {
			t.Errorf("sd %s: %v %s", line, err, out.String())
		}
	}
}
