package web_test

import (
	"net/url"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestThePageOfWatchesRefusesWhatTheContractDoes: a form and a request reach one threshold.
func TestThePageOfWatchesRefusesWhatTheContractDoes(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		path := "/w/" + s.Workspace + "/watches/new"
		search := []string{"kind", "search", "platform", "ad_library", "q", "kettles", "name", "kettles", "every", "1d", "credits", "5"}
		account := []string{"kind", "account", "account", "video_site:@lanternkitchen", "name", "a", "every", "1d", "credits", "5"}
		for _, tt := range []struct {
			name, says string
			form       []string
		}{
			{"a period that ends before it begins", "Enter a day at or after the first one.", append(search, "startedFrom", "2026-02-01", "startedTo", "2026-01-01")},
			{"a folded field of these", `<details class="fold more" open`, append(search, "startedFrom", "2026-02-01", "startedTo", "2026-01-01")},
			{"a value that is none", "Choose one of these.", append(search, "status", "gone")},
			{"what the platform does not read", "", append(account, "status", "all")},
			{"what is there, without imports", "Choose above that what is new is imported", append(account, "backfill", "5")},
			{"a threshold without a value", "Enter a whole number, at least 1 for one that grows.", append(account, "threshold-field-1", "views", "threshold-op-1", "above")},
			{"a threshold that grows by nothing", "Enter a whole number, at least 1 for one that grows.", append(account, "threshold-field-2", "views", "threshold-op-2", "grows 7d", "threshold-value-2", "0")},
			{"a threshold of no number", "Choose a number.", append(account, "threshold-field-1", "", "threshold-op-1", "above", "threshold-value-1", "7")},
			{"another comparison", "Choose one of these.", append(account, "threshold-field-1", "views", "threshold-op-1", "near", "threshold-value-1", "7")},
			{"a threshold twice", "This is not valid: each threshold once.", append(account, "threshold-field-1", "views", "threshold-op-1", "above", "threshold-value-1", "7",
				"threshold-field-4", "views", "threshold-op-4", "above", "threshold-value-4", "7")},
			{"no name", "The name is needed.", append(account, "name", "")},
			{"more credits than there may be", `<details class="fold more" open`, append(account, "credits", "0")},
			{"another rhythm", "Choose how often.", append(account, "every", "daily")},
		} {
			if status, _, body := send(t, s, path, s.AsOwner(), tt.form...); status != 400 || !strings.Contains(body, tt.says) {
				t.Errorf("%s: %d, without %q", tt.name, status, tt.says)
			}
		}
		made, err := s.Store.Watches.List(t.Context(), s.Workspace, db.PageRequest{Limit: 10})
		if err != nil || len(made.Items) > 0 {
			t.Errorf("%d watches were made, %v", len(made.Items), err)
		}
		if status, _, _ := send(t, s, path, s.AsOwner(), append(search, "startedFrom", "2026-01-01", "startedTo", "2026-01-01", "country", "de")...); status != 303 {
			t.Errorf("what is right: %d", status)
		}
		status, where, _ := send(t, s, path, s.AsOwner(), append(account, "readsAll", "yes", "threshold-field-2", "likes", "threshold-op-2", "grows 30d", "threshold-value-2", "40")...)
		if status != 303 {
			t.Fatalf("with a threshold: %d", status)
		}
		if shown := string(s.Do("GET", where, "", s.AsOwner()).Body); !strings.Contains(shown, "Likes grow within 30 days by 40") || !strings.Contains(shown, "the whole list at each run, up to five pages") {
			t.Errorf("the page of the watch does not show its threshold")
		}
		if status, _, said := send(t, s, where, s.AsOwner(), "name", "a", "every", "1d", "credits", "5", "threshold-field-1", "likes", "threshold-op-1", "grows 1d", "threshold-value-1", "0"); status != 400 || !strings.Contains(said, "at least 1 for one that grows") {
			t.Errorf("a change to a threshold that grows by nothing: %d", status)
		}
		if status, _, _ := send(t, s, where, s.AsOwner(), "name", "a", "every", "1d", "credits", "5"); status != 303 {
			t.Errorf("a change to none: %d", status)
		}
		if shown := string(s.Do("GET", where, "", s.AsOwner()).Body); strings.Contains(shown, "Likes grow within 30 days by 40") || strings.Contains(shown, "the whole list at each run, up to five pages") {
			t.Errorf("the removed threshold is still shown")
		}
	})
}

