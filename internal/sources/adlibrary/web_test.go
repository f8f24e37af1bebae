package adlibrary

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// play is the web route, led to a simulated platform.
func play(t testing.TB) (sources.Route, *simulator.Simulator) {
	t.Helper()
	sim := simulator.New()
	return Routes(sourcestest.Fetcher(t, sim, Hosts()...), Options{})[0], sim
}

func lookup(r sources.Route, id string) (*content.Item, error) {
	return r.Item(context.Background(), sources.ItemRequest{Link: sources.Link{Platform: content.AdLibrary, LocalID: id}})
}

func TestItem(t *testing.T) {
	r, _ := play(t)
	for name, id := range map[string]string{
		"deeplink": simulator.AdDeeplink, "card": simulator.AdCard, "image": "1799999000000000", "inactive": "1799992000000000", "europe": "1799999999999999",
		"political": "1799999999999998", "catalogue": "1799999999999997",
	} {
		t.Run(name, func(t *testing.T) {
			item, err := lookup(r, id)
			if err != nil {
				t.Fatal(err)
			}
			sourcestest.CheckItem(t, content.AdLibrary, item)
			sourcestest.Golden(t, "item-"+name, item)
		})
	}
}

func TestItemRefused(t *testing.T) {
	r, _ := play(t)
	for id, want := range map[string]apierror.Code{
		"1234567890": apierror.CodeNotFound, "1799999999999996": apierror.CodeUnavailableRestricted, simulator.AdUnpainted: apierror.CodeRouteDegraded,
		simulator.AdCaptcha: apierror.CodeRouteDegraded, simulator.AdHeldBack: apierror.CodeRouteDegraded,
	} {
		if _, err := lookup(r, id); !apierror.Is(err, want) {
			t.Errorf("ad %s: %v, want %s", id, err, want)
		}
	}
}

// walk reads a list to its end.
func walk(t *testing.T, read func(token string) (*sources.Page[content.ItemSummary], error), between func()) []string {
	t.Helper()
	var ids []string
	token := ""
	for n := 0; n < 20; n++ {
		page, err := read(token)
		if err != nil {
			t.Fatal(err)
		}
		if (n == 0) != (page.Total != nil) {
			t.Errorf("page %d: total %v, want one on the first page alone", n, page.Total)
		}
		for i := range page.Rows {
			sourcestest.CheckRow(t, content.AdLibrary, &page.Rows[i])
			ids = append(ids, page.Rows[i].ID)
		}
		if token = page.Next; token == "" {
			return ids
		}
		between()
	}
	t.Fatal("the list does not end")
	return nil
}

func TestItems(t *testing.T) {
	r, sim := play(t)
	q := sources.ListRequest{Account: sources.AccountSelector{ID: "5000000000101"}, Ads: sources.AdFilter{Status: "all"}}
	ids := walk(t, func(token string) (*sources.Page[content.ItemSummary], error) {
		q.Token = token
		return r.Items(context.Background(), q)
	}, func() { sim.Publish("ad_library", "5000000000101") })
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			t.Errorf("%s comes twice", id)
		}
		seen[id] = true
	}
	if len(ids) != 46 {
		t.Errorf("%d rows, want 46", len(ids))
	}
	q.Token, q.Account.ID = "", "5999999999999"
	page, err := r.Items(context.Background(), q)
	if err != nil || len(page.Rows) != 0 || page.Next != "" || page.Account.ID != "ad_library:5999999999999" {
		t.Errorf("an advertiser without ads: %+v, %v", page, err)
	}
}

