package tiktok

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

func TestAccount(t *testing.T) {
	r, _ := play(t)
	for _, handle := range []string{"mira.oven", "quiet.attic", "newly.hatched"} {
		a, err := r.Account(context.Background(), sources.AccountSelector{Handle: handle})
		if err != nil {
			t.Fatal(err)
		}
		sourcestest.CheckAccount(t, content.ClipSite, a)
		sourcestest.Golden(t, "account-"+handle, a)
	}
	for handle, want := range map[string]apierror.Code{
		"nobody.here": apierror.CodeNotFound, simulator.ClipBanned: apierror.CodeUnavailableRemoved, simulator.ClipVerify: apierror.CodeRouteDegraded,
	} {
		if _, err := r.Account(context.Background(), sources.AccountSelector{Handle: handle}); !apierror.Is(err, want) {
			t.Errorf("account %s: %v, want %s", handle, err, want)
		}
	}
	if _, err := r.Account(context.Background(), sources.AccountSelector{ID: "1", Handle: "mira.oven"}); !apierror.Is(err, apierror.CodeUnsupportedObject) {
		t.Errorf("a handle that is another's: %v", err)
	}
	if _, err := r.Account(context.Background(), sources.AccountSelector{ID: "1"}); !apierror.Is(err, apierror.CodeUnsupportedObject) {
		t.Errorf("an id alone: %v", err)
	}
}

// TestPrivateOrNot: status 10222 means private, unless the account says otherwise and shows items.
func TestPrivateOrNot(t *testing.T) {
	for said, want := range map[string]bool{
		`"user":{"id":"7"}`: true, `"user":{"id":"7","privateAccount":false},"statsV2":{"videoCount":"0"}`: true,
		`"user":{"id":"7","privateAccount":false},"statsV2":{"videoCount":"5"}`: false, `"user":{"id":"7","privateAccount":true},"statsV2":{"videoCount":"5"}`: true,
	} {
		st, _ := accountState([]byte(`<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">{"__DEFAULT_SCOPE__":{"webapp.user-detail":{"statusCode":10222,"userInfo":{` + said + `}}}}</script>`))
		if p, ok := readAccount(st); !ok || p.private() != want {
			t.Errorf("%s: private %v, want %v", said, p.private(), want)
		}
	}
}

// walk reads a list to its end and returns its ids in order.
func walk(t *testing.T, read func(token string) (*sources.Page[content.ItemSummary], error), between func(page int)) []string {
	t.Helper()
	var ids []string
	token := ""
	for n := 0; n < 20; n++ {
		page, err := read(token)
		if err != nil {
			t.Fatal(err)
		}
		for i := range page.Rows {
			sourcestest.CheckRow(t, content.ClipSite, &page.Rows[i])
			ids = append(ids, page.Rows[i].ID)
		}
		if token = page.Next; token == "" {
			return ids
		}
		between(n)
	}
	t.Fatal("the list does not end")
	return nil
}

func TestItems(t *testing.T) {
	r, sim := play(t)
	read := func(token string) (*sources.Page[content.ItemSummary], error) {
		return r.Items(context.Background(), sources.ListRequest{Account: sources.AccountSelector{Handle: "mira.oven"}, Token: token})
	}
	ids := walk(t, read, func(int) { sim.Publish("clip_site", "mira.oven") })
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			t.Errorf("%s comes twice", id)
		}
		seen[id] = true
	}
	if len(ids) != 48 {
		t.Errorf("%d rows, want the 48 of the first page's time", len(ids))
	}
	for handle, want := range map[string]apierror.Code{"quiet.attic": apierror.CodeUnavailablePrivate, "nobody.here": apierror.CodeNotFound} {
		if _, err := r.Items(context.Background(), sources.ListRequest{Account: sources.AccountSelector{Handle: handle}}); !apierror.Is(err, want) {
			t.Errorf("items of %s: %v, want %s", handle, err, want)
		}
	}
	page, err := r.Items(context.Background(), sources.ListRequest{Account: sources.AccountSelector{Handle: "newly.hatched"}})
	if err != nil || len(page.Rows) != 0 || page.Next != "" || page.Account == nil {
		t.Errorf("an empty account: %+v, %v", page, err)
	}
}

func TestEmptyAnswerIsDegraded(t *testing.T) {
	r, sim := play(t)
	sim.Fail(simulator.Failure{Platform: "clip_site", Path: "/api/", Status: http.StatusOK})
	if _, err := r.Search(context.Background(), sources.SearchRequest{Query: "crab"}); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("an empty 200: %v", err)
	}
	sim.Fail(simulator.Failure{Platform: "clip_site", Path: "/api/", Status: http.StatusOK, Body: `{"itemList":[{"id":`})
	if _, err := r.Search(context.Background(), sources.SearchRequest{Query: "crab"}); !apierror.Is(err, apierror.CodeSourceChanged) {
		t.Errorf("a cut answer: %v", err)
	}
}

