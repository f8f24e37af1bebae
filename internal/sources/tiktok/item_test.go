package tiktok

import (
	"context"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// play is the route, led to a simulated platform.
func play(t testing.TB) (sources.Route, *simulator.Simulator) {
	t.Helper()
	sim := simulator.New()
	return Routes(sourcestest.Fetcher(t, sim, Hosts()...), Options{})[0], sim
}

func link(id string) sources.Link {
	return sources.Link{Platform: content.ClipSite, Target: sources.TargetItem, LocalID: id, Handle: "someone"}
}

// first is the newest item of a simulated account.
func first(t testing.TB, r sources.Route, handle string, at int) content.ItemSummary {
	t.Helper()
	page, err := r.Items(context.Background(), sources.ListRequest{Account: sources.AccountSelector{Handle: handle}})
	if err != nil {
		t.Fatal(err)
	}
	return page.Rows[at]
}

func TestItem(t *testing.T) {
	r, _ := play(t)
	for name, at := range map[string]int{"video": 2, "image": 7, "carousel": 6} {
		t.Run(name, func(t *testing.T) {
			row := first(t, r, "mira.oven", at)
			item, err := r.Item(context.Background(), sources.ItemRequest{Link: link(row.ID[len("clip_site:"):]), Transcript: true})
			if err != nil {
				t.Fatal(err)
			}
			sourcestest.CheckItem(t, content.ClipSite, item)
			sourcestest.Golden(t, "item-"+name, item)
		})
	}
}

func TestItemRefused(t *testing.T) {
	r, _ := play(t)
	tests := map[string]apierror.Code{
		simulator.ClipRemoved: apierror.CodeUnavailableRemoved, simulator.ClipPrivate: apierror.CodeUnavailablePrivate,
		simulator.ClipFriends: apierror.CodeUnavailablePrivate, simulator.ClipRestricted: apierror.CodeUnavailableRestricted,
		simulator.ClipUnknown: apierror.CodeNotFound, simulator.ClipSoftBlock: apierror.CodeRouteDegraded, simulator.ClipChecked: apierror.CodeRouteDegraded,
		"7399999999999999999": apierror.CodeNotFound,
	}
	for id, want := range tests {
		_, err := r.Item(context.Background(), sources.ItemRequest{Link: link(id)})
		if !apierror.Is(err, want) {
			t.Errorf("item %s: %v, want %s", id, err, want)
		}
	}
}

func TestItemOfOlderPages(t *testing.T) {
	for name, page := range map[string]string{"next": nextPage, "sigi": sigiPage} {
		st, ok := itemState([]byte(page))
		if !ok {
			t.Fatalf("%s: no state", name)
		}
		c, ok := readClip(scan.Read([]byte(st.item.Raw)))
		if !ok || c.id != "6900000000000000001" || c.author == nil || *c.author.Handle != "gran.loom" || *c.stats.Likes != 1200000 {
			t.Errorf("%s: %+v", name, c)
		}
		if c.stats.Saves != nil || !c.viewsRounded {
			t.Errorf("%s: saves %v, rounded %v, want unknown and true", name, c.stats.Saves, c.viewsRounded)
		}
	}
}

const (
	nextPage = `<html><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"statusCode":0,"itemInfo":{"itemStruct":{"id":"6900000000000000001","desc":"weaving","createTime":1600000000,"video":{"duration":15,"cover":"https://p16.tiktokcdn.com/a.jpeg?x-expires=1600100000"},"author":{"id":"77","uniqueId":"gran.loom","nickname":"Gran"},"stats":{"diggCount":1200000,"shareCount":5,"commentCount":7,"playCount":9900000}}}}}}</script></html>`
	sigiPage = `<html><script id="SIGI_STATE" type="application/json">{"VideoPage":{"statusCode":0},"ItemModule":{"6900000000000000001":{"id":"6900000000000000001","desc":"weaving","createTime":"1650000000","author":"gran.loom","authorId":"77","nickname":"Gran","video":{"duration":15},"stats":{"diggCount":1200000,"playCount":9900000}}},"UserModule":{"users":{},"stats":{}}}</script></html>`
)

func TestAppShape(t *testing.T) {
	const app = `{"aweme_id":"6900000000000000002","desc":"two pictures","create_time":1650000000,"author":{"uid":"77","unique_id":"gran.loom","nickname":"Gran"},"statistics":{"play_count":123456,"digg_count":1,"comment_count":0,"share_count":0,"collect_count":3},"image_post_info":{"title":"an album","images":[{"display_image":{"url_list":["https://p16.tiktokcdn.com/1.jpeg"],"width":10,"height":20}},{"display_image":{"url_list":["https://p16.tiktokcdn.com/2.jpeg"],"width":10,"height":20}}]},"video":{"duration":0,"cover":{"url_list":["https://p16.tiktokcdn.com/c.jpeg"]}}}`
	c, ok := readClip(scan.Read([]byte(app)))
	if !ok || c.kind() != content.KindCarousel || *c.title != "an album" || len(c.thumbnails) != 3 || c.durationMs != nil || *c.stats.Saves != 3 {
		t.Errorf("%+v", c)
	}
}

// TestItemInALanguage chooses among a clip's captions: what the platform heard, and a translation of it.
func TestItemInALanguage(t *testing.T) {
	r, _ := play(t)
	row := first(t, r, "mira.oven", 2)
	for asked, want := range map[string]string{"": "en-US", "en": "en-US", "de": "de-DE", "de-AT": "de-DE", "fr": ""} {
		item, err := r.Item(t.Context(), sources.ItemRequest{Link: link(row.ID[len("clip_site:"):]), Transcript: true, Language: asked})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if item.Transcript != nil {
			got = item.Transcript.Language
		}
		if got != want || len(item.Captions) != 2 {
			t.Errorf("%q: %q of %+v", asked, got, item.Captions)
		}
	}
}
