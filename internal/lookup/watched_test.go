package lookup_test

import (
	"context"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/watches"
)

// TestAWatchAsksForWhatIsNew asks a platform that has a quicker way for the newest rows alone, in the order that begins with
// them, and keeps such a page apart from the list that a caller asks for.
func TestAWatchAsksForWhatIsNew(t *testing.T) {
	var asked []bool
	f := &fake{item: video(1)}
	route := f.route("video_site.web")
	route.Items = func(_ context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
		asked = append(asked, r.Newest)
		return &sources.Page[content.ItemSummary]{Account: &content.AccountRef{ID: "video_site:" + r.Account.ID, Platform: content.VideoSite}}, nil
	}
	const id = "UCinventedinventedinvent"
	inTurn(t, []sources.Route{route}, func(t *testing.T, b *bench) {
		asked = nil
		src := watches.Source{Kind: watches.Account, Account: "video_site:" + id}
		for range 2 {
			if _, err := b.Watch(t.Context(), b.workspace, billing.Spender{}, src, "", time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		list := lookup.ListRequest{Workspace: b.workspace, Platform: content.VideoSite, Account: sources.AccountSelector{ID: id}, Collection: "videos", Sort: "latest", MaxAge: time.Hour}
		if _, err := b.Answer(t.Context(), list); err != nil {
			t.Fatal(err)
		}
		src.Sort = "popular"
		if _, err := b.Watch(t.Context(), b.workspace, billing.Spender{}, src, "", time.Hour); err != nil {
			t.Fatal(err)
		}
		if len(asked) != 3 || !asked[0] || asked[1] || asked[2] {
			t.Errorf("asked for what is new: %v, want the watch's first page alone", asked)
		}
	})
}
