package pages

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/internal/input"
)

func formOf(pairs ...string) *form {
	f := &form{values: url.Values{}, problems: map[string]string{}}
	for n := 0; n < len(pairs); n += 2 {
		f.values.Add(pairs[n], pairs[n+1])
	}
	return f
}

func TestFormFields(t *testing.T) {
	tests := map[string]struct {
		read    func(f *form) any
		value   string
		want    any
		problem string
	}{
		"tags":                    {func(f *form) any { return typedTags(f.text("v"), nil) }, "red\r\n\r\n blue ", []string{"red", "blue"}, ""},
		"a word":                  {func(f *form) any { return f.word("v") }, " x ", "x", ""},
		"a word that is too long": {func(f *form) any { return f.word("v") }, strings.Repeat("x", maxWord+1), "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := formOf("v", tt.value, passwordField, tt.value)
			if diff := cmp.Diff(tt.want, tt.read(f)); diff != "" {
				t.Errorf("value (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(tt.problem, f.problems["v"]+f.problems[passwordField]); diff != "" {
				t.Errorf("problem (-want +got)\n%s", diff)
			}
		})
	}
}

// TestFormsAreBound reads fields into inputs of operations, and wants the words that stand beside what is wrong.
func TestFormsAreBound(t *testing.T) {
	h, long := &Handlers{Service: &operations.Service{}}, strings.Repeat("ü", input.MaxName)
	name := bound{property: "name", field: "v", label: "The name"}
	read := func(name bound) func(f *form) any {
		return func(f *form) any { return string(bind[operations.CreateWorkspace](h.Service, f, name).Name) }
	}
	email := func(f *form) any {
		return string(bind[operations.CreateInvite](h.Service, f, bound{property: "email", field: "v", words: emailBound.words}, bound{property: "role", given: []string{"member"}}).Email)
	}
	password := func(f *form) any { return string(bind[operations.ResetPassword](h.Service, f, newPasswordBound(f)).Password) }
	days := func(f *form) any {
		return int64(bind[operations.KeyLife](h.Service, f, bound{property: "days", field: "v", label: "The days"}).Days)
	}
	for name, tt := range map[string]struct {
		read    func(f *form) any
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
			if said := f.problems["v"] + f.problems[passwordField]; got != tt.want && tt.problem == "" || said != tt.problem {
				t.Errorf("%#v, %q; want %#v, %q", got, said, tt.want, tt.problem)
			}
		})
	}
}

func TestFirstProblemOfAFieldStays(t *testing.T) {
	f := formOf()
	f.addProblem("a", "first")
	f.addProblem("a", "second")
	if f.problems["a"] != "first" || f.ok() {
		t.Errorf("problems %v", f.problems)
	}
}

func TestAddresses(t *testing.T) {
	for next, want := range map[string]string{
		"/w/1/keys?a=b": "/w/1/keys?a=b", "": "/", "keys": "/", "//evil.example": "/", "https://evil.example": "/", `/\evil.example`: "/",
		"/a\r\nSet-Cookie: x": "/", "/" + strings.Repeat("a", maxNext): "/",
	} {
		if got := localPath(next); got != want {
			t.Errorf("localPath(%.40q) = %q, want %q", next, got, want)
		}
	}
	for path, want := range map[string]string{"/w/1/keys": "/w/1", "/a": "", "": ""} {
		if got := parentPath(path); got != want {
			t.Errorf("parentPath(%q) = %q, want %q", path, got, want)
		}
	}
	if got := address("/support", "code", "", "range", "24h", "route", "a b"); got != "/support?range=24h&route=a+b" {
		t.Errorf("address = %q", got)
	}
	if got := address("/support", "code", ""); got != "/support" {
		t.Errorf("address without values = %q", got)
	}
}

func TestTimesInWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "just now", -999 * time.Millisecond: "just now", 59 * time.Second: "59 s ago", 90 * time.Second: "1 min ago", -2 * time.Hour: "in 2 h",
		47 * time.Hour: "47 h ago", 48 * time.Hour: "2 days ago",
	} {
		if got := timeAgo(d); got != want {
			t.Errorf("timeAgo(%v) = %q, want %q", d, got, want)
		}
	}
	for ms, want := range map[int64]string{0: "0:00", 59_999: "0:59", 61_000: "1:01", 3_661_000: "1:01:01"} {
		if got := clock(ms); got != want {
			t.Errorf("clock(%d) = %q, want %q", ms, got, want)
		}
	}
}

func TestSizesInWords(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1500: "1.5 kB", 2_000_000_000_000: "2000.0 GB"} {
		if got := bytesWord(n); got != want {
			t.Errorf("bytesWord(%d) = %q, want %q", n, got, want)
		}
	}
}
