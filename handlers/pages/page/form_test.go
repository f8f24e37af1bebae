package page

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/pagetest"
	"socialdata/handlers/session"
	"socialdata/internal/input"
	"socialdata/internal/sources"
	"socialdata/views"
)

func formOf(pairs ...string) *Form {
	f := &Form{Values: url.Values{}, Problems: map[string]string{}}
	for n := 0; n < len(pairs); n += 2 {
		f.Values.Add(pairs[n], pairs[n+1])
	}
	return f
}

func TestFormFields(t *testing.T) {
	tests := map[string]struct {
		read    func(f *Form) any
		value   string
		want    any
		problem string
	}{
		"tags":                    {func(f *Form) any { return TypedTags(f.Text("v"), nil) }, "red\r\n\r\n blue ", []string{"red", "blue"}, ""},
		"a word":                  {func(f *Form) any { return f.Word("v") }, " x ", "x", ""},
		"a word that is too long": {func(f *Form) any { return f.Word("v") }, strings.Repeat("x", MaxWord+1), "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := formOf("v", tt.value, passwordField, tt.value)
			if diff := cmp.Diff(tt.want, tt.read(f)); diff != "" {
				t.Errorf("value (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(tt.problem, f.Problems["v"]+f.Problems[passwordField]); diff != "" {
				t.Errorf("problem (-want +got)\n%s", diff)
			}
		})
	}
}

// TestUnknownChoicesStandBesideTheFilter holds that only what is asked for without being a choice is added, and cut if it is long.
func TestUnknownChoicesStandBesideTheFilter(t *testing.T) {
	choices := []views.Option{{Word: "Any"}, {Value: "a", Word: "A"}}
	long := strings.Repeat("ü", mostAsked+1)
	for asked, want := range map[string][]views.Option{
		"": nil, "a": nil, "b": {{Value: "b", Word: "b", Chosen: true, Unknown: true}},
		long: {{Value: long, Word: long[:2*mostAsked] + "…", Chosen: true, Unknown: true}},
	} {
		if diff := cmp.Diff(append(choices[:2:2], want...), formOf("v", asked).Known("v", choices)); diff != "" {
			t.Errorf("%.20q (-want +got)\n%s", asked, diff)
		}
	}
}

// TestFormsAreBound reads fields into inputs of operations, and wants the words that stand beside what is wrong.
func TestFormsAreBound(t *testing.T) {
	h, long := &Base{Service: &operations.Service{}}, strings.Repeat("ü", input.MaxName)
	name := Bound{Property: "name", Field: "v", Label: "The name"}
	read := func(name Bound) func(f *Form) any {
		return func(f *Form) any { return string(Bind[operations.CreateWorkspace](h.Service, f, name).Name) }
	}
	email := func(f *Form) any {
		return string(Bind[operations.CreateInvite](h.Service, f, Bound{Property: "email", Field: "v", Words: EmailBound.Words}, Bound{Property: "role", Given: []string{"member"}}).Email)
	}
	password := func(f *Form) any {
		return string(Bind[operations.ResetPassword](h.Service, f, NewPasswordBound(f)).Password)
	}
	days := func(f *Form) any {
		return int64(Bind[operations.KeyLife](h.Service, f, Bound{Property: "days", Field: "v", Label: "The days"}).Days)
	}
	for name, tt := range map[string]struct {
		read    func(f *Form) any
		value   string
		want    any
		problem string
	}{
		"a name":                {read(name), " Ada ", "Ada", ""},
		"no name":               {read(name), "  ", "", "The name is needed."},
		"the longest name":      {read(name), long, long, ""},
		"a name that is longer": {read(name), long + "x", "", "The name has more than 100 characters."},
		"a name with a NUL":     {read(name), "a\x00b", "", "The name holds characters that cannot be shown."},
		"an email":              {email, "a@b", "a@b", ""},
		"no email":              {email, "a@b@c", "", "Enter a valid email address."},
		"a password as typed":   {password, " twelve letters ", " twelve letters ", ""},
		"a short password":      {password, "short", "", "The password needs at least 12 characters."},
		"days":                  {days, "30", int64(30), ""},
		"too many days":         {days, "3651", int64(0), "Enter a whole number from 1 to 3,650."},
		"no days":               {days, "", int64(0), ""},
		"half a day":            {days, "0.5", int64(0), "Enter a whole number from 1 to 3,650."},
	} {
		t.Run(name, func(t *testing.T) {
			f := formOf("v", tt.value, passwordField, tt.value)
			got := tt.read(f)
			if said := f.Problems["v"] + f.Problems[passwordField]; got != tt.want && tt.problem == "" || said != tt.problem {
				t.Errorf("%#v, %q; want %#v, %q", got, said, tt.want, tt.problem)
			}
		})
	}
}