func TestSearch(t *testing.T) {
	r, sim := play(t)
	search := func(words string) (*sources.Page[content.ItemSummary], error) {
		return r.Search(context.Background(), sources.SearchRequest{Query: words})
	}
	page, err := search("lantern")
	if err != nil || len(page.Rows) != 6 || *page.Rows[0].Ad.Spend != "$5K - $6K" || !page.TotalApproximate {
		t.Errorf("%+v, %v", page, err)
	}
	if page, err := search("no such words"); err != nil || len(page.Rows) != 0 || *page.Total != 0 {
		t.Errorf("nothing found: %+v, %v", page, err)
	}
	for _, words := range []string{simulator.AdUnpainted, simulator.AdCaptcha, simulator.AdHeldBack} {
		if _, err := search(words); !apierror.Is(err, apierror.CodeRouteDegraded) {
			t.Errorf("%s: %v", words, err)
		}
	}
	page, err = search("kettle")
	if err != nil || page.Next == "" {
		t.Fatalf("%+v, %v", page, err)
	}
	for body, want := range map[string]apierror.Code{
		"": apierror.CodeRouteDegraded, `for (;;);{"__ar":1,"error":1357004,"errorSummary":"Sorry"}`: apierror.CodeRouteDegraded,
		`{"errors":[{"message":"Rate limit exceeded","code":1675004}],"data":null}`:                  apierror.CodeRouteDegraded,
		`{"errors":[{"message":"missing_required_variable_value","code":1675012}]}`:                  apierror.CodeSourceChanged,
		`{"data":{"ad_library_main":{"search_results_connection":{"edges":[{"node":{"collated_resul`: apierror.CodeSourceChanged,
	} {
		sim.Fail(simulator.Failure{Platform: "ad_library", Path: "/api/graphql", Times: 1, Status: http.StatusOK, Body: body})
		if _, err := r.Search(context.Background(), sources.SearchRequest{Query: "kettle", Token: page.Next}); !apierror.Is(err, want) {
			t.Errorf("%.60s: %v, want %s", body, err, want)
		}
	}
}

