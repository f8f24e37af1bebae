package web_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/boards"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
	"socialdata/models/watches"
	"socialdata/web/webtest"
)

// TestSearchFindsBoardsWatchesAndRequests types a part of the name of a board and of a watch, and the id of a request,
// which only those find who may read the log.
func TestSearchFindsBoardsWatchesAndRequests(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		board, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "Worth showing", Kind: boards.Manual, Filter: "{}"}, nil)
		testkit.Must(t, err)
		watch, err := s.Store.Watches.Create(t.Context(), watches.NewWatch{WorkspaceID: s.Workspace, Name: "Tess at the Tidepool", Every: "1h", DailyCredits: 1, Source: watches.Source{Kind: watches.Account, Account: "clip_site:@tess"}})
		testkit.Must(t, err)
		s.Do("GET", "/v1/nothing", nil, map[string]string{"Authorization": "Bearer " + s.Key, "X-Request-Id": "a-request-of-mine"})
		s.Requests.Flush(t.Context())
		editor := asForm(signUpAs(t, s, "editor@example.com", s.Workspace, accounts.Editor))
		at := "/w/" + s.Workspace
		link := "https://www.youtube.com/watch?v=" + simulator.VideoRemoved
		var begun struct{ ID string }
		said := s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": link}, map[string]string{"Authorization": "Bearer " + s.Key, "Idempotency-Key": "once"}).Body
		testkit.Must(t, json.Unmarshal(said, &begun))
		if begun.ID == "" {
			t.Fatalf("the import has no id: %s", said)
		}
		account := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:7", SourceTitle: "Kelp", Channel: &content.AccountRef{ID: "clip_site:77", Name: new("Marla Reef"), Handle: new("marlareef")}})
		watchIt := func(name, account string) string {
			w, err := s.Store.Watches.Create(t.Context(), watches.NewWatch{WorkspaceID: s.Workspace, Name: name, Every: "1h", DailyCredits: 1, Source: watches.Source{Kind: watches.Account, Account: account}})
			testkit.Must(t, err)
			return at + "/watches/" + w.ID + "\""
		}
		byHandle, byID, saved := watchIt("Bakers", "clip_site:@saltedrye"), watchIt("Rivals", "clip_site:99"), watchIt("Reefs", "clip_site:@MarlaReef")
		testkit.Must(t, s.Store.Tx(t.Context(), func(tx *gorm.DB) error {
			return tx.Create(&observations.AccountName{Platform: "clip_site", Name: "@coralcooks", AccountID: "clip_site:99"}).Error
		}))
		member := asForm(signUpAs(t, s, "member@example.com", s.Workspace, accounts.Member))
		for _, tt := range []struct {
			typed, href string
			as          map[string]string
			found       bool
		}{
			{"worth", at + "/boards/" + board.ID, s.AsOwner(), true},
			{"TIDEPOOL", at + "/watches/" + watch.ID, s.AsOwner(), true},
			{link, at + "/imports/" + begun.ID, s.AsOwner(), true},
			{simulator.VideoRemoved, at + "/imports/" + begun.ID, s.AsOwner(), true},
			{"marla", at + "/accounts/clip_site:77", s.AsOwner(), true},
			{"@marlareef", at + "/accounts/clip_site:77", s.AsOwner(), true},
			{"kelp", at + "/accounts/clip_site:77", s.AsOwner(), false},
			{"Salted", byHandle, member, true},
			{"@saltedrye", byHandle, s.AsOwner(), true},
			{"coral", byID, s.AsOwner(), true},
			{"marla", saved, s.AsOwner(), false}, // its references lead to the account
			{"salted.rye", at + "/try?url=", s.AsOwner(), false},
			{"www.youtube.com/watch?v=zzzzzzzzzzz", at + "/try?url=", s.AsOwner(), true},
			{"https://elsewhere.example/x", at + "/try?url=", s.AsOwner(), true},
			{"clip_site", byHandle, s.AsOwner(), false},
			{"kelp", at + "/references/" + account, s.AsOwner(), true},
			{"import link", at + "/try", s.AsOwner(), true},
			{"new key", at + "/keys#name", s.AsOwner(), true},
			{"new key", at + "/keys#name", editor, false},
			{"new board", at + "/boards#name", editor, true},
			{"new export", at + "/exports#kind", s.AsOwner(), true},
			{"many", at + "/imports/many", member, false},
			{"invite", at + "/members#email", editor, false},
			{"", at + "/boards#name", editor, true}, // what can be begun is offered before anything is typed
			{"", at + "/keys#name", editor, false},
			{"", at + "/references/" + account, member, true}, // and what was saved last
			{"tidewater", at + "/watches/" + watch.ID, s.AsOwner(), false},
			{"a-request-of-mine", at + "/requests?requestId=a-request-of-mine", s.AsOwner(), true},
			{"a-request-of-mine", at + "/requests?requestId=", editor, false},
			{"a-request-of-yours", at + "/requests?requestId=", s.AsOwner(), false},
		} {
			page := string(s.Do("GET", at+"/search?q="+url.QueryEscape(tt.typed), nil, tt.as).Body)
			if strings.Contains(page, `href="`+tt.href) != tt.found {
				t.Errorf("%s: found %t, want %t", tt.typed, !tt.found, tt.found)
			}
		}
	})
}