// TestAnEmptyAnswerOnce is asked again: a list without a body or without its rows, and comments of an item that has some.
func TestAnEmptyAnswerOnce(t *testing.T) {
	items := func(t *testing.T, r sources.Route) (int, error) {
		page, err := r.Items(t.Context(), someone)
		if err != nil {
			return 0, err
		}
		return len(page.Rows), nil
	}
	comments := func(t *testing.T, r sources.Route) (int, error) {
		page, err := r.Comments(t.Context(), sources.CommentsRequest{Link: link(first(t, r, "mira.oven", 2).ID[len("clip_site:"):])})
		if err != nil {
			return 0, err
		}
		return len(page.Rows), nil
	}
	for _, tt := range []struct {
		name, path, body string
		ask              func(*testing.T, sources.Route) (int, error)
	}{
		{"a list without a body", "/creator/item_list", "", items},
		{"a list that promises more", "/creator/item_list", `{"statusCode":0,"hasMorePrevious":true}`, items},
		{"a list of an account with items", "/creator/item_list", `{"statusCode":0,"hasMorePrevious":false,"itemList":[]}`, items},
		{"a list of unknown elements", "/creator/item_list", `{"statusCode":0,"hasMorePrevious":false,"itemList":[{"card":{"id":"7300"}}]}`, items},
		{"comments of unknown elements", "/comment/list", `{"status_code":0,"comments":[{"card":{}}],"has_more":0,"total":1}`, comments},
		{"comments without a body", "/comment/list", "", comments},
		{"comments of an item that has some", "/comment/list", `{"status_code":0,"comments":null,"has_more":0,"total":0}`, comments},
	} {
		lasting := apierror.CodeRouteDegraded
		if strings.Contains(tt.name, "unknown") {
			lasting = apierror.CodeSourceChanged
		}
		for times, want := range map[int]apierror.Code{1: "", 9: lasting} {
			t.Run(fmt.Sprintf("%s %d times", tt.name, times), func(t *testing.T) {
				r, sim := play(t)
				sim.Fail(simulator.Failure{Platform: "clip_site", Path: tt.path, Times: times, Status: http.StatusOK, Body: tt.body})
				rows, err := tt.ask(t, r)
				if want == "" && (err != nil || rows == 0) || want != "" && !apierror.Is(err, want) {
					t.Errorf("%d rows, %v, want %q", rows, err, want)
				}
			})
		}
	}
}

// TestCommentsAreAskedFromTheItem sends the item's page as Referer, as that page does.
func TestCommentsAreAskedFromTheItem(t *testing.T) {
	sim := simulator.New()
	r := Routes(sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/comment/list") && r.Referer() != "https://www.tiktok.com/@someone/video/"+r.URL.Query().Get("aweme_id") {
			t.Errorf("Referer %q", r.Referer())
		}
		sim.ServeHTTP(w, r)
	}), Hosts()...), Options{})[0]
	if _, err := r.Comments(t.Context(), sources.CommentsRequest{Link: link(first(t, r, "mira.oven", 2).ID[len("clip_site:"):])}); err != nil {
		t.Fatal(err)
	}
}

func TestComments(t *testing.T) {
	r, _ := play(t)
	row := first(t, r, "mira.oven", 2) // behind the two pinned ones: the newest
	request := sources.CommentsRequest{Link: link(row.ID[len("clip_site:"):])}
	page, err := r.Comments(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	for i := range page.Rows {
		sourcestest.CheckComment(t, content.ClipSite, &page.Rows[i])
	}
	if len(page.Rows) != 20 || page.Next != "20" || !*page.Rows[0].Pinned || *page.Rows[0].Replies != 25 || page.Item.ID != row.ID {
		t.Errorf("%d rows, next %q, first %+v", len(page.Rows), page.Next, page.Rows[0])
	}
	request.Parent = page.Rows[0].ID
	replies, err := r.Comments(context.Background(), request)
	if err != nil || len(replies.Rows) != 20 || *replies.Rows[0].ParentID != request.Parent || replies.Next == "" {
		t.Errorf("replies: %+v, %v", replies, err)
	}
	if _, err := r.Comments(context.Background(), sources.CommentsRequest{Link: link("7399999999999999999")}); !apierror.Is(err, apierror.CodeNotFound) {
		t.Errorf("comments of nothing: %v", err)
	}
}

func TestSearch(t *testing.T) {
	r, _ := play(t)
	ids := walk(t, func(token string) (*sources.Page[content.ItemSummary], error) {
		return r.Search(context.Background(), sources.SearchRequest{Query: "tide", Token: token})
	}, func(int) {})
	if len(ids) != 14 {
		t.Errorf("%d items, want 14 without the card of a person", len(ids))
	}
	people, err := r.Accounts(context.Background(), sources.SearchRequest{Query: "lathe"})
	if err != nil || len(people.Rows) != 1 || *people.Rows[0].Followers != 12873 {
		t.Errorf("people: %+v, %v", people, err)
	}
}
