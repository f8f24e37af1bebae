package instagram

import (
	"html"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
)

// TestReadOG reads the text for link previews: a count that the platform rounded is unknown, and so is a page of another
// post.
func TestReadOG(t *testing.T) {
	t.Parallel()
	const code = "DeCOar9gqof"
	page := func(description, address, title string) []byte {
		return []byte(`<html><head><meta property="og:description" content="` + html.EscapeString(description) + `"/><meta property="og:url" content="` +
			address + `"/><meta name="twitter:title" content="` + title + `"/></head></html>`)
	}
	const own = origin + "/reel/" + code + "/"
	tests := []struct {
		name string
		page []byte
		want *media // nil is no post
	}{
		{"exact counts", page(`7 likes, 8,873 comments - a.b on May 24, 2021: "words".`, own, "A (@a.b) • Instagram reel"),
			&media{kind: content.KindShort, text: new("words"), stats: content.Stats{Likes: new(int64(7)),
				Comments: new(int64(8873))}}},
		{"rounded likes", page(`990K likes, 1 comment - a on May 24, 2021`, own, "Instagram photo"),
			&media{kind: content.KindImage, stats: content.Stats{Comments: new(int64(1))}}},
		{"words with quotes", page(`1 like, 0 comments - a on May 4, 2021: "a "b" c"`, own, "Instagram video"),
			&media{kind: content.KindVideo, text: new(`a "b" c`), stats: content.Stats{Likes: new(int64(1)),
				Comments: new(int64(0))}}},
		{"another post", page(`7 likes, 8 comments - a on May 24, 2021`, origin+"/reel/Other/", "Instagram reel"), nil},
		{"another text", page(`See posts of a.b`, own, "Instagram reel"), nil},
		{"another kind", page(`7 likes, 8 comments - a on May 24, 2021`, own, "Instagram"), nil},
		{"an empty page", nil, nil},
		{"a cut page", page(`7 likes, 8 comments - a on May 24, 2021`, own, "Instagram reel")[:60], nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, ok := readOG(tt.page, code)
			if ok != (tt.want != nil) {
				t.Fatalf("a post: %v", ok)
			}
			if !ok {
				return
			}
			if diff := cmp.Diff(tt.want.stats, p.stats); diff != "" {
				t.Errorf("the counts differ (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want.text, p.text); diff != "" {
				t.Errorf("the text differs (-want +got):\n%s", diff)
			}
			if p.kind != tt.want.kind || !p.partial || p.published != nil || p.author != nil {
				t.Errorf("the post knows what nobody said: %+v", p)
			}
		})
	}
}