// TestMistypedWordsAreCorrected types words with mistakes: what they find without them is offered, of this workspace's words alone.
func TestMistypedWordsAreCorrected(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:7", SourceTitle: "A walnut stool by the harbour", Channel: &content.AccountRef{ID: "clip_site:77", Name: new("Marla Reef"), Handle: new("marlareef")}, Tags: []string{"joinery"}})
		_, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "Worth showing", Kind: boards.Manual, Filter: "{}"}, nil)
		testkit.Must(t, err)
		for typed, meant := range map[string]string{
			"wallnut":       "walnut",
			"hrabour walnu": "harbour walnu", // a beginning is no mistake
			"Marrla":        "marla",
			"joinrey":       "joinery",
			"shwoing":       "showing",
			"setings":       "settings", // pages
			"webhoks":       "webhooks",
			"ivnite":        "invite", // what can be begun
			"zzzzzz":        "",
			"walnut":        "",
			"stoll harber":  "", // two mistakes in one short word
			"https://www.youtube.com/watch?v=zzzzzzzzzzz": "",
		} {
			body := string(s.Do("GET", "/w/"+s.Workspace+"/search?q="+url.QueryEscape(typed), nil, s.AsOwner()).Body)
			want := "Did you mean <a href=\"/w/" + s.Workspace + "/search?q=" + url.QueryEscape(meant) + "\""
			if offered := strings.Contains(body, "Did you mean"); offered != (meant != "") || offered && !strings.Contains(body, want) {
				t.Errorf("%s: offered %t, want %q", typed, offered, meant)
			}
		}
	})
}

// TestResultsWithOneTitleAreToldApart finds two references with the same title, and one of its own: only the two say the ends of their
// links. All say when they were saved.
func TestResultsWithOneTitleAreToldApart(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		for link, title := range map[string]string{"clip_site:71": "Kelp", "clip_site:72": "Kelp", "clip_site:73": "Kelp in spring"} {
			modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: link, SourceTitle: title})
		}
		body := string(s.Do("GET", "/w/"+s.Workspace+"/search?q=kelp", nil, s.AsOwner()).Body)
		if n := strings.Count(body, "· saved"); n != 3 {
			t.Errorf("%d say when they were saved: %s", n, body)
		}
		for link, told := range map[string]bool{"71": true, "72": true, "73": false} {
			if strings.Contains(body, `<span class="num">`+link+"<") != told {
				t.Errorf("%s: told apart %t, want %t", link, !told, told)
			}
		}
	})
}
