package sources_test

import (
	"context"
	"errors"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestChecksAskForEveryKnownObject wants contents of each known item, a refusal of the one that cannot exist, and the first bytes of a file.
func TestChecksAskForEveryKnownObject(t *testing.T) {
	t.Parallel()
	title, gone := "Soup", apierror.New(apierror.CodeNotFound)
	full, empty := &content.Item{Title: &title}, &content.Item{}
	broken := errors.New("nothing came")
	for name, tt := range map[string]struct {
		short   *content.Item
		missing error
		files   int
		begins  error
		item    apierror.Code
		media   error
	}{
		"well":                          {short: full, missing: gone, files: 1},
		"a short without contents":      {short: empty, missing: gone, files: 1, item: apierror.CodeSourceChanged},
		"an item that cannot exist":     {short: full, files: 1, item: apierror.CodeSourceChanged},
		"a wall before the missing one": {short: full, missing: apierror.New(apierror.CodeRouteDegraded), files: 1, item: apierror.CodeRouteDegraded},
		"a file that does not come":     {short: full, missing: gone, files: 1, begins: broken, media: broken},
	} {
		route := sources.Route{
			Known: func() sources.Known {
				return sources.Known{Item: &sources.Link{LocalID: "film"}, Others: []sources.Link{{LocalID: "short"}}, Missing: &sources.Link{LocalID: "never"}}
			},
			Item: func(_ context.Context, r sources.ItemRequest) (*content.Item, error) {
				switch r.Link.LocalID {
				case "short":
					return tt.short, nil
				case "never":
					return full, tt.missing
				}
				return full, nil
			},
			Media: func(context.Context, sources.ItemRequest) (*sources.Media, error) {
				return &sources.Media{Files: make([]sources.MediaFile, tt.files)}, nil
			},
		}
		err := route.AskAllKnown(t.Context(), sources.OpItem, nil)
		if (err == nil) != (tt.item == "") || err != nil && !apierror.Is(err, tt.item) {
			t.Errorf("%s: item: %v", name, err)
		}
		begins := func(context.Context, sources.MediaFile) error { return tt.begins }
		if err := route.AskAllKnown(t.Context(), sources.OpMedia, begins); !errors.Is(err, tt.media) {
			t.Errorf("%s: media: %v", name, err)
		}
	}
}
