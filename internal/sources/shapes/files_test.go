package shapes

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/sources"
)

func overlaid(text string) (*Shapes, error) {
	return Overlay(Default(), []byte(text), sources.Platforms{})
}

// TestWhatIsWrongIsNamed wants the name of the value in the error, by which an operator finds it.
func TestWhatIsWrongIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, names string }{
		"empty":                       {"", "not a file of shapes"},
		"only white space":            {" \n\t ", "not a file of shapes"},
		"cut":                         {`{"asOf":"2026-11-01"`, "not a file of shapes"},
		"with a byte order mark":      {"\xef\xbb\xbf{}", "not a file of shapes"},
		"a list":                      {`[]`, "not a file of shapes"},
		"a text":                      {`"{}"`, "not a file of shapes"},
		"two values":                  {`{}{}`, "something follows"},
		"a comma after it":            {`{},`, "something follows"},
		"a comment":                   {`{/* new */}`, "not a file of shapes"},
		"unknown platform":            {`{"other_site":{}}`, `"other_site"`},
		"unknown name inside":         {`{"video_site":{"web":{"host":"evil.example"}}}`, `"host"`},
		"unknown document":            {`{"photo_site":{"documents":{"stories":["111111"]}}}`, `"stories"`},
		"schema as text":              {`{"schema":"1"}`, "schema"},
		"schema of 0":                 {`{"schema":0}`, "schema: want 1"},
		"schema as a fraction":        {`{"schema":1.5}`, "schema"},
		"schema too large for an int": {`{"schema":1e40}`, "schema"},
		"a date that is none":         {`{"asOf":"2026-02-30"}`, "asOf"},
		"a date with a time":          {`{"asOf":"2026-10-05T00:00:00Z"}`, "asOf"},
		"a date as a number":          {`{"asOf":20261005}`, "asOf"},
		"no agent":                    {`{"userAgent":""}`, "userAgent"},
		"an agent too long":           {`{"userAgent":"` + strings.Repeat("a", 257) + `"}`, "userAgent"},
		"an agent beyond ASCII":       {`{"userAgent":"Мозилла"}`, "userAgent"},
		"a name in small letters":     {`{"video_site":{"web":{"name":"web"}}}`, "video_site.web"},
		"no name":                     {`{"video_site":{"android":{"name":""}}}`, "video_site.android"},
		"a number with a sign":        {`{"video_site":{"visionos":{"number":"-1"}}}`, "video_site.visionos"},
		"a number as a number":        {`{"video_site":{"web":{"number":1}}}`, "number"},
		"a version with a newline":    {`{"video_site":{"web":{"version":"2.0\n"}}}`, "video_site.web"},
		"a version of a dot":          {`{"video_site":{"web":{"version":"."}}}`, "video_site.web"},
		"a version too long": {
			`{"video_site":{"web":{"version":"` + strings.Repeat("1", 33) + `"}}}`, "video_site.web",
		},
		"an SDK below 0": {`{"video_site":{"android":{"sdk":-1}}}`, "a device in up to 64"},
		"a device too long": {
			`{"video_site":{"visionos":{"deviceModel":"` + strings.Repeat("x", 65) + `"}}}`, "a device in up to 64",
		},
		"a device with a tab":   {`{"video_site":{"visionos":{"deviceMake":"a\tb"}}}`, "a device in up to 64"},
		"a platform's bad date": {`{"photo_site":{"asOf":"soon"}}`, "photo_site.asOf"},
		"a variable of ours":    {`{"photo_site":{"variables":{"post":["username"]}}}`, "photo_site.variables.post"},
		"too many variables":    {`{"photo_site":{"variables":{"post":[` + strings.TrimSuffix(strings.Repeat(`"__relay_internal__pv__Xrelayprovider",`, 17), ",") + `]}}}`, "at most 16"},
		"an ASBD of letters":    {`{"photo_site":{"asbd":"x"}}`, "photo_site.asbd"},
		"a program's bad agent": {`{"video_site":{"android":{"userAgent":"a\nb"}}}`, "video_site.android.userAgent"},
		"an app in letters":     {`{"clip_site":{"app":"x1988"}}`, "clip_site.app"},
		"no app":                {`{"photo_site":{"app":""}}`, "photo_site.app"},
		"an API without its v":  {`{"ad_library":{"graphVersion":"25.0"}}`, "ad_library.graphVersion"},
		"an API of one number":  {`{"ad_library":{"graphVersion":"v25"}}`, "ad_library.graphVersion"},
		"documents that are null": {
			`{"photo_site":{"documents":{"reels":null}}}`, "photo_site.documents.reels: want 1 to 8",
		},
		"a document that is null": {
			`{"photo_site":{"documents":{"comments":[null,""]}}}`, "photo_site.documents.comments: want ids",
		},
		"documents as a text":    {`{"ad_library":{"documents":{"details":"25068828942793558"}}}`, "details"},
		"documents as numbers":   {`{"ad_library":{"documents":{"details":[25068828942793558]}}}`, "details"},
		"a document of 5 digits": {`{"photo_site":{"documents":{"posts":["12345"]}}}`, "photo_site.documents.posts"},
		"a document of 26 digits": {
			`{"photo_site":{"documents":{"profile":["` + strings.Repeat("1", 26) + `"]}}}`, "photo_site.documents.profile",
		},
		"a document of other digits": {`{"ad_library":{"documents":{"search":["١١١١١١"]}}}`, "ad_library.documents.search"},
		"a search with a sign":       {`{"clip_site":{"known":{"query":"a&b"}}}`, "clip_site.known"},
		"a search too long": {
			`{"ad_library":{"known":{"query":"` + strings.Repeat("a", 41) + `"}}}`, "ad_library.known",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := overlaid(c.text); err == nil || !strings.Contains(err.Error(), c.names) {
				t.Errorf("%v does not name %q", err, c.names)
			}
		})
	}
}

func TestWhatIsTaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text   string
		change func(*Shapes)
	}{
		"nothing replaced":   {`{}`, func(*Shapes) {}},
		"null":               {`null`, func(*Shapes) {}},
		"white space around": {" {}\n ", func(*Shapes) {}},
		"parts that are null": {
			`{"asOf":null,"video_site":null,"clip_site":{"app":null}}`, func(*Shapes) {},
		},
		"the last of two": {`{"asOf":"2026-01-01","asOf":"2026-01-02"}`, func(s *Shapes) { s.AsOf = "2026-01-02" }},
		"a leap day":      {`{"asOf":"2028-02-29"}`, func(s *Shapes) { s.AsOf = "2028-02-29" }},
		"a visitor's name": {
			`{"video_site":{"android":{"userAgent":""}}}`, func(s *Shapes) { s.VideoSite.Android.UserAgent = "" },
		},
		"8 documents": {
			`{"ad_library":{"documents":{"search":["111111","2222222","3333333","4444444","5555555","6666666","7777777","8888888"]}}}`,
			func(s *Shapes) {
				s.AdLibrary.Documents.Search = []string{"111111", "2222222", "3333333", "4444444", "5555555", "6666666", "7777777", "8888888"}
			},
		},
		"no known objects": {
			`{"clip_site":{"known":{"item":"","missing":"","account":"","query":""}}}`, func(s *Shapes) { s.ClipSite.Known = Known{} },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := Default().clone()
			c.change(want)
			want.named()
			got, err := overlaid(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(Shapes{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAllThatIsWrongIsToldInOneOrder matters to the log, which says each problem once.
func TestAllThatIsWrongIsToldInOneOrder(t *testing.T) {
	t.Parallel()
	const text = `{"schema":9,"asOf":"","userAgent":"",
		"video_site":{"web":{"name":""},"android":{"name":""},"visionos":{"name":""}}}`
	_, first := overlaid(text)
	if n := strings.Count(first.Error(), "\n") + 1; n != 6 {
		t.Errorf("%d problems are told: %v", n, first)
	}
	for range 20 {
		if _, again := overlaid(text); again.Error() != first.Error() {
			t.Fatalf("%v\nthen\n%v", first, again)
		}
	}
}

func TestOpenWantsAFile(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{"missing": filepath.Join(t.TempDir(), "none"), "a folder": t.TempDir()} {
		if f, err := Open(path, sources.Platforms{}, slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// TestFileThatComesBack moves a good file away and back, which keeps its time.
func TestFileThatComesBack(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shapes.json")
	if err := os.WriteFile(path, []byte(`{"asOf":"2026-11-01"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path, sources.Platforms{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []struct {
		from, to string
		problem  bool
	}{{path, path + ".away", true}, {path + ".away", path, false}} {
		if err := os.Rename(move.from, move.to); err != nil {
			t.Fatal(err)
		}
		f.looked = time.Time{}
		if got := f.Now(); got.AsOf != "2026-11-01" || (f.problem != nil) != move.problem {
			t.Errorf("after %s: as of %s, problem %v", filepath.Base(move.to), got.AsOf, f.problem)
		}
	}
}

// TestWhereATextIsWrong holds that the first character that cannot be read is told by line and column, in characters.
func TestWhereATextIsWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"asOf" "2026"}`:             "(line 1, column 9)",
		"{\n  \"asOf\": \"2026\",\n}": "(line 3, column 1)",
		"{\n  \"é\": \"ü\", x":        "(line 2, column 13)",
		"{\"asOf\": \"a\nb\"}":        "(line 1, column 12)",
		"{\"asOf\":\n7}":              "(line 2, column 1)",
		"{\n\"asOf\"":                 "(line 2, column 7)",
		"":                            "(line 1, column 1)",
		`{"nobody": 1}`:               "not a file of shapes: ",
	} {
		if _, err := overlaid(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
