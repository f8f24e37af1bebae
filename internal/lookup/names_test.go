package lookup_test

import (
	"context"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/observations"
)

// channelRoute answers for one account, whatever it is asked for by, and lists one item of it per page.
func channelRoute(id, handle string) sources.Route {
	ref := &content.AccountRef{ID: id, Platform: content.VideoSite, Handle: &handle}
	return sources.Route{ID: "video_site.web", Platform: content.VideoSite, ContractVersion: "1",
		Account: func(context.Context, sources.AccountSelector) (*content.Account, error) {
			return &content.Account{ID: id, Platform: content.VideoSite, Handle: &handle}, nil
		},
		Items: func(_ context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
			item := content.ItemSummary{ID: "video_site:item" + r.Token, Platform: content.VideoSite, Author: ref}
			return &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{item}, Next: r.Token + "x", Account: ref}, nil
		},
	}
}

const channel = "UCaaaaaaaaaaaaaaaaaaaaaa"

// TestOneAccountIsOneQuery: lookups by different names of one account are paid once as soon as the names are known to be the same.
func TestOneAccountIsOneQuery(t *testing.T) {
	each(t, []sources.Route{channelRoute("video_site:"+channel, "Someone")}, func(t *testing.T, b *bench) {
		ctx := context.Background()
		for n, r := range []lookup.AccountRequest{
			{Platform: content.VideoSite, Handle: "someone"},
			{Platform: content.VideoSite, Handle: "SomeOne"},
			{Platform: content.VideoSite, ID: channel},
			{URL: "https://www.youtube.com/channel/" + channel},
			{URL: "https://www.youtube.com/@someone"},
		} {
			r.Workspace, r.MaxAge = b.workspace, time.Hour
			got, err := b.Answer(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			if charged := got.Receipt.Usage.CreditsCharged; (charged == 1) != (n == 0) {
				t.Errorf("%+v costs %d", r, charged)
			}
		}
	})
}

// TestOneListIsOneQuery: so are lists, and a cursor of one spelling continues in another.
func TestOneListIsOneQuery(t *testing.T) {
	each(t, []sources.Route{channelRoute("video_site:"+channel, "someone")}, func(t *testing.T, b *bench) {
		ctx := context.Background()
		byHandle := lookup.ListRequest{Workspace: b.workspace, Platform: content.VideoSite, Account: sources.AccountSelector{Handle: "someone"}, MaxAge: time.Hour}
		byID := byHandle
		byID.Account = sources.AccountSelector{ID: channel}
		first, err := b.Answer(ctx, byHandle)
		if err != nil {
			t.Fatal(err)
		}
		second, err := b.Answer(ctx, byID)
		if err != nil || second.Receipt.Usage.CreditsCharged != 0 {
			t.Fatalf("the same list costs again: %+v, %v", second, err)
		}
		cursor := nextCursor(t, first.Body)
		var readings int64 // cursors are sealed with the second in which they were given
		testkit.Must(t, b.store.Read(ctx).Model(&observations.ListSession{}).Count(&readings).Error)
		if nextCursor(t, second.Body) == "" || readings != 1 {
			t.Errorf("the same list has %d readings", readings)
		}
		for n, r := range []lookup.ListRequest{byHandle, byID} {
			r.Cursor = cursor
			page, err := b.Answer(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			if charged := page.Receipt.Usage.CreditsCharged; (charged == 1) != (n == 0) {
				t.Errorf("page 2, time %d costs %d", n, charged)
			}
		}
		ledger, err := b.store.Billing.Ledger(ctx, b.workspace, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		charged := map[string]int{}
		for _, e := range ledger.Items {
			charged[e.Subject]++
		}
		if charged["items:video_site:"+channel] != 2 {
			t.Errorf("the ledger says that what was charged for is %v", charged)
		}
	})
}