// TestAWatchIsNamedAfterWhatItWatches as the workspace knows it from a reference or from a lookup, else by its address.
func TestAWatchIsNamedAfterWhatItWatches(t *testing.T) {
	s := embedded(t, webtest.Options{})
	link := "https://www.tiktok.com/@lanternbakes/video/7300000000000000009"
	saved := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:9", CustomTitle: new("Rye\n in a tin"), Channel: &content.AccountRef{ID: "ad_library:5000000000101", Name: new("Copperline")}})
	modelstest.Run(t, s.Store, "UPDATE saved_references SET canonical_url = ? WHERE id = ?", link, saved)
	served := scenario{name: "an account", path: "/v1/accounts/lookup?platform=video_site&handle=lanternkitchen", status: 200}.run(t, s, s.AsKey()).JSON(t)["name"].(string)
	item := s.Platforms.Samples()[0].Items[0]
	title := scenario{name: "an item", path: "/v1/items/lookup?url=" + url.QueryEscape(item), status: 200}.run(t, s, s.AsKey()).JSON(t)["title"].(string)
	for asked, want := range map[string]string{
		"kind=account&account=ad_library%3A5000000000101":                     "Copperline",
		"kind=account&account=video_site%3A%40lanternkitchen":                 served,
		"kind=account&account=clip_site%3A%40nobody":                          "@nobody",
		"kind=account&account=ad_library%3A5000000000999":                     "ad_library:5000000000999",
		"kind=item&url=" + url.QueryEscape(link):                              "Rye in a tin",
		"kind=item&url=" + url.QueryEscape(item):                              title,
		"kind=item&url=" + url.QueryEscape(strings.TrimSuffix(link, "9")+"8"): "tiktok.com/@lanternbakes/video/7300000000000000008",
	} {
		body := string(s.Do("GET", "/w/"+s.Workspace+"/watches/new?"+asked, nil, s.AsOwner()).Body)
		_, field, _ := strings.Cut(body, `<input id="name"`)
		if field, _, _ = strings.Cut(field, ">"); !strings.Contains(field, `value="`+want+`"`) {
			t.Errorf("%s is named %s, want %q", asked, field, want)
		}
	}
}

// TestAPastedLinkSaysWhatKindOfWatchItIs, whichever kind was chosen; what says nothing is refused as the chosen one.
func TestAPastedLinkSaysWhatKindOfWatchItIs(t *testing.T) {
	s := embedded(t, webtest.Options{})
	const account, item, tag = "https://www.tiktok.com/@lanternbakes", "https://www.tiktok.com/@lanternbakes/video/7300000000000000009", "https://www.youtube.com/playlist?list=PLabcdefghijklmnopqrstuvwxyz012345"
	for asked, says := range map[string]string{
		"kind=item&url=" + url.QueryEscape(account): "The items of an account", "kind=list&url=" + url.QueryEscape(item): "A single item</h2>",
		"account=" + url.QueryEscape(item): "A single item</h2>", "account=" + url.QueryEscape(tag): "The items of a list",
		"kind=search&platform=ad_library&q=kettles": "A search for", "account=https%3A%2F%2Fexample.com%2F": "This is no link to an account that can be read.",
	} {
		if body := string(s.Do("GET", "/w/"+s.Workspace+"/watches/new?"+asked, nil, s.AsOwner()).Body); !strings.Contains(body, says) {
			t.Errorf("%s does not say %q", asked, says)
		}
	}
}

