package sources

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseAddressCleans(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, host, normal string }{
		{"as it is", "https://a.example/b?c=d", "a.example", "https://a.example/b?c=d"},
		{"capitals", "HTTPS://A.Example/B", "a.example", "https://a.example/B"},
		{"user info", "https://user:pw@a.example/", "a.example", "https://a.example/"},
		{"user info that holds a sign", "https://evil@b@a.example/", "a.example", "https://a.example/"},
		{"the scheme's own port", "https://a.example:443/", "a.example", "https://a.example/"},
		{"the other scheme's own port", "http://a.example:443/", "a.example", "http://a.example:443/"},
		{"an empty port", "https://a.example:/", "a.example", "https://a.example/"},
		{"the root's dot", "https://a.example./", "a.example", "https://a.example/"},
		{"a fragment", "https://a.example/b#c?d", "a.example", "https://a.example/b"},
		{"an address of version 6", "https://[2606:4700::1111]:8443/", "[2606:4700::1111]",
			"https://[2606:4700::1111]:8443/"},
		{"no path", "https://a.example?b", "a.example", "https://a.example?b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a, reason := parseAddress(tt.raw)
			if reason != "" || a.Host() != tt.host || a.normal() != tt.normal {
				t.Errorf("%q: host %q, %q, reason %q; want %q, %q", tt.raw, a.Host(), a.normal(), reason, tt.host, tt.normal)
			}
		})
	}
}

func TestParseAddressRefuses(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"a.example", "//a.example/", "ftp://a.example/", "httpx://a.example/", "http:/a.example/", "https:a.example",
		"https://", "https:///a",
		"https://:443/", "https://./", "https://a..example/", "https://.a.example/", "https://a.example:8o/",
		"https://a.example:65536/",
		"https://a.example:-1/", "https://[::1", "https://::1/", "https://[fe80::1%25eth0]/", "https://[127.0.0.1]/",
		"https://a.example\\@b.example/",
		"https://a.example/b c", "https://a.example/\x00", "https://a.example/\x7f", "https://a.example/\xff",
		"https://a%2eexample/",
		"https://<a.example>/", "java\tscript://a.example/", " https://a.example/",
	} {
		if a, reason := parseAddress(raw); reason != "pattern" {
			t.Errorf("%q is refused for %q: %q", raw, reason, a.normal())
		}
	}
	if _, reason := parseAddress(""); reason == "" || reason == "pattern" {
		t.Errorf("an empty address is refused for %q", reason)
	}
	if _, reason := parseAddress("https://a.example/" + strings.Repeat("a", 2048)); reason == "" || reason == "pattern" {
		t.Errorf("a long address is refused for %q", reason)
	}
}

func TestAddressSegments(t *testing.T) {
	t.Parallel()
	tests := []struct {
		path  string
		count int
		want  []string
	}{
		{"", 0, nil},
		{"/", 0, nil},
		{"///", 0, nil},
		{"/a//b/", 2, []string{"a", "b"}},
		{"/a%2Fb/c", 2, []string{"a/b", "c"}},
		{"/%252F", 1, []string{"%2F"}},
		{"/100%/%zz", 2, []string{"100%", "%zz"}},
		{"/%e2%82%ac", 1, []string{"€"}},
		{"/1/2/3/4/5/6", 6, []string{"1", "2", "3", "4", "5"}},
	}
	for _, tt := range tests {
		a, reason := parseAddress("https://a.example" + tt.path)
		var got []string
		for n := range 7 {
			if s := a.Segment(n); s != "" {
				got = append(got, s)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || a.Segments() != tt.count || reason != "" {
			t.Errorf("%q has %d segments, want %d (-want +got):\n%s", tt.path, a.Segments(), tt.count, diff)
		}
	}
}

func TestAddressParam(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"": "", "v=1": "1", "v=1&v=2": "1", "x=1&v=2": "2", "v": "", "v=": "", "vv=1": "", "%76=1": "1", "v=a%20b": "a b",
		"v=%zz": "%zz",
		"v=a=b": "a=b", "&&v=1": "1", "x=v=1": "", "V=1": "",
	} {
		a, _ := parseAddress("https://a.example/?" + query)
		if got := a.Param("v"); got != want {
			t.Errorf("v of %q is %q, want %q", query, got, want)
		}
	}
}

func TestNamesOfPlatforms(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text               string
		digits, code, name bool // of 1 to 4
	}{
		{"", false, false, false},
		{"1", true, true, true},
		{"1234", true, true, true},
		{"12345", false, false, false},
		{"-1", false, true, true},
		{"a_-Z", false, true, true},
		{"a.b", false, false, true},
		{"a/b", false, false, false},
		{"a b", false, false, false},
		{"é", false, false, true},
		{"東京タワ", false, false, true},
		{"٣", false, false, true},
		{"½", false, false, false},
		{"a\u200b", false, false, false},
		{"\xff", false, false, false},
		{"a\x00", false, false, false},
	}
	for _, tt := range tests {
		if got := IsDigits(tt.text, 1, 4); got != tt.digits {
			t.Errorf("IsDigits(%q) = %v", tt.text, got)
		}
		if got := IsCode(tt.text, 1, 4); got != tt.code {
			t.Errorf("IsCode(%q) = %v", tt.text, got)
		}
		if got := IsName(tt.text, 4); got != tt.name {
			t.Errorf("IsName(%q) = %v", tt.text, got)
		}
	}
	for text, want := range map[string]string{"": "", "abc": "abc", "AbC": "abc", "É": "É",
		"\u212a": "\u212a"} { // the Kelvin sign is not the letter k
		if got := LowerASCII(text); got != want {
			t.Errorf("LowerASCII(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestHostPort(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{ // "" is refused
		"https://a.example": "a.example:443", "http://a.example/b": "a.example:80", "http://a.example:8080": "a.example:8080",
		"http://[::1]": "[::1]:80", "http://[::1]:9": "[::1]:9", "": "", "a.example:80": "", "ftp://a.example": "",
		"http://": "", "http://%zz": "",
	} {
		got, err := hostPort(base)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("hostPort(%q) = %q, %v, want %q", base, got, err, want)
		}
	}
}
