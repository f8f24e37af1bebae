package pages

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
	long := strings.Repeat("ü", input.MaxName)
	tests := map[string]struct {
		read    func(f *form) any
		value   string
		want    any
		problem string
	}{
		"a name":                  {func(f *form) any { return f.name("v", "The name") }, " Ada ", "Ada", ""},
		"no name":                 {func(f *form) any { return f.name("v", "The name") }, "  ", "", "The name is needed."},
		"the longest name":        {func(f *form) any { return f.name("v", "The name") }, long, long, ""},
		"a name that is longer":   {func(f *form) any { return f.name("v", "The name") }, long + "x", long + "x", "The name has more than 100 characters."},
		"a name with a NUL":       {func(f *form) any { return f.name("v", "The name") }, "a\x00b", "a\x00b", "The name holds characters that cannot be kept."},
		"an email":                {func(f *form) any { return f.email("v") }, "a@b", "a@b", ""},
		"no email":                {func(f *form) any { return f.email("v") }, "a@b@c", "a@b@c", "Enter a valid email address."},
		"a password as typed":     {func(f *form) any { return f.newPassword() }, " twelve letters ", " twelve letters ", ""},
		"a short password":        {func(f *form) any { return f.newPassword() }, "short", "short", "The password needs at least 12 characters."},
		"days":                    {func(f *form) any { return f.days("v", 1, 365) }, "30", int64(30), ""},
		"too many days":           {func(f *form) any { return f.days("v", 1, 365) }, "366", int64(0), "Enter a whole number of days, at most 365."},
		"no days where some are":  {func(f *form) any { return f.days("v", 1, 365) }, "", int64(0), "Enter a whole number of days, at most 365."},
		"no days where none may":  {func(f *form) any { return f.days("v", 0, 365) }, "", int64(0), ""},
		"half a day":              {func(f *form) any { return f.days("v", 1, 365) }, "0.5", int64(0), "Enter a whole number of days, at most 365."},
		"tags":                    {func(f *form) any { return f.tags("v", nil) }, "red\r\n\r\n blue ", []string{"red", "blue"}, ""},
		"a tag of two lines":      {func(f *form) any { return f.tags("v", nil) }, "a\tb", []string{"a\tb"}, "This contains characters that are not allowed."},
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
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1500: "1.5 kB", 2_000_000_000_000: "2000.0 GB"} {
		if got := bytesWord(n); got != want {
			t.Errorf("bytesWord(%d) = %q, want %q", n, got, want)
		}
	}
}
