package tiktok

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refusing are codes that say nothing of the content.
var refusing = []apierror.Code{apierror.CodeRouteDegraded, apierror.CodeSourceChanged, apierror.CodeNetworkTransport}

// TestWalls raises every wall, alone and with everything for embedding refused. A living item, its author and its lists
// are told truly, or the refusal is: never missing, never empty, never without files.
func TestWalls(t *testing.T) {
	for _, wall := range simulator.Walls() {
		if wall.Platform != string(content.ClipSite) {
			continue
		}
		for _, others := range [][]string{nil, {"clip_site.embed_refused"}} {
			t.Run(wall.Name+" "+strings.Join(others, " "), func(t *testing.T) {
				r, sim := play(t)
				id := first(t, r, "mira.oven", 2).ID
				must(t, sim.Raise(append(others, wall.Name)...))
				checkBehind(t, r, id)
			})
		}
	}
}

func checkBehind(t *testing.T, r sources.Route, id string) {
	to := link(id[len("clip_site:"):])
	item, err := r.Item(t.Context(), sources.ItemRequest{Link: to})
	if err == nil && item.ID != id || err != nil && !apierror.Is(err, refusing...) {
		t.Errorf("item %+v, %v", item, err)
	}
	m, err := r.Media(t.Context(), sources.ItemRequest{Link: to})
	if err == nil && len(m.Files) == 0 || err != nil && !apierror.Is(err, refusing...) {
		t.Errorf("media %+v, %v", m, err)
	}
	page, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{Handle: "mira.oven"}})
	if err == nil && len(page.Rows) == 0 || err != nil && !apierror.Is(err, refusing...) {
		t.Errorf("items %+v, %v", page, err)
	}
	thread, err := r.Comments(t.Context(), sources.CommentsRequest{Link: to})
	if err == nil && len(thread.Rows) == 0 || err != nil && !apierror.Is(err, refusing...) {
		t.Errorf("comments %+v, %v", thread, err)
	}
	found, err := r.Search(t.Context(), sources.SearchRequest{Query: "crab"})
	if err == nil && len(found.Rows) == 0 || err != nil && !apierror.Is(err, refusing...) {
		t.Errorf("search %+v, %v", found, err)
	}
}

func TestRefusals(t *testing.T) {
	items := func(t *testing.T, r sources.Route, _ string) error {
		_, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{Handle: "mira.oven"}})
		return err
	}
	comments := func(t *testing.T, r sources.Route, id string) error {
		_, err := r.Comments(t.Context(), sources.CommentsRequest{Link: link(id)})
		return err
	}
	search := func(t *testing.T, r sources.Route, _ string) error {
		_, err := r.Search(t.Context(), sources.SearchRequest{Query: "crab"})
		return err
	}
	tests := []struct {
		wall string
		ask  func(t *testing.T, r sources.Route, id string) error
		want apierror.Code
	}{
		{"clip_site.comments_refused", comments, apierror.CodeRouteDegraded},
		{"clip_site.html_answers", comments, apierror.CodeRouteDegraded},
		{"clip_site.search_login", search, apierror.CodeRouteDegraded},
		{"clip_site.empty_list", items, apierror.CodeRouteDegraded},
		{"clip_site.invalid_list", items, apierror.CodeSourceChanged},
	}
	for _, tt := range tests {
		t.Run(tt.wall, func(t *testing.T) {
			t.Parallel()
			r, sim := play(t)
			id := first(t, r, "mira.oven", 2).ID[len("clip_site:"):]
			must(t, sim.Raise(tt.wall))
			if err := tt.ask(t, r, id); !apierror.Is(err, tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// TestBehindAWalledPage reads an item from the embed player, then from oEmbed: it is incomplete, and views are unknown.
func TestBehindAWalledPage(t *testing.T) {
	r, sim := play(t)
	to := link(first(t, r, "mira.oven", 2).ID[len("clip_site:"):])
	must(t, sim.Raise("clip_site.challenge"))
	m, err := r.Media(t.Context(), sources.ItemRequest{Link: to})
	must(t, err)
	if !m.Item.Incomplete || len(m.Files) != 5 || m.Files[1].Width != 576 || m.Item.PublishedAt != nil || m.Item.Stats.Views != nil || m.Item.Stats.Comments == nil {
		t.Errorf("%+v, %d files", m.Item, len(m.Files))
	}
	sourcestest.CheckItem(t, content.ClipSite, m.Item)
	sourcestest.Golden(t, "item-played", m.Item)
	if _, err := r.Item(t.Context(), sources.ItemRequest{Link: to, Transcript: true}); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("captions of a walled page: %v", err)
	}
	sim.Fail(simulator.Failure{Platform: "clip_site", Path: "player/", Status: http.StatusServiceUnavailable})
	item, err := r.Item(t.Context(), sources.ItemRequest{Link: to})
	must(t, err)
	sourcestest.CheckItem(t, content.ClipSite, item)
	sourcestest.Golden(t, "item-oembed", item)
	if _, err := r.Media(t.Context(), sources.ItemRequest{Link: to}); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("files, which oEmbed does not name: %v", err)
	}
	sim.Heal()
	if _, err := r.Item(t.Context(), sources.ItemRequest{Link: link("7399999999999999999")}); !apierror.Is(err, apierror.CodeNotFound) {
		t.Errorf("denied by both: %v", err)
	}
	must(t, sim.Raise("clip_site.embed_refused"))
	if _, err := r.Item(t.Context(), sources.ItemRequest{Link: link("7399999999999999999")}); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("nobody says anything: %v", err)
	}
}

// TestAPageWithoutItsScript is asked for twice, a check for bots once as a phone and once as a desktop.
func TestAPageWithoutItsScript(t *testing.T) {
	r, sim := play(t)
	to := link(first(t, r, "mira.oven", 2).ID[len("clip_site:"):])
	sim.Fail(simulator.Failure{Platform: "clip_site", Path: "/@", Times: 1, Status: http.StatusOK, Body: `<html><script>1</script>TikTok</html>`})
	if item, err := r.Item(t.Context(), sources.ItemRequest{Link: to}); err != nil || item.Incomplete {
		t.Errorf("%+v, %v", item, err)
	}
	sim.Fail(simulator.Failure{Platform: "clip_site", Path: "/@", Times: 2, Status: http.StatusOK, Body: `<html>_wafchallengeid</html>`})
	if item, err := r.Item(t.Context(), sources.ItemRequest{Link: to}); err != nil || !item.Incomplete {
		t.Errorf("behind a check: %+v, %v, want what embedding tells", item, err)
	}
}

// lists plays the list of an account by a function.
func lists(t *testing.T, answer func(cursor int64, w http.ResponseWriter, r *http.Request)) sources.Route {
	t.Helper()
	sim := simulator.New()
	return Routes(sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.Path, "/creator/item_list") {
			w.Header().Set("Set-Cookie", "tt_chain_token=abc; Path=/")
			sim.ServeHTTP(w, r)
			return
		}
		cursor, _ := strconv.ParseInt(r.URL.Query().Get("cursor"), 10, 64)
		answer(cursor, w, r)
	}), Hosts()...), Options{})[0]
}

