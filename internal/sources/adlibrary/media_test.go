package adlibrary

import (
	"context"
	"slices"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

func TestMedia(t *testing.T) {
	f := sourcestest.Fetcher(t, simulator.New(), Hosts()...)
	r := Routes(f, Options{})[0]
	for id, want := range map[string]struct {
		kind content.MediaKind
		n    int
	}{
		simulator.AdDeeplink: {content.MediaVideo, 1}, "1799999000000000": {content.MediaImage, 1}, "1799998000000000": {content.MediaImage, 4},
	} {
		m, err := r.Media(context.Background(), sources.ItemRequest{Link: sources.Link{Platform: content.AdLibrary, LocalID: id}})
		if err != nil {
			t.Fatal(err)
		}
		sourcestest.CheckMedia(t, content.AdLibrary, f, m)
		if len(m.Files) != want.n || m.Files[0].Kind != want.kind || m.Files[0].ExpiresAt == nil {
			t.Errorf("ad %s: files %+v, want %d of kind %s", id, m.Files, want.n, want.kind)
		}
	}
}

// TestEqualCreativesAreTwoParts: a creative that shows what another shows keeps its place, and the later ones do not move up.
func TestEqualCreativesAreTwoParts(t *testing.T) {
	t.Parallel()
	at := func(name string) *string { return new("https://scontent.fbcdn.net/v/" + name + ".jpg") }
	files := filesOf([]content.Creative{{Kind: "image", MediaURL: at("a")}, {Kind: "image", MediaURL: at("a")}, {Kind: "image"}, {Kind: "image", MediaURL: new("https://elsewhere.example/b.jpg")}, {Kind: "image", MediaURL: at("c")}})
	var got []string
	for _, f := range files {
		got = append(got, f.URL)
	}
	if want := []string{*at("a"), *at("a"), "", *at("c")}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
