package web_test

import (
	"net/url"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestSupportsBoxTakesWhatCustomersSend pastes each thing into the one box.
func TestSupportsBoxTakesWhatCustomersSend(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		const item = "7301000000000000001"
		accepted, err := s.Store.Imports.Accept(t.Context(), imports.NewImport{WorkspaceID: s.Workspace, SourceURL: "https://www.tiktok.com/@a/video/" + item, CanonicalURL: "https://www.tiktok.com/@a/video/" + item,
			Platform: "clip_site", Subject: "clip_site:" + item, MediaProfile: imports.ProfileNone, HoldDays: 30, Tags: "[]", Key: "k", RequestID: "customer-req-42"},
			func(*imports.Detail) ([]byte, error) { return []byte("{}"), nil })
		testkit.Must(t, err)
		reference := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:7302"})
		ref, err := s.Store.References.Find(t.Context(), s.Workspace, reference)
		testkit.Must(t, err)
		_, err = s.Store.Accounts.CreateWorkspace(t.Context(), "Lantern Kitchen", s.OwnerID, 10)
		testkit.Must(t, err)
		leads := func(typed, to string) {
			t.Helper()
			r := d.Do("GET", "/support?find="+url.QueryEscape(typed), nil, d.support)
			if r.Status != 303 || r.Header.Get("Location") != to {
				t.Errorf("%s leads to %d %s, want %s", typed, r.Status, r.Header.Get("Location"), to)
			}
		}
		for _, typed := range []string{"https://www.tiktok.com/@somebody/video/" + item + "?lang=en", "www.tiktok.com/@a/video/" + item, "clip_site:" + item, item, accepted.ID, "customer-req-42",
			"https://social.example/w/" + s.Workspace + "/imports/" + accepted.ID + "?x=1", "/w/" + s.Workspace + "/imports/" + accepted.ID, "https://social.example/v1/imports/" + accepted.ID,
			" https://other.example/support/imports/" + accepted.ID + "#attempts "} {
			leads(typed, "/support/imports/"+accepted.ID)
		}
		leads("https://social.example/w/"+s.Workspace+"/references/"+reference, "/support/imports/"+*ref.ImportID)
		for _, typed := range []string{s.Workspace, "https://social.example/w/" + s.Workspace, "/w/" + s.Workspace + "/credits", "/support/workspaces/" + s.Workspace} {
			leads(typed, "/support/workspaces/"+s.Workspace)
		}
		several := d.page(t, "/support?find="+url.QueryEscape(webtest.OwnerEmail), 200, "2 workspaces", "First", "Lantern Kitchen")
		if strings.Contains(several, "Nothing is known") {
			t.Error("an e-mail finds nothing")
		}
		d.page(t, "/support?find=lantern", 303)
		const failing = "clip_site:7301000000000000002"
		for range 2 {
			run, _ := modelstest.Open(t, s.Store, modelstest.Accept(t, s.Store, s.Workspace, modelstest.Saved{Link: failing}), failing)
			testkit.Must(t, s.Store.Imports.EndRun(t.Context(), run, imports.Outcome{Code: apierror.CodeSourceChanged}))
		}
		d.page(t, "/support?find="+failing, 200, "2 imports", `could not be read <span class="id quiet">source_changed</span>`)
		for _, typed := range []string{"nothing at all", "https://www.tiktok.com/@a/video/1", "https://example.com/x", "clip_site:1", db.NewID(), "%", "' OR 1=1 --", strings.Repeat("x", 5000)} {
			d.page(t, "/support?find="+url.QueryEscape(typed), 200, "Nothing is known by this")
		}
	})
}

// TestSupportFindsFailedLookups looks something up in vain, by a program and on a page: the request id finds both, and so
// does the link.
func TestSupportFindsFailedLookups(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		d := newDesk(t, s)
		const link = "https://www.youtube.com/watch?v=aaaaaaaaaaa"
		as := s.AsKey()
		as["X-Request-Id"] = "their-own-id"
		s.Do("GET", "/v1/items/lookup?url="+url.QueryEscape(link), nil, as)
		send(t, s, "/w/"+s.Workspace+"/try/lookup", s.AsOwner(), "url", link)
		s.Requests.Flush(t.Context())
		d.page(t, "/support?find=their-own-id", 200, "1 request", "lookupItem", "video_site:aaaaaaaaaaa", "not_found", "404", "First")
		d.page(t, "/support?find="+url.QueryEscape(link), 200, "2 requests", "page.lookup", "lookupItem")
	})
}
