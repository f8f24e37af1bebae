package sources

import "testing"

func TestWithSchemeAddsHTTPS(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]string{
		"youtube.com/watch?v=aaaaaaaaaaa":          "https://youtube.com/watch?v=aaaaaaaaaaa",
		"youtu.be":                                 "https://youtu.be",
		"youtube.com:443/watch":                    "https://youtube.com:443/watch",
		"youtube.com/redirect?q=https://a.example": "https://youtube.com/redirect?q=https://a.example",
		"facebook.com?next=http://a.example/":      "https://facebook.com?next=http://a.example/",
	} {
		if got := withScheme(link); got != want {
			t.Errorf("withScheme(%q) = %q, want %q", link, got, want)
		}
	}
}

func TestWithSchemeLeavesTheRest(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]string{
		"nothing":             "",
		"https":               "https://www.youtube.com/watch?v=aaaaaaaaaaa",
		"http":                "http://tiktok.com/@a/video/1",
		"another scheme":      "ftp://example.com/a.b",
		"a scheme with a dot": "web.a://example.com",
		"a word":              "youtube",
		"a path":              "/watch?v=a.b",
		"a sentence":          "see youtube.com/watch",
		"an e-mail":           "olive@example.com",
		"a handle":            "@some.body",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := withScheme(link); got != link {
				t.Errorf("withScheme(%q) = %q", link, got)
			}
		})
	}
}
