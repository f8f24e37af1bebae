package main

import (
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"socialdata/docs"
	"socialdata/internal/testkit"
)

// samplesTime bounds all samples of one page.
const samplesTime = 3 * time.Minute

// TestSamples runs the samples of the documentation against one demo.
func TestSamples(t *testing.T) {
	t.Parallel()
	requirePrograms(t)
	r := reader{tools: buildClient(t)}
	r.demo, r.key = demoProgram(t)
	t.Run("guides", r.guides)
	t.Run("reference", r.reference)
}

// guides runs what the README and each guide tell a reader to run, in its order, against a demo: blocks with a title are
// files, blocks of shell are run, and the block of text or JSON after one is what it prints, where … stands for anything.
func (r reader) guides(t *testing.T) {
	t.Run("README", func(t *testing.T) { r.follows(t, "../../README.md") })
	for _, name := range docs.Order {
		t.Run(name, func(t *testing.T) { r.follows(t, "../../docs/"+docs.File(name)) })
	}
}

// reader does what pages say, with sd on PATH and the key of a demo.
type reader struct {
	tools string
	demo  *testProgram
	key   string
}

func (r reader) follows(t *testing.T, path string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	testkit.Must(t, err)
	if s := readSamples(raw); len(s.steps) > 0 {
		r.run(t, s)
	}
}

// requirePrograms skips the test where a language of the samples is not installed; in CI it must be.
func requirePrograms(t *testing.T) {
	t.Helper()
	for _, name := range []string{"bash", "curl", "python3", "node", "go"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is not on PATH: see .ci/run", name)
			}
			t.Skipf("%s is not on PATH", name)
		}
	}
}

// buildClient returns the folder of sd, which is built once in a process.
func buildClient(t *testing.T) string {
	t.Helper()
	folder, err := builtClient()
	testkit.Must(t, err)
	return folder
}

var builtClient = sync.OnceValues(func() (folder string, err error) {
	if folder, err = os.MkdirTemp(leftovers, "sd"); err != nil {
		return "", err
	}
	if said, err := exec.Command("go", "build", "-o", folder, "../sd").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, said)
	}
	return folder, nil
})

// samples are the commands and files on a page of documentation.
type samples struct {
	files map[string]string
	first string // a block of JSON with … before any step, which the last step prints; "" for none
	steps []step
}

// step is a block of shell, and what it prints if the page says so; JSON may be shown with spaces that are not printed.
type step struct {
	shell, prints string
	json          bool
}

func readSamples(page []byte) samples {
	s := samples{files: map[string]string{}}
	tree := goldmark.New().Parser().Parse(text.NewReader(page))
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		block, is := n.(*ast.FencedCodeBlock)
		if !is {
			continue
		}
		info, code := "", string(block.Lines().Value(page))
		if block.Info != nil {
			info = string(block.Info.Segment.Value(page))
		}
		language, title, _ := strings.Cut(info, " title=")
		switch {
		case title != "":
			s.files[title] = code
		case language == "jsonc" && len(s.steps) == 0:
			s.first = code
		case language == "sh":
			s.steps = append(s.steps, step{shell: code})
		case (language == "text" || language == "json") && len(s.steps) > 0:
			last := &s.steps[len(s.steps)-1]
			last.prints, last.json = code, language == "json"
		}
	}
	if s.first != "" && len(s.steps) > 0 {
		last := &s.steps[len(s.steps)-1]
		last.prints, last.json = s.first, true
	}
	return s
}

// run saves the files of a page and runs its shell.
func (r reader) run(t *testing.T, s samples) {
	t.Helper()
	folder := t.TempDir()
	here := func(text string) string { return strings.ReplaceAll(text, docs.Origin, r.demo.base) }
	for name, code := range s.files {
		testkit.Must(t, os.WriteFile(filepath.Join(folder, name), []byte(here(code)), 0o600))
	}
	const between = "\x1e\n"
	script := "set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n"
	for _, step := range s.steps {
		script += here(step.shell) + "\nprintf '\\x1e\\n'\n"
	}
	said, failure := runShell(t, folder, script, "HOME="+folder, "KEY="+r.key, "SD_KEY="+r.key, "SD_ADDRESS="+r.demo.base, "PATH="+r.tools+":"+os.Getenv("PATH"), "GOCACHE="+goCache(t))
	parts := strings.Split(said, between)
	for n, step := range s.steps {
		if n >= len(parts)-1 {
			t.Fatalf("this ended with %s\n%s\nit printed\n%s", failure, step.shell, parts[len(parts)-1])
		}
		if step.prints != "" && !step.matches(parts[n]) {
			t.Errorf("this printed\n%s\nand not\n%s\nof\n%s", parts[n], step.prints, step.shell)
		}
	}
}

