package views_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"socialdata/internal/testkit"
	"socialdata/views"
)

// hashed are the addresses of assets, which change with every change of a style.
var hashed = regexp.MustCompile(`(/static/[a-z]+)\.[0-9a-f]{12}\.`)

// within finds links to a place of their own page.
var within = regexp.MustCompile(`href="#([^"]+)"`)

// TestMarkupGolden holds the markup of every state of the frame and of what every page puts into it: empty, filled,
// refused, and with texts as long as they may be.
func TestMarkupGolden(t *testing.T) {
	seen := map[string]bool{}
	for _, states := range []map[string]templ.Component{peopleStates(), workStates(), referenceStates(), boardStates(), tagStates(), channelStates(), shareStates(), supportStates(), ownerStates(), {"parts": views.AllParts(inside("All parts", "overview"))}} {
		for name, page := range states {
			if seen[name] {
				t.Fatalf("two states are called %s", name)
			}
			seen[name] = true
			t.Run(name, func(t *testing.T) { holds(t, name, page) })
		}
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !seen[strings.TrimSuffix(f.Name(), ".html")] {
			t.Errorf("testdata/%s belongs to no state", f.Name())
		}
	}
}

func holds(t *testing.T, name string, page templ.Component) {
	t.Helper()
	var b bytes.Buffer
	if err := page.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(name, "frame-") { // the frame has states of its own
		_, rest, _ := strings.Cut(b.String(), "<main")
		b.Reset()
		b.WriteString("<main" + strings.TrimSuffix(rest, "</body></html>"))
	}
	got := hashed.ReplaceAllString(strings.ReplaceAll(b.String(), "><", ">\n<"), "$1.") + "\n"
	for _, bad := range []string{"style=\"", "<script>", "onclick=", "javascript:"} {
		if strings.Contains(got, bad) {
			t.Errorf("the policy of our pages does not allow %q", bad)
		}
	}
	for _, link := range within.FindAllStringSubmatch(got, -1) {
		if n := strings.Count(got, ` id="`+link[1]+`"`); n != 1 {
			t.Errorf("a link leads to #%s, which is there %d times", link[1], n)
		}
	}
	path := filepath.Join("testdata", name+".html")
	if *testkit.Update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s differs (%v): run with -update and read the diff", path, err)
	}
}

// long is a text without a place to break, and one with many.
var long = strings.Repeat("a very long title that goes on ", 9) + strings.Repeat("x", 120)

func outside(title string) views.Frame { return views.Frame{Title: title, Now: "2026-11-21T14:00:00Z"} }

func inside(title, place string) views.Frame {
	w := views.Workspace{ID: "w1", Name: "Lantern Kitchen", Editor: true}
	return views.Frame{Title: title, Place: place, Now: "2026-11-21T14:00:00Z", Here: "/w/w1", Person: &views.Person{Name: "Olive Owner", Email: "olive@example.com"},
		Workspace: &w, Workspaces: []views.Workspace{w, {ID: "w2", Name: "Second"}}}
}

func asMember(f views.Frame) views.Frame {
	w := *f.Workspace
	w.Editor, f.Closed = false, []string{"try", "keys", "credits"}
	f.Workspace = &w
	return f
}

var (
	past = views.When{Exact: "21 Nov 2026, 13:57:00 UTC", Ago: "3 min ago", Machine: "2026-11-21T13:57:00Z"}
	soon = views.When{Exact: "21 Nov 2026, 14:02:10 UTC", Ago: "in 2 min", Machine: "2026-11-21T14:02:10Z"}
	site = views.Platform{Mark: "M6.8 6v4l3.2-2z", Word: "YouTube"}
	good = views.State{Tone: "good", Word: "Succeeded"}
	busy = views.State{Tone: "busy", Word: "Running"}
	bad  = views.State{Tone: "bad", Word: "Failed"}
)
