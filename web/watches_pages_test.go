package web_test

import (
	"strings"
	"testing"

	"socialdata/models/db"
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
			{"a value that is none", "Choose one of these.", append(search, "status", "gone")},
			{"what the platform does not read", "", append(account, "status", "all")},
			{"what is there, without imports", "Choose above that what is new is imported", append(account, "backfill", "5")},
			{"no name", "The name is needed.", append(account, "name", "")},
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
	})
}