func TestDeeplinkPage(t *testing.T) {
	node := strings.ReplaceAll(todayNode, "\n", "")
	page := func(parts string) *sources.Answer {
		return &sources.Answer{Status: 403, Body: []byte(`<script type="application/json" data-sjs>{"require":[{"__bbox":{"result":{"data":{"ad_library_main":{` + parts + `}}}}}]}</script>`)}
	}
	const card = `{"adArchiveID":"1800000000000777","pageID":"5000000000101","isActive":true,"snapshot":{"page_id":"5000000000101","images":[]}}`
	results := `"search_results_connection":{"count":1,"edges":[{"node":{"collated_results":[` + node + `]}}]}`
	for name, c := range map[string]struct {
		page string
		id   string
		want apierror.Code
	}{
		"apart":                     {`"deeplink_ad_archive_result":{"deeplink_ad_archive":` + node + `}`, "5", ""},
		"the platform says none":    {`"deeplink_ad_archive_result":{"deeplink_ad_archive":null,"no_result_reason":"NO_AD_FOUND"}`, "5", apierror.CodeNotFound},
		"none, beside another":      {`"deeplink_ad_archive_result":{"deeplink_ad_archive":null,"no_result_reason":"NO_AD_FOUND"},` + results, "5", apierror.CodeNotFound},
		"no reason, beside another": {`"deeplink_ad_archive_result":{"deeplink_ad_archive":null,"no_result_reason":null},` + results, "5", apierror.CodeRouteDegraded},
		"no reason, beside it":      {`"deeplink_ad_archive_result":{"deeplink_ad_archive":null,"no_result_reason":null},` + results, "1800000000000777", ""},
		"no reason alone":           {`"deeplink_ad_archive_result":{"deeplink_ad_archive":null}`, "5", apierror.CodeRouteDegraded},
		"an older page":             {results, "5", ""},
		"an older page, no results": {`"search_results_connection":{"count":0,"edges":[]}`, "5", apierror.CodeRouteDegraded},
		"an older page, held back":  {`"search_results_connection":{"count":3,"edges":[]}`, "5", apierror.CodeRouteDegraded},
		"the one shown of more":     {strings.Replace(results, `"count":1`, `"count":9`, 1), "5", apierror.CodeRouteDegraded},
		"one that is not counted":   {strings.Replace(results, `"count":1,`, ``, 1), "5", apierror.CodeRouteDegraded},
		"one with more behind it": {strings.Replace(results, `"count":1`, `"count":1,"page_info":{"has_next_page":true,"end_cursor":"c"}`, 1), "5",
			apierror.CodeRouteDegraded},
		"a page of another link":     {results + `},"variables":{"deeplinkAdID":"6"`, "5", apierror.CodeRouteDegraded},
		"a page that names its link": {results + `},"variables":{"deeplinkAdID":"5"`, "5", ""},
		"a card":                     {`"deeplinkAdCard":` + card, "5", ""},
		"a card without an ad":       {`"deeplinkAdCard":{"adArchiveID":null}`, "5", apierror.CodeRouteDegraded},
	} {
		a, err := readLinked(page(c.page), c.id)
		if c.want == "" && (err != nil || a.ad.ArchiveID != "1800000000000777") || c.want != "" && !apierror.Is(err, c.want) {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

const todayNode = `{"ad_archive_id":"1800000000000777","page_id":"5000000000101","is_active":true,"start_date":1757833200,"end_date":1757919600,"publisher_platform":["FACEBOOK"],
"snapshot":{"page_name":"Copperline Kettles","body":{"text":"sing"},"display_format":"TEXT","cards":[],"images":[],"videos":[]}}`

// TestExtras reads what the platform may show besides; a template is no text.
func TestExtras(t *testing.T) {
	t.Parallel()
	const members = `"title":"Maps","body":{"text":"Read"},"link_url":"https://shop.example/","images":[{"original_image_url":"https://scontent.xx.fbcdn.net/a.jpg"}],
"extra_images":[{"watermarked_resized_image_url":"https://scontent.xx.fbcdn.net/b.jpg"}],
"extra_videos":[{"video_sd_url":"https://video.xx.fbcdn.net/c.mp4","video_preview_image_url":"https://scontent.xx.fbcdn.net/c.jpg"}],
"extra_texts":[{"text":"Read more"},"Read on",{"text":"{{product.name}}"},null,7],"extra_links":["https://shop.example/b",null]`
	a, ok := readAdvert(scan.ReadString(`{"ad_archive_id":"123456","page_id":"1","snapshot":{` + members + `}}`))
	if !ok {
		t.Fatal("no ad")
	}
	item := a.item()
	sourcestest.CheckItem(t, content.AdLibrary, item)
	sourcestest.Golden(t, "extras", item.Ad)
}

// The endpoint of before 2024 wrote camelCase, lower-case enums, and ids as numbers above 2^53.
func TestOldGeneration(t *testing.T) {
	const old = `for (;;);{"__ar":1,"payload":{"isResultComplete":false,"forwardCursor":"AQold","totalCount":3,"results":[[{"adArchiveID":23851234567890123,"pageID":"42","pageName":"Old Mill Radio","isActive":false,"startDate":1557126000,"endDate":1557212400,"publisherPlatform":["facebook","messenger"],"collationID":"9","collationCount":2,"impressionsWithIndex":{"impressionsText":">1M","impressionsIndex":3},"snapshot":{"byline":"The Mill","display_format":"image","title":"Listen","body":{"markup":{"__html":"Wake &amp; <b>listen</b><br />every day"}},"images":[{"original_image_url":"https://scontent.xx.fbcdn.net/a.jpg?oe=5EC809A6"}],"videos":[],"cards":[]}}]]}}`
	found, err := readContinuation([]byte(old))
	if err != nil || len(found.adverts) != 1 || found.cursor != "AQold" || *found.count != 3 {
		t.Fatalf("%+v, %v", found, err)
	}
	sourcestest.Golden(t, "old", found.adverts[0].item())
}

func TestTemplates(t *testing.T) {
	a, ok := readAdvert(scan.Read([]byte(`{"ad_archive_id":"1800000000000777","page_id":"42","snapshot":{"title":"{{product.name}}","body":{"text":"Buy {{product.name}}"},"cards":[{"title":"A kettle","body":"{{product.brand}}"}]}}`)))
	if !ok || a.shown.title == nil || *a.shown.title != "A kettle" {
		t.Errorf("title %v", a.shown.title)
	}
	if a.shown.text != nil {
		t.Errorf("text %q, want unknown: the card shows a template too", *a.shown.text)
	}
}