// TestAWatchFromALinkShowsItsAccount in the list, on its page and in the contract, also where an older row has the link itself.
func TestAWatchFromALinkShowsItsAccount(t *testing.T) {
	s := embedded(t, webtest.Options{})
	const link = "https://www.tiktok.com/@mira.oven"
	list := "/w/" + s.Workspace + "/watches"
	status, where, _ := send(t, s, list+"/new", s.AsOwner(), "kind", "account", "account", link, "name", "a", "every", "1d", "credits", "5")
	if status != 303 {
		t.Fatalf("made: %d", status)
	}
	id := where[strings.LastIndex(where, "/")+1:]
	scenario{name: "as the contract says", path: "/v1/watches/" + id, status: 200, has: []string{`"source":{"kind":"account","account":"clip_site:@mira.oven"}`}}.run(t, s, s.AsKey())
	for range 2 {
		for _, at := range []string{list, where} {
			if body := string(s.Do("GET", at, nil, s.AsOwner()).Body); !strings.Contains(body, ">@mira.oven<") || strings.Contains(body, ">//") {
				t.Errorf("%s does not show the account", at)
			}
		}
		if body := string(s.Do("GET", where, nil, s.AsOwner()).Body); !strings.Contains(body, `href="`+link+`"`) {
			t.Error("its page does not link to the account")
		}
		modelstest.Run(t, s.Store, "UPDATE watches SET source = ? WHERE id = ?", `{"kind":"account","account":"`+link+`"}`, id)
	}
}

// TestTheFormOfAWatchSaysWhatIsWatchedAlready, by its id or its name, and still makes another one.
func TestTheFormOfAWatchSaysWhatIsWatchedAlready(t *testing.T) {
	s := embedded(t, webtest.Options{})
	at := "/w/" + s.Workspace + "/watches/new"
	id := scenario{name: "an account", path: "/v1/accounts/lookup?platform=video_site&handle=lanternkitchen", status: 200}.run(t, s, s.AsKey()).JSON(t)["id"].(string)
	const says = "is already watched by"
	for n, account := range []string{"video_site:@lanternkitchen", id, "https://www.youtube.com/@LanternKitchen"} {
		body := string(s.Do("GET", at+"?kind=account&account="+url.QueryEscape(account), nil, s.AsOwner()).Body)
		_, said, found := strings.Cut(body, says)
		said, rest, _ := strings.Cut(said, "</p>")
		if found != (n > 0) || found && strings.Count(said, "/watches/") != n || found && !strings.Contains(rest, "Start watching") {
			t.Errorf("%s: %s", account, said)
		}
		if status, _, _ := send(t, s, at, s.AsOwner(), "kind", "account", "account", account, "name", "watch of it", "every", "1d", "credits", "5"); status != 303 {
			t.Errorf("%s is refused: %d", account, status)
		}
	}
	if body := string(s.Do("GET", at+"?kind=account&account=clip_site%3A%40nobody", nil, s.AsOwner()).Body); strings.Contains(body, says) {
		t.Error("it says so of another account")
	}
}

// TestTheFormOfAWatchFoldsWhatIsOptional unless it is wrong or not as usual.
func TestTheFormOfAWatchFoldsWhatIsOptional(t *testing.T) {
	s := embedded(t, webtest.Options{})
	const source = "?kind=search&platform=ad_library&q=kettles"
	for asked, open := range map[string]bool{"": false, "&form=watch&name=k&every=1h&credits=100&backfill=0&imports=yes": false, "&status=active": false, "&status=inactive": true, "&credits=7": true, "&credits=": false, "&backfill=3": true,
		"&readsAll=yes": true, "&startedFrom=2026-01-01": true, "&threshold-field-1=views&threshold-op-1=above&threshold-value-1=7": true} {
		body := string(s.Do("GET", "/w/"+s.Workspace+"/watches/new"+source+asked, nil, s.AsOwner()).Body)
		before, folded, found := strings.Cut(body, `<details class="fold more"`)
		if head, _, _ := strings.Cut(folded, ">"); !found || strings.Contains(head, "open") != open {
			t.Errorf("%q: open is %v, want %v", asked, !open, open)
		}
		folded, after, _ := strings.Cut(folded, `class="button primary">Start watching`)
		for part, places := range map[string]string{`id="name"`: before, `id="every"`: before, `id="imports"`: before, `id="credits"`: folded, `id="status"`: folded, `id="backfill"`: folded} {
			if !strings.Contains(places, part) || strings.Contains(after, part) {
				t.Errorf("%q: %s is elsewhere", asked, part)
			}
		}
	}
}
