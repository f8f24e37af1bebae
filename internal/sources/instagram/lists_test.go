package instagram

import (
	"context"
	"net/http"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

func TestAccount(t *testing.T) {
	r, _ := play(t)
	for name, sel := range map[string]sources.AccountSelector{
		"by-handle": {Handle: "Lumen.Harbor"}, "private": {Handle: "hushed.garden"}, "empty": {URL: origin + "/blank.canvas/"},
	} {
		a, err := r.Account(context.Background(), sel)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		sourcestest.CheckAccount(t, content.PhotoSite, a)
		sourcestest.Golden(t, "account-"+name, a)
	}
	byNumber, err := r.Account(context.Background(), sources.AccountSelector{ID: "900101"})
	if err != nil || byNumber.ID != "photo_site:900101" || *byNumber.Handle != "lumen.harbor" || byNumber.Stats.Items == nil || *byNumber.Stats.Items != 46 {
		t.Errorf("by its number: %+v, %v", byNumber, err)
	}
	if _, err := r.Account(context.Background(), sources.AccountSelector{ID: "1"}); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("the null of one query is proof of nothing: %v", err)
	}
	for handle, want := range map[string]apierror.Code{
		"nobody.here": apierror.CodeNotFound, simulator.PhotoWaiting: apierror.CodeRouteDegraded, simulator.PhotoWall: apierror.CodeRouteDegraded,
	} {
		if _, err := r.Account(context.Background(), sources.AccountSelector{Handle: handle}); !apierror.Is(err, want) {
			t.Errorf("account %s: %v, want %s", handle, err, want)
		}
	}
}

func walk(t *testing.T, r sources.Route, q sources.ListRequest, between func()) []string {
	t.Helper()
	var ids []string
	for n := 0; n < 20; n++ {
		page, err := r.Items(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 && page.Account == nil {
			t.Error("the first page does not name the account")
		}
		for i := range page.Rows {
			sourcestest.CheckRow(t, content.PhotoSite, &page.Rows[i])
			ids = append(ids, page.Rows[i].ID)
		}
		if page.Next == "" {
			return ids
		}
		q.Token, q.Known = page.Next, page.Account
		between()
	}
	t.Fatal("the list does not end")
	return nil
}

func TestItems(t *testing.T) {
	r, sim := play(t)
	whose := sources.AccountSelector{Handle: "lumen.harbor"}
	for collection, want := range map[string]int{"posts": 46, "reels": 12} {
		ids := walk(t, r, sources.ListRequest{Account: whose, Collection: collection}, func() { sim.Publish("photo_site", "lumen.harbor") })
		seen := map[string]bool{}
		for _, id := range ids {
			if seen[id] {
				t.Errorf("%s: %s comes twice", collection, id)
			}
			seen[id] = true
		}
		if len(ids) != want {
			t.Errorf("%s: %d rows, want %d", collection, len(ids), want)
		}
		sim = simulator.New()
		r = Routes(sourcestest.Fetcher(t, sim, Hosts()...), Options{})[0]
	}
	if _, err := r.Items(context.Background(), sources.ListRequest{Account: sources.AccountSelector{Handle: "hushed.garden"}}); !apierror.Is(err, apierror.CodeUnavailablePrivate) {
		t.Errorf("items of a private account: %v", err)
	}
	if ids := walk(t, r, sources.ListRequest{Account: sources.AccountSelector{Handle: "blank.canvas"}}, func() {}); len(ids) != 0 {
		t.Errorf("items of an empty account: %v", ids)
	}
}

// TestItemsOfThePage: when the tab refuses, the posts that the account's page shows are given, and the list goes on
// behind.
func TestItemsOfThePage(t *testing.T) {
	r, sim := play(t)
	sim.Fail(simulator.Failure{Platform: "photo_site", Path: "/api/graphql", Skip: 1, Times: 1, Status: http.StatusUnauthorized, Body: `{"message":"login_required","status":"fail"}`})
	ids := walk(t, r, sources.ListRequest{Account: sources.AccountSelector{Handle: "lumen.harbor"}}, func() {})
	if len(ids) != 46 {
		t.Errorf("%d rows, want 46", len(ids))
	}
}

func TestComments(t *testing.T) {
	r, sim := play(t)
	q := sources.CommentsRequest{Link: link(code(t, r, "lumen.harbor", 0))}
	page, err := r.Comments(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	for i := range page.Rows {
		sourcestest.CheckComment(t, content.PhotoSite, &page.Rows[i])
	}
	if len(page.Rows) != 15 || page.Total != nil || page.Rows[0].Replies != nil || !*page.Rows[0].ByItemAuthor {
		t.Errorf("%d rows of %v, first %+v", len(page.Rows), page.Total, page.Rows[0])
	}
	second := q
	second.Token = page.Next
	if page, err := r.Comments(context.Background(), second); err != nil || len(page.Rows) != 12 || page.Next != "" {
		t.Errorf("second page: %+v, %v", page, err)
	}
	replies := q
	replies.Parent = page.Rows[0].ID
	if _, err := r.Comments(context.Background(), replies); !apierror.Is(err, apierror.CodeUnsupportedObject) {
		t.Errorf("replies, which visitors are not shown: %v", err)
	}
	if _, err := r.Comments(context.Background(), sources.CommentsRequest{Link: link("NoSuchPost1")}); !apierror.Is(err, apierror.CodeNotFound) {
		t.Errorf("comments of a post that is not there: %v", err)
	}
	for _, wall := range []string{"photo_site.comments_late", "photo_site.login_gate", "photo_site.null_root"} {
		must(t, sim.Raise(wall))
		if _, err := r.Comments(context.Background(), q); !apierror.Is(err, apierror.CodeRouteDegraded) {
			t.Errorf("%s: %v", wall, err)
		}
		sim.Lower()
	}
	sim.Fail(simulator.Failure{Platform: "photo_site", Path: "/api/graphql", Times: 1, Status: http.StatusOK,
		Body: `{"data":{"xig_polaris_media":{"comments_connection":{"edges":[],"page_info":{"has_next_page":true,"end_cursor":null}}}}}`})
	if page, err := r.Comments(context.Background(), q); err != nil || len(page.Rows) != 15 {
		t.Errorf("comments that came late once: %+v, %v", page, err)
	}
}