func TestFirstProblemOfAFieldStays(t *testing.T) {
	f := formOf()
	f.AddProblem("a", "first")
	f.AddProblem("a", "second")
	if f.Problems["a"] != "first" || f.OK() {
		t.Errorf("problems %v", f.Problems)
	}
}

func TestAddresses(t *testing.T) {
	for next, want := range map[string]string{
		"/w/1/keys?a=b": "/w/1/keys?a=b", "": "/", "keys": "/", "//evil.example": "/", "https://evil.example": "/", `/\evil.example`: "/",
		"/a\r\nSet-Cookie: x": "/", "/" + strings.Repeat("a", session.MaxNext): "/",
	} {
		if got := LocalPath(next); got != want {
			t.Errorf("localPath(%.40q) = %q, want %q", next, got, want)
		}
	}
	for path, want := range map[string]string{"/w/1/keys": "/w/1", "/a": "", "": ""} {
		if got := parentPath(path); got != want {
			t.Errorf("parentPath(%q) = %q, want %q", path, got, want)
		}
	}
	if got := Address("/support", "code", "", "range", "24h", "route", "a b"); got != "/support?range=24h&route=a+b" {
		t.Errorf("address = %q", got)
	}
	if got := Address("/support", "code", ""); got != "/support" {
		t.Errorf("address without values = %q", got)
	}
}

func TestTimesInWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "just now", -999 * time.Millisecond: "now", 59 * time.Second: "59 s ago", 90 * time.Second: "1 min ago", -2 * time.Hour: "in 2 h",
		47 * time.Hour: "47 h ago", 48 * time.Hour: "2 days ago",
	} {
		if got := TimeAgo(d); got != want {
			t.Errorf("timeAgo(%v) = %q, want %q", d, got, want)
		}
	}
	for ms, want := range map[int64]string{0: "0:00", 59_999: "0:59", 61_000: "1:01", 3_661_000: "1:01:01"} {
		if got := Clock(ms); got != want {
			t.Errorf("clock(%d) = %q, want %q", ms, got, want)
		}
	}
}

func TestQueriesHoldTextOnly(t *testing.T) {
	t.Parallel()
	f := ReadQuery(pagetest.Asked(t, "/a?q=%20a%0D%0Ab%20&bad=x%FFy%00z&tag=1&tag=2"))
	got := []string{f.Text("q"), f.Text("bad"), f.Text("none")}
	if diff := cmp.Diff([]string{"a\nb", "x\uFFFDy\uFFFDz", ""}, append(got, f.Values["none"]...)); diff != "" {
		t.Errorf("values (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1", "2"}, f.Values["tag"]); diff != "" {
		t.Errorf("tags (-want +got)\n%s", diff)
	}
}

func TestLinksToOlderAndNewestRows(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ at, next, older, newest string }{
		"one page":   {"/a?q=x", "", "", ""},
		"the first":  {"/a?q=x", "n", "/a?cursor=n&q=x", ""},
		"a middle":   {"/a?cursor=m&q=x", "n", "/a?cursor=n&q=x", "/a?q=x"},
		"the last":   {"/a?cursor=m&q=x", "", "", "/a?q=x"},
		"no filters": {"/a", "n&o", "/a?cursor=n%26o", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			older, newest := PageLinks(pagetest.Asked(t, tt.at), tt.next)
			if older != tt.older || newest != tt.newest {
				t.Errorf("pageLinks = %q, %q, want %q, %q", older, newest, tt.older, tt.newest)
			}
		})
	}
}

func TestUnsupportedLinksSayWhatTheyLeadTo(t *testing.T) {
	t.Parallel()
	h := &Base{Service: pagetest.Service()}
	for link, want := range map[string]string{
		"https://www.instagram.com/stories/somebody/123/":        "on Instagram that we do not support, such as a story",
		"https://www.youtube.com/playlist?list=PL0123456789":     "on YouTube that we do not support, such as a playlist",
		"https://www.tiktok.com/music/a-sound-7300000000000":     "on TikTok that we do not support, such as a live broadcast",
		"https://www.facebook.com/ads/library/?q=shoes":          "on Meta Ad Library that we do not support, such as a search",
		"https://www.youtube.com/somewhere/else/entirely/so/far": "We know this site, but not this kind of link.",
	} {
		found, problem := h.Platforms.Recognize(link)
		if problem != nil {
			t.Fatal(problem)
		}
		if got := h.WhyUnsupported(found); !strings.Contains(got, want) {
			t.Errorf("%s: %q", link, got)
		}
	}
	for _, p := range h.Platforms.All() {
		if p.Links.Others == "" {
			t.Errorf("%s does not say what else its links lead to", p.Title)
		}
	}
	if got := h.WhyUnsupported(sources.Link{Platform: "toy", Reason: sources.ObjectNotSupported}); !strings.Contains(got, "something that we do not support.") {
		t.Errorf("an unknown platform: %q", got)
	}
}