// goCache returns Go's build cache, which is passed on because the reader's home is an empty directory.
func goCache(t *testing.T) string {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE").Output()
	testkit.Must(t, err)
	return strings.TrimSpace(string(said))
}

// runShell runs a script in a folder and returns what it printed and, if it failed, what it complained of.
func runShell(t *testing.T, folder, script string, env ...string) (printed, failure string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), samplesTime)
	defer cancel()
	var out, complaints strings.Builder
	command := exec.CommandContext(ctx, "bash", "-c", script)
	command.Dir, command.Stdout, command.Stderr, command.WaitDelay = folder, &out, &complaints, 5*time.Second
	command.Env = append(os.Environ(), env...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) } // the script ends what it began, as after an error
	if err := command.Run(); err != nil {
		failure = err.Error() + ": " + complaints.String()
	}
	return out.String(), failure
}

// matches reports whether a text equals the page's, where … stands for anything.
func (s step) matches(printed string) bool {
	trim := strings.TrimSpace
	if s.json {
		trim = func(text string) string { return strings.Join(strings.Fields(text), "") }
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(trim(s.prints)), "…", "(?s:.*)")
	return regexp.MustCompile("^" + pattern + "$").MatchString(trim(printed))
}

// reference runs samples of the reference in every language, as its pages show them.
func (r reader) reference(t *testing.T) {
	for chapter, operations := range map[string][]string{"items": {"lookupItem", "lookupItems", "listItems"}, "imports": {"createIngestion"}, "watches": {"createWatch"}} {
		for language, run := range map[string]string{"curl": "bash sample", "python": "python3 sample", "javascript": "node sample", "go": "go run sample"} {
			page := r.demo.page("/docs/" + chapter + "?lang=" + language)
			for _, operation := range operations {
				t.Run(operation+"/"+language, func(t *testing.T) {
					folder, extension := t.TempDir(), map[string]string{"javascript": ".mjs", "go": ".go"}[language]
					testkit.Must(t, os.WriteFile(filepath.Join(folder, "sample"+extension), []byte(sampleOf(t, page, operation)), 0o600))
					said, failure := runShell(t, folder, run+extension, "KEY="+r.key)
					if failure != "" || !strings.Contains(said, "{") || strings.Contains(said, `{"error":{`) {
						t.Errorf("%s%s", failure, said)
					}
				})
			}
		}
	}
}

// page is the body of a page that everybody may see.
func (h *testProgram) page(path string) string {
	h.t.Helper()
	answer, err := http.Get(h.base + path)
	testkit.Must(h.t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	testkit.Must(h.t, err)
	return string(body)
}

// sampleOf is the request of an operation on a page of the reference.
func sampleOf(t *testing.T, page, operation string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `id="`+operation+`"`)
	m := regexp.MustCompile(`(?s)aria-label="the request"><code>(.*?)</code>`).FindStringSubmatch(rest)
	if !found || m == nil {
		t.Fatalf("there is no sample of %s", operation)
	}
	return html.UnescapeString(regexp.MustCompile(`<[^>]+>`).ReplaceAllString(m[1], ""))
}

// demoProgram is the program with the demo's workspace, whose own imports have ended before a reader could type anything, and
// that one's key.
func demoProgram(t *testing.T) (h *testProgram, key string) {
	t.Helper()
	h = newProgram(t, map[string]string{}, func(h *testProgram) {
		var err error
		key, err = h.p.seedDemo(t.Context(), newHistory(h.p, &h.clock, h.platforms))
		testkit.Must(t, err)
	})
	caller, err := h.p.store.Accounts.FindKey(t.Context(), key)
	testkit.Must(t, err)
	h.idle(caller.WorkspaceID)
	return h, key
}