var someone = sources.ListRequest{Account: sources.AccountSelector{Handle: "otto.lathe"}}

// TestWeeksWithoutItems are passed over, a bounded number at a time; the end is where the platform says so.
func TestWeeksWithoutItems(t *testing.T) {
	last := time.Now().Add(-100 * 24 * time.Hour).Unix()
	calls := 0
	r := lists(t, func(cursor int64, w http.ResponseWriter, _ *http.Request) {
		calls++
		if cursor-week < last*1000 && cursor > last*1000 {
			_, _ = w.Write([]byte(`{"statusCode":0,"hasMorePrevious":false,"itemList":[{"id":"7300","createTime":` + strconv.FormatInt(last, 10) + `}]}`))
			return
		}
		_, _ = w.Write([]byte(`{"statusCode":0,"hasMorePrevious":true,"itemList":[]}`))
	})
	page, err := r.Items(t.Context(), someone)
	if err != nil || len(page.Rows) != 0 || page.Next == "" || calls != stepsBack {
		t.Fatalf("%+v, %v after %d calls", page, err, calls)
	}
	next := someone
	next.Token = page.Next
	if page, err = r.Items(t.Context(), next); err != nil || len(page.Rows) != 1 || page.Next != "" {
		t.Errorf("%+v, %v", page, err)
	}
}

// TestTheSamePageForEver makes up another device, and is a refusal when that does not help.
func TestTheSamePageForEver(t *testing.T) {
	var devices []string
	helps := false
	r := lists(t, func(cursor int64, w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("device_id")
		devices = append(devices, id)
		at := time.Now().Add(time.Hour).Unix()
		if helps && len(slices.Compact(devices)) > 1 {
			at = cursor/1000 - 5
		}
		_, _ = w.Write([]byte(`{"statusCode":0,"hasMorePrevious":true,"itemList":[{"id":"7300","createTime":` + strconv.FormatInt(at, 10) + `}]}`))
	})
	if _, err := r.Items(t.Context(), someone); !apierror.Is(err, apierror.CodeRouteDegraded) || len(devices) != 2 || devices[0] == devices[1] {
		t.Errorf("%v, as %v", err, devices)
	}
	devices, helps = nil, true
	if page, err := r.Items(t.Context(), someone); err != nil || len(page.Rows) != 1 {
		t.Errorf("%+v, %v", page, err)
	}
}

// TestOneVisit: the page's cookies are shown on the list of the same visit, and an account with items is never told
// empty.
func TestOneVisit(t *testing.T) {
	r := lists(t, func(_ int64, w http.ResponseWriter, r *http.Request) {
		if c, err := r.Cookie("tt_chain_token"); err != nil || c.Value != "abc" {
			t.Errorf("cookies %v", r.Cookies())
		}
		_, _ = w.Write([]byte(`{"statusCode":0,"hasMorePrevious":false,"itemList":[]}`))
	})
	if page, err := r.Items(t.Context(), someone); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("no rows of an account with nine: %+v, %v", page, err)
	}
}
