package views_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"socialdata/views"
)

// TestCodeKeepsItsTextInColours: what is copied from the page is the sample, and each piece has its colour.
func TestCodeKeepsItsTextInColours(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, key, want string }{
		{`curl 'https://x.example/a?b=1' -H "Bearer $KEY" # it's free`, "$KEY",
			`<span class="keyword">curl</span> <span class="string">'https://x.example/a<wbr>?b=1'</span> -H <span class="string">"Bearer <span data-key="$KEY">$KEY</span>"</span><span class="comment"> # it's free</span>`},
		{`{"id": 12, "at": null, "says": "a \"b\": <c>"}`, "",
			`{<span class="property">"id"</span>:<span class="number"> 12</span>, <span class="property">"at"</span>: <span class="keyword">null</span>, <span class="property">"says"</span>: <span class="string">"a \"b\": <c>"</span>}`},
		{`key := os.Getenv("KEY") // kept`, `os.Getenv("KEY")`, `key := <span data-key="os.Getenv("KEY")">os.Getenv("KEY")</span><span class="comment"> // kept</span>`},
		{"see https://x.example/a-1 // 2", "", `see https://x.example/a-1<span class="comment"> // 2</span>`},
	} {
		var b strings.Builder
		if err := views.Coded(tt.text, tt.key).Render(t.Context(), &b); err != nil || html.UnescapeString(b.String()) != tt.want {
			t.Errorf("%s, %v", html.UnescapeString(b.String()), err)
		}
		if plain := html.UnescapeString(regexp.MustCompile("<[^>]*>").ReplaceAllString(b.String(), "")); plain != tt.text {
			t.Errorf("%q is shown as %q", tt.text, plain)
		}
	}
}
