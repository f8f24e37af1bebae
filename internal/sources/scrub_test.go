package sources

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScrubText(t *testing.T) {
	t.Parallel()
	s := newScrubber([]string{"longsecret", "short", ""})
	tests := []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"plain words", `{"title":"a key to the city"}`, `{"title":"a key to the city"}`},
		{"a value that is known", "a longsecret b", "a SCRUBBED b"},
		{"a known value that is too short", "a short b", "a short b"},
		{"a member", `{"visitorData":"abc","x":"y"}`, `{"visitorData":"SCRUBBED","x":"y"}`},
		{"a member in another case", `{"SESSIONID" : "abc"}`, `{"SESSIONID" : "SCRUBBED"}`},
		{"a member with escapes", `{"lsd":"a\"b","x":"y"}`, `{"lsd":"SCRUBBED","x":"y"}`},
		{"a member in a text", `"{\"lsd\":\"abc\",\"x\":1}"`, `"{\"lsd\":\"SCRUBBED\",\"x\":1}"`},
		{"a usual word in JSON", `{"key":"abc","ip":"x"}`, `{"key":"abc","ip":"x"}`},
		{"a parameter", "https://a.example/?key=abc&q=cat&sig=def#x", "https://a.example/?key=SCRUBBED&q=cat&sig=SCRUBBED"},
		{"a form", "lsd=abc&doc_id=7", "lsd=SCRUBBED&doc_id=7"},
		{"a parameter that is escaped", `"a?x=1\u0026sig=abc\u0026y=2"`, `"a?x=1\u0026sig=SCRUBBED\u0026y=2"`},
		{"an address in an address", "u=https%3A%2F%2Fa%3Fx%3D1%26sig%3Dabc", "u=https%3A%2F%2Fa%3Fx%3D1%26sig%3DSCRUBBED"},
		{"parameters in a page", "<a href='?a=1&amp;sig=abc;key=def'>", "<a href='?a=1&amp;sig=SCRUBBED'>"},
		{"a parameter after a semicolon", "a;ei=abc&q=cat", "a;ei=SCRUBBED&q=cat"},
		{"what only ends like a parameter", "https://a.example/?monkey=abc&x-sig=def", "https://a.example/?monkey=abc&x-sig=def"},
		{"addresses of every kind at once", "2001:db8::7/203.0.113.77:80/jane@mail.example", "2001:db8::1/192.0.2.1:80/somebody@example.com"},
		{"an address of version 6 in an address", "from 2001%3Adb8%3A%3A7%26", "from 2001:db8::1%26"},
		{"an address of version 4", "from 203.0.113.77 on", "from 192.0.2.1 on"},
		{"an address in a link", "http://203.0.113.77/x", "http://192.0.2.1/x"},
		{"an address at the end of a path", "https://a.example/clients/203.0.113.77?a/203.0.113.78", "https://a.example/clients/192.0.2.1?a/192.0.2.1"},
		{"a browser's version", "HeadlessChrome/140.0.0.0 Safari/537.36 from 203.0.113.77", "HeadlessChrome/140.0.0.0 Safari/537.36 from 192.0.2.1"},
		{"four numbers that are no address", "version 1.2.3.999", "version 1.2.3.999"},
		{"an address of version 6", "from 2001:db8:1:2:3:4:5:6 on", "from 2001:db8::1 on"},
		{"an e-mail address", `"contact":"jane.doe+x@mail.example.org!"`, `"contact":"somebody@example.com!"`},
		{"the name of an account", "https://www.tiktok.com/@jane.doe", "https://www.tiktok.com/@jane.doe"},
		{"a time of day", "at 12:34:56", "at 12:34:56"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := s.text(tt.text); got != tt.want {
				t.Errorf("%q became %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestScrubHeaders(t *testing.T) {
	t.Parallel()
	got := newScrubber(nil).answered(http.Header{
		"Content-Type": {"text/html", "x"}, "Location": {"https://a.example/?sig=abc"}, "Set-Cookie": {"a=b"},
		"Authorization":  {"Bearer x"},
		"X-Goog-Api-Key": {"k"}, "Server": {"203.0.113.77"}, "X-Other": {"y"},
	})
	want := map[string]string{"Content-Type": "text/html, x", "Location": "https://a.example/?sig=SCRUBBED",
		"Server": "192.0.2.1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the headers differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"content-type": "a"},
		newScrubber(nil).header(map[string]string{"content-type": "a", "cookie": "b"})); diff != "" {
		t.Errorf("the headers of a request differ (-want +got):\n%s", diff)
	}
}
