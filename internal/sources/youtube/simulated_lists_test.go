package youtube

import (
	"slices"
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
		"verified": {Handle: "LanternKitchen"}, "small": {Handle: "quietorbit"}, "other-script": {Handle: "喫茶みどり"}, "gated": {ID: first(t, r, "northbarrel", "videos", "").Account.ID[len("video_site:"):]},
		"legacy-name": {URL: "https://www.youtube.com/user/hollowpine"},
	} {
		a, err := r.Account(t.Context(), sel)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sourcestest.CheckAccount(t, content.VideoSite, a)
		sourcestest.Golden(t, "account-"+name, a)
	}
	for id, code := range map[string]apierror.Code{simulator.ChannelRemoved: apierror.CodeUnavailableRemoved, "UCnobodyhasthisid0000001": apierror.CodeNotFound} {
		if _, err := r.Account(t.Context(), sources.AccountSelector{ID: id}); !apierror.Is(err, code) {
			t.Errorf("%s: %v, want %s", id, err, code)
		}
	}
	if _, err := r.Account(t.Context(), sources.AccountSelector{Handle: "nobody-has-this"}); !apierror.Is(err, apierror.CodeNotFound) {
		t.Errorf("unknown handle: %v", err)
	}
}

// walk reads a list to its end; between is called after every page.
func walk(t *testing.T, r sources.Route, req sources.ListRequest, between func(page int)) (rows []content.ItemSummary) {
	t.Helper()
	for n := 1; n < 20; n++ {
		p, err := r.Items(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Rows {
			sourcestest.CheckRow(t, content.VideoSite, &p.Rows[i])
			if p.Rows[i].Author == nil {
				t.Errorf("page %d: %s has no author", n, p.Rows[i].ID)
			}
		}
		rows = append(rows, p.Rows...)
		if p.Next == "" {
			return rows
		}
		req.Token, req.Known = p.Next, p.Account
		between(n)
	}
	t.Fatal("the list does not end")
	return nil
}

func TestLists(t *testing.T) {
	r, _ := play(t)
	nothing := func(int) {}
	for _, c := range []struct {
		handle, collection string
		count              int
		kind               content.Kind
	}{
		{"lanternkitchen", "videos", 65, content.KindVideo}, {"lanternkitchen", "shorts", 52, content.KindShort}, {"marlow.maps", "streams", 4, content.KindVideo},
		{"hollowpine", "streams", 0, ""}, {"northbarrel", "videos", 5, content.KindVideo},
	} {
		rows := walk(t, r, sources.ListRequest{Account: sources.AccountSelector{Handle: c.handle}, Collection: c.collection}, nothing)
		if len(rows) != c.count || len(rows) > 0 && rows[0].Kind != c.kind {
			t.Errorf("%s of %s: %d rows, want %d", c.collection, c.handle, len(rows), c.count)
		}
		for _, row := range rows {
			if row.PublishedAt != nil {
				t.Errorf("%s: an instant was made of %q", row.ID, *row.PublishedText)
			}
		}
	}
	streams := first(t, r, "marlow.maps", "streams", "").Rows
	if streams[0].DurationMs != nil || streams[0].Live || !streams[1].Live || streams[1].DurationMs != nil || streams[2].DurationMs == nil {
		t.Errorf("streams: %+v", streams[:3])
	}
	sourcestest.Golden(t, "list-streams", streams)
}

func TestPopular(t *testing.T) {
	r, _ := play(t)
	for _, handle := range []string{"lanternkitchen", "hollowpine"} { // with chips and without
		rows := walk(t, r, sources.ListRequest{Account: sources.AccountSelector{Handle: handle}, Collection: "videos", Sort: "popular"}, func(int) {})
		if !slices.IsSortedFunc(rows, func(a, b content.ItemSummary) int { return int(*b.Stats.Views - *a.Stats.Views) }) || len(rows) < 12 {
			t.Errorf("%s: %d rows out of order", handle, len(rows))
		}
	}
}

// Rows that come and go while someone reads move no other row past the reader.
func TestListWhileItChanges(t *testing.T) {
	r, s := play(t)
	before := first(t, r, "lanternkitchen", "videos", "").Rows
	rows := walk(t, r, sources.ListRequest{Account: sources.AccountSelector{Handle: "lanternkitchen"}, Collection: "videos"}, func(page int) {
		s.Publish("video_site", "lanternkitchen")
		s.Remove("video_site", localID(before[page].ID))
	})
	seen := map[string]bool{}
	for _, row := range rows {
		if seen[row.ID] {
			t.Errorf("%s twice", row.ID)
		}
		seen[row.ID] = true
	}
	if len(rows) != 65 {
		t.Errorf("%d rows, want 65", len(rows))
	}
	if _, err := r.Item(t.Context(), named(localID(before[1].ID))); !apierror.Is(err, apierror.CodeUnavailableRemoved) {
		t.Errorf("a removed item: %v", err)
	}
}

func TestComments(t *testing.T) {
	r, _ := play(t)
	link := named(localID(first(t, r, "lanternkitchen", "videos", "").Rows[0].ID)).Link
	read := func(req sources.CommentsRequest) (rows []content.Comment) {
		for {
			p, err := r.Comments(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			for i := range p.Rows {
				sourcestest.CheckComment(t, content.VideoSite, &p.Rows[i])
			}
			rows = append(rows, p.Rows...)
			if req.Token = p.Next; p.Next == "" {
				return rows
			}
		}
	}
	top := read(sources.CommentsRequest{Link: link, Sort: "top"})
	latest := read(sources.CommentsRequest{Link: link, Sort: "latest"})
	replies := read(sources.CommentsRequest{Link: link, Parent: top[0].ID})
	if len(top) != 46 || len(latest) != 46 || len(replies) != 25 || !*top[0].Pinned || !*top[0].ByItemAuthor || *replies[0].ParentID != top[0].ID || *top[0].Replies != 25 {
		t.Errorf("%d top, %d latest, %d replies; first %+v", len(top), len(latest), len(replies), top[0])
	}
	sourcestest.Golden(t, "comments", top[:3])
	sourcestest.Golden(t, "replies", replies[:2])
	off, err := r.Comments(t.Context(), sources.CommentsRequest{Link: named(localID(first(t, r, "hollowpine", "videos", "").Rows[1].ID)).Link})
	if err != nil || len(off.Rows) != 0 || off.Next != "" {
		t.Errorf("comments that are off: %+v %v", off, err)
	}
}

func TestSearch(t *testing.T) {
	r, _ := play(t)
	req, count := sources.SearchRequest{Query: "lantern"}, 0
	for {
		p, err := r.Search(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Rows {
			sourcestest.CheckRow(t, content.VideoSite, &p.Rows[i])
		}
		if count == 0 {
			sourcestest.Golden(t, "search", p.Rows[:2])
		}
		count += len(p.Rows)
		if req.Token = p.Next; p.Next == "" {
			break
		}
	}
	if count != 65 {
		t.Errorf("%d rows", count)
	}
	people, err := r.Accounts(t.Context(), sources.SearchRequest{Query: "みどり"})
	if err != nil || len(people.Rows) != 1 {
		t.Fatalf("%+v %v", people, err)
	}
	sourcestest.Golden(t, "search-accounts", people.Rows)
	none, err := r.Search(t.Context(), sources.SearchRequest{Query: "nothing is called so"})
	if err != nil || len(none.Rows) != 0 || none.Next != "" {
		t.Errorf("%+v %v", none, err)
	}
}
