package adlibrary

import (
	"context"
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
