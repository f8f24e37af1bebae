package web_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models/accounts"
	"socialdata/models/captures"
	"socialdata/models/references"
	"socialdata/web"
	"socialdata/web/webtest"
)

// captureBody is the request that hands a post over; change may alter it.
func captureBody(c sourcestest.Captured, change func(body map[string]any)) string {
	body := map[string]any{"pageUrl": c.PageURL, "capturedAt": time.Now().UTC().Format(time.RFC3339),
		"answers": []any{map[string]any{"url": c.PageURL, "status": 200, "contentType": "text/html; charset=utf-8", "body": c.Page}}}
	if change != nil {
		change(body)
	}
	b, _ := json.Marshal(body) // maps of texts and numbers always marshal
	return string(b)
}

// importing asks for an import of the capture as well.
func importing(more string) func(map[string]any) {
	return func(body map[string]any) { body["import"] = json.RawMessage(`{"mediaProfile":"none"` + more + `}`) }
}

type captureAnswer struct {
	Object, ID        string
	Items             []content.Item
	Comments          []content.Comment
	Accepted, Ignored int64
	ImportID          *string
	Provenance        struct {
		SourceRouteID string
		references.Captured
	}
}

// captureAs hands a post over and wants it stored.
func captureAs(t *testing.T, s *webtest.Site, as map[string]string, body string) (got captureAnswer) {
	t.Helper()
	r := s.Do("POST", "/v1/captures", body, as)
	if r.Status != http.StatusCreated {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	testkit.Must(t, json.Unmarshal(r.Body, &got))
	return got
}

// TestPostsAreHandedOver hands over one post of each platform, by a key and by a person, and looks for private values in the
// answers, the log and the database.
func TestPostsAreHandedOver(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		calls := s.Calls.Load()
		for _, as := range []map[string]string{s.AsOwner(), scoped(t, s, accounts.IngestionsWrite)} {
			for _, c := range sourcestest.Captures(4711) {
				r := s.Do("POST", "/v1/captures", captureBody(c, func(body map[string]any) {
					body["answers"] = append(body["answers"].([]any), map[string]any{"url": c.API, "status": 200, "contentType": "application/json", "body": c.JSON})
					_, id, _ := strings.Cut(c.ID, ":")
					if comments := sourcestest.CapturedComments(c.Platform, id); comments != "" {
						body["answers"] = append(body["answers"].([]any), map[string]any{"url": c.API, "status": 200, "contentType": "application/json", "body": comments})
					}
				}), as)
				var got captureAnswer
				if err := json.Unmarshal(r.Body, &got); r.Status != 201 || err != nil || strings.Contains(string(r.Body), sourcestest.Secret) {
					t.Fatalf("%s: %d %s", c.Platform, r.Status, r.Body)
				}
				if len(got.Items) != 1 || got.Items[0].ID != c.ID || int(got.Accepted) != 1+len(got.Comments)/2 || got.Ignored != 1 || got.ImportID != nil || got.Object != "capture" ||
					got.Provenance.SourceRouteID != string(c.Platform)+".capture" || got.Provenance.CapturedBy == nil || *got.Provenance.CapturedBy != s.OwnerID ||
					got.Provenance.Origin == nil || *got.Provenance.Origin != references.CapturedOrigin || got.Provenance.CapturedAt == nil {
					t.Errorf("%s: %s", c.Platform, r.Body)
				}
				if len(got.Comments) != 2 && c.Platform != content.AdLibrary || !keeps(t, s, got) {
					t.Errorf("%s: comments are %+v", c.Platform, got.Comments)
				}
			}
		}
		var rows []captures.Capture
		testkit.Must(t, s.Store.Read(t.Context()).Find(&rows).Error)
		stored, _ := json.Marshal(rows)
		for _, row := range rows {
			stored = append(append(stored, row.Item...), row.Files...)
		}
		if len(rows) != 8 || strings.Contains(string(stored), sourcestest.Secret) || strings.Contains(s.Log.String(), sourcestest.Secret) {
			t.Errorf("%d captures are stored: %s", len(rows), stored)
		}
		if s.Calls.Load() != calls {
			t.Error("a platform was called")
		}
	})
}

// keeps reports whether a capture is read back with the comments that its answer had.
func keeps(t *testing.T, s *webtest.Site, made captureAnswer) bool {
	t.Helper()
	var again captureAnswer
	testkit.Must(t, json.Unmarshal(s.Do("GET", "/v1/captures/"+made.ID, "", s.AsKey()).Body, &again))
	return reflect.DeepEqual(again.Comments, made.Comments) && made.Comments != nil
}

// TestWhatIsNoCaptureIsRefused sends every bound and what may not be handed over. Nothing of it is stored.
func TestWhatIsNoCaptureIsRefused(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		clip := sourcestest.Captures(1)[1]
		answer := func(name string, v any) func(map[string]any) {
			return func(body map[string]any) { body["answers"].([]any)[0].(map[string]any)[name] = v }
		}
		set := func(name string, v any) func(map[string]any) {
			return func(body map[string]any) { body[name] = v }
		}
		refused := map[string]struct {
			change func(map[string]any)
			want   string
		}{
			"too old":             {set("capturedAt", time.Now().Add(-25*time.Hour).UTC().Format(time.RFC3339)), "400 invalid_input capturedAt range"},
			"of the future":       {set("capturedAt", time.Now().Add(6*time.Minute).UTC().Format(time.RFC3339)), "400 invalid_input capturedAt range"},
			"no time":             {set("capturedAt", "yesterday"), "400 invalid_input capturedAt format"},
			"no answers":          {set("answers", []any{}), "400 invalid_input answers length"},
			"too many answers":    {set("answers", slices.Repeat([]any{map[string]any{"url": clip.PageURL, "status": 200, "contentType": "", "body": ""}}, 21)), "400 invalid_input answers length"},
			"cookies":             {set("cookies", "sessionid=1"), "400 invalid_input cookies unknown"},
			"headers":             {answer("headers", map[string]any{"cookie": "sessionid=1"}), "400 invalid_input answers[0].headers unknown"},
			"a foreign host":      {answer("url", "https://example.com/"), "400 invalid_input answers[0].url host"},
			"a host without TLS":  {answer("url", "http://www.tiktok.com/"), "400 invalid_input answers[0].url host"},
			"a look-alike":        {answer("url", "https://nottiktok.com/"), "400 invalid_input answers[0].url host"},
			"another platform's":  {answer("url", "https://www.youtube.com/watch?v=kEtTl3s1nGs"), "400 invalid_input answers[0].url host"},
			"no status":           {answer("status", 42), "400 invalid_input answers[0].status range"},
			"an endless type":     {answer("contentType", strings.Repeat("x", 201)), "400 invalid_input answers[0].contentType length"},
			"an endless address":  {set("pageUrl", "https://www.tiktok.com/"+strings.Repeat("x", 2048)), "400 invalid_input pageUrl length"},
			"another site":        {set("pageUrl", "https://example.com/post/1"), "422 unsupported_object"},
			"an account":          {set("pageUrl", "https://www.tiktok.com/@parcel.pia"), "422 unsupported_object"},
			"a story":             {set("pageUrl", "https://www.instagram.com/stories/lamp.lea/1/"), "422 unavailable_private"},
			"messages":            {set("pageUrl", "https://www.instagram.com/direct/t/1/"), "422 unavailable_private"},
			"nothing of the post": {answer("body", "<html>a wall</html>"), "502 source_changed"},
			"a private post":      {answer("body", sourcestest.CapturedClip("7311111111111111111", 1, map[string]any{"privateItem": true}).Page), "422 unavailable_private"},
			"an import of more":   {importing(`,"sourceUrl":"https://www.tiktok.com/@a/video/1"`), "400 invalid_input import.sourceUrl unknown"},
			"a large answer":      {answer("body", strings.Repeat("x", 6<<20+1)), "400 invalid_input answers[0].body length"},
			"a large capture":     {answer("body", strings.Repeat("x", 8<<20)), "413 limit_exceeded"},
		}
		for name, c := range refused {
			r := s.Do("POST", "/v1/captures", captureBody(clip, c.change), s.AsKey())
			got := fmt.Sprint(r.Status, " ", r.Code())
			var e struct {
				Error struct {
					Details struct {
						Limit  int
						Fields []struct{ Name, Reason string }
					}
				}
			}
			_ = json.Unmarshal(r.Body, &e)
			for _, f := range e.Error.Details.Fields {
				got += " " + f.Name + " " + f.Reason
			}
			if got != c.want || r.Status == 413 && e.Error.Details.Limit != 8<<20 {
				t.Errorf("%s: %s, want %s: %.300s", name, got, c.want, r.Body)
			}
		}
		if r := s.Do("POST", "/v1/boards", fmt.Sprintf(`{"name":%q}`, strings.Repeat("x", web.MaxBody)), s.AsKey()); r.Status != 413 {
			t.Errorf("another operation takes %d bytes: %d", web.MaxBody, r.Status)
		}
		if r := s.Do("POST", "/v1/captures", captureBody(clip, nil), scoped(t, s, accounts.IngestionsRead)); r.Status != 403 {
			t.Errorf("without the scope: %d %s", r.Status, r.Body)
		}
		var n int64
		testkit.Must(t, s.Store.Read(t.Context()).Model(&captures.Capture{}).Count(&n).Error)
		if n != 0 || strings.Contains(s.Log.String(), sourcestest.Secret) {
			t.Errorf("%d captures are stored", n)
		}
	})
}

// TestAMemberCapturesAndAnEditorImports asks with a session of each role.
func TestAMemberCapturesAndAnEditorImports(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		clip := sourcestest.Captures(1)[1]
		for role, want := range map[accounts.Role]int{accounts.Member: 403, accounts.Editor: 201, accounts.Owner: 201} {
			testkit.Must(t, s.Store.Write(t.Context()).Table("members").Where("user_id = ?", s.OwnerID).Update("role", role).Error)
			captureAs(t, s, s.AsOwner(), captureBody(clip, nil))
			if r := s.Do("POST", "/v1/captures", captureBody(clip, importing("")), s.AsOwner()); r.Status != want {
				t.Errorf("%s imports: %d %s", role, r.Status, r.Body)
			}
		}
	})
}

// TestTheImportOfACaptureShowsItsComments looks at the page of an import, with its capture and after the capture has ended.
func TestTheImportOfACaptureShowsItsComments(t *testing.T) {
	each(t, webtest.Options{Credits: 100}, func(t *testing.T, s *webtest.Site) {
		clip := sourcestest.Captures(1)[1]
		ends := s.Store.Now().UTC().Add(captures.KeptFor)
		made := captureAs(t, s, s.AsOwner(), captureBody(clip, func(body map[string]any) {
			importing("")(body)
			body["answers"] = append(body["answers"].([]any), map[string]any{"url": clip.API, "status": 200, "contentType": "application/json",
				"body": sourcestest.CapturedComments(clip.Platform, strings.TrimPrefix(clip.ID, "clip_site:"))})
		}))
		here := "/w/" + s.Workspace + "/imports/" + *made.ImportID
		shown := string(s.Do("GET", here, "", s.AsOwner()).Body)
		for _, want := range []string{"Comments (2)", "First comment", ">author<", "3 likes", "Captured in a member’s browser", "are deleted on " + ends.Format("2 Jan 2006")} {
			if !strings.Contains(shown, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
		testkit.Must(t, s.Store.Write(t.Context()).Where("id = ?", made.ID).Delete(&captures.Capture{}).Error)
		if r := s.Do("GET", here, "", s.AsOwner()); r.Status != 200 || strings.Contains(string(r.Body), "First comment") {
			t.Errorf("without its capture: %d", r.Status)
		}
	})
}

// importer runs imports of the site, without media.
func importer(t *testing.T, s *webtest.Site) *jobs.Importer {
	t.Helper()
	adapters, log := platforms.All(), slog.New(slog.DiscardHandler)
	fetcher := sourcestest.Fetcher(t, s.Platforms, adapters.Hosts()...)
	service := lookup.New(lookup.Options{Store: s.Store, Platforms: adapters.Set(), Fetcher: fetcher, Routes: adapters.Routes(fetcher, platforms.Options{}), Budget: 5 * time.Second, Clock: s.Clock.Now, Log: log})
	return &jobs.Importer{Store: s.Store, Lookup: service, Folder: t.TempDir(), Log: log, Media: noMedia{}}
}

// noMedia has no picture of anything.
type noMedia struct{ jobs.Media }

func (noMedia) Thumbnail(context.Context, []content.Image, string) error { return media.ErrNoPicture }

// clipOf returns a simulated clip: its link and its id.
func clipOf(s *webtest.Site) (link, id string) {
	link = s.Platforms.Samples()[1].Items[0]
	return link, link[strings.LastIndex(link, "/")+1:]
}

// TestACaptureIsItsWorkspacesAlone lets one workspace claim a false count of a post. Everything that another one is shown of
// the post is the platform's truth, and the claim counts for no route's health.
func TestACaptureIsItsWorkspacesAlone(t *testing.T) {
	each(t, webtest.Options{Credits: 100}, func(t *testing.T, s *webtest.Site) {
		const claimed = 987654321
		link, id := clipOf(s)
		o := newOther(t, s)
		theirs := map[string]string{"Authorization": "Bearer " + o.key}
		before := string(s.Do("GET", "/v1/source-routes", nil, theirs).Body)
		lie := sourcestest.CapturedClip(id, claimed, map[string]any{"desc": "a lie about parcels"})
		lie.PageURL = link
		made := captureAs(t, s, s.AsKey(), captureBody(lie, importing("")))
		run := importer(t, s)
		testkit.Must(t, run.Run(t.Context(), *made.ImportID))
		mine := s.Do("GET", "/v1/imports/"+*made.ImportID, nil, s.AsKey())
		ref := mine.JSON(t)["referenceId"]
		if ref == nil {
			t.Fatalf("the import of the capture: %s", mine.Body)
		}
		kept := string(s.Do("GET", "/v1/references/"+ref.(string), nil, s.AsKey()).Body)
		for _, want := range []string{fmt.Sprint(claimed), `"sourceRouteId":"clip_site.capture"`, `"capturedBy":"` + s.OwnerID + `"`, references.CapturedOrigin, `"capturedAt":"`} {
			if !strings.Contains(kept, want) {
				t.Errorf("the reference lacks %s: %s", want, kept)
			}
		}
		saysItsOrigin(t, s, ref.(string), *made.ImportID)
		if after := string(s.Do("GET", "/v1/source-routes", nil, theirs).Body); after != before || strings.Contains(after, "capture") {
			t.Errorf("the routes' health changed from %s to %s", before, after)
		}
		posted := s.Do("POST", "/v1/ingestions", fmt.Sprintf(`{"sourceUrl":%q,"mediaProfile":"none","transcript":false}`, link), withIdempotencyKey(theirs, "k"))
		own, _ := posted.JSON(t)["id"].(string)
		testkit.Must(t, run.Run(t.Context(), own))
		seen := map[string]string{}
		for _, path := range []string{"/v1/items/lookup?url=" + link, "/v1/items/lookup?maxAge=1d&url=" + link, "/v1/items/observations?url=" + link, "/v1/items?account=clip_site:@" + handleIn(link),
			"/v1/references", "/v1/references?q=lie", "/v1/references/export", "/v1/imports/" + own, "/v1/ingestions", "/v1/events", "/v1/captures/" + made.ID, "/v1/source-routes",
			"/v1/accounts/lookup?platform=clip_site&handle=" + handleIn(link), "/v1/search?platform=clip_site&q=lie", "/v1/comments?url=" + link, "/v1/items/observations?id=clip_site:" + id, "/v1/tags",
			"/v1/workspaces/" + o.ids["workspaceId"] + "/requests", "/v1/workspaces/" + o.ids["workspaceId"] + "/usage", "/v1/resolve?url=" + link, "/v1/boards"} {
			seen[path] = string(s.Do("GET", path, nil, theirs).Body)
		}
		for path, body := range seen {
			if strings.Contains(body, fmt.Sprint(claimed)) || strings.Contains(body, "a lie") || strings.Contains(body, ".capture") {
				t.Errorf("%s shows another workspace the claim: %s", path, body)
			}
		}
		for _, path := range []string{"/v1/items/lookup?url=" + link, "/v1/items/observations?url=" + link, "/v1/references"} {
			if !strings.Contains(seen[path], `"views":`) && !strings.Contains(seen[path], `"viewCount":`) {
				t.Errorf("%s shows nothing: %s", path, seen[path])
			}
		}
		// Nor are the claimer's own lookups and history made of it.
		for _, path := range []string{"/v1/items/observations?url=" + link, "/v1/items/lookup?maxAge=1d&url=" + link} {
			if body := string(s.Do("GET", path, nil, s.AsKey()).Body); strings.Contains(body, fmt.Sprint(claimed)) {
				t.Errorf("%s is made of the claim: %s", path, body)
			}
		}
		for _, claim := range []string{fmt.Sprint(claimed), "a lie about parcels", ".capture"} {
			outside(t, s, claim)
		}
		if log := s.Log.String(); strings.Contains(log, fmt.Sprint(claimed)) || strings.Contains(log, "a lie") {
			t.Error("the claim is logged")
		}
	})
}

// ofReference are tables whose rows belong to a reference or an import of a workspace, and name no workspace themselves.
var ofReference = map[string]bool{"attempts": true, "reference_source_tags": true}

// outside looks for a claim of the site's workspace in every row that is another workspace's, or nobody's.
func outside(t *testing.T, s *webtest.Site, claim string) {
	t.Helper()
	own := 0
	eachRow(t, s, func(table string, row map[string]string) {
		said := false
		for _, v := range row {
			said = said || strings.Contains(v, claim)
		}
		switch {
		case said && (row["workspace_id"] == s.Workspace || ofReference[table] || strings.HasPrefix(table, "reference_words_")):
			own++
		case said:
			t.Errorf("%s has the claim %q: %.600v", table, claim, row)
		}
	})
	if own == 0 {
		t.Errorf("nothing says %q: the test proves nothing", claim)
	}
}

// saysItsOrigin looks for the origin wherever the captured reference is shown or taken along.
func saysItsOrigin(t *testing.T, s *webtest.Site, reference, imported string) {
	t.Helper()
	says := func(what string, body []byte) {
		if text := html.UnescapeString(string(body)); !strings.Contains(strings.ToLower(text), references.CapturedOrigin) {
			t.Errorf("%s does not say where it is from: %.300s", what, text)
		}
	}
	for _, path := range []string{"/v1/references", "/v1/references/export?format=csv", "/v1/references/export?format=ndjson"} {
		says(path, s.Do("GET", path, nil, s.AsKey()).Body)
	}
	board := s.Do("POST", "/v1/boards", `{"name":"Claims","references":["`+reference+`"]}`, s.AsKey()).JSON(t)["id"].(string)
	for _, path := range []string{"/references/" + reference, "/imports/" + imported, "/references", "/references?view=table", "/references/compare?id=" + reference + "&id=" + nobodysID, "/boards/" + board} {
		says(path, s.Do("GET", "/w/"+s.Workspace+path, nil, s.AsOwner()).Body)
	}
	for what, paths := range map[string][]string{`{"board":"` + board + `"}`: {"", "/references/" + reference, "/feed.xml"}, `{"reference":"` + reference + `"}`: {""}} {
		link := s.Do("POST", "/v1/shares", what, s.AsKey()).JSON(t)["url"].(string)
		for _, path := range paths {
			says("shared "+what+path, s.Do("GET", strings.TrimPrefix(link, webtest.Origin)+path, nil, nil).Body)
		}
	}
	a := newAgent(t, listen(t, s), s.Key)
	for tool, args := range map[string]map[string]any{"get_reference": {"referenceId": reference}, "search_references": {"q": "lie"}} {
		raw, err := json.Marshal(a.works(tool, args))
		testkit.Must(t, err)
		says("the tool "+tool, raw)
	}
	for _, name := range []string{"manifest.json", "provenance.json", "reference.json"} {
		says(name, inBundle(t, s, reference, name))
	}
}

// inBundle returns a file of a reference's bundle.
func inBundle(t *testing.T, s *webtest.Site, reference, name string) []byte {
	t.Helper()
	sent := s.Do("GET", "/v1/references/"+reference+"/bundle", nil, s.AsKey()).Body
	z, err := zip.NewReader(bytes.NewReader(sent), int64(len(sent)))
	testkit.Must(t, err)
	f, err := z.Open(name)
	testkit.Must(t, err)
	body, err := io.ReadAll(f)
	testkit.Must(t, err)
	return body
}

func handleIn(link string) string {
	_, rest, _ := strings.Cut(link, "/@")
	handle, _, _ := strings.Cut(rest, "/")
	return handle
}

// TestTheImportOfACapturePaysNoFetch compares what the ledger took.
func TestTheImportOfACapturePaysNoFetch(t *testing.T) {
	each(t, webtest.Options{Credits: 10}, func(t *testing.T, s *webtest.Site) {
		link, id := clipOf(s)
		c := sourcestest.CapturedClip(id, 1, nil)
		c.PageURL = link
		made := captureAs(t, s, s.AsKey(), captureBody(c, importing(`,"tags":["mine"],"customTitle":"A title"`)))
		testkit.Must(t, importer(t, s).Run(t.Context(), *made.ImportID))
		w, err := s.Store.Billing.Credits(t.Context(), s.Workspace)
		if err != nil || w.Balance != 10 {
			t.Errorf("%+v, %v after an import without a fetch", w, err)
		}
		list := s.Do("GET", "/v1/references", nil, s.AsKey())
		for _, want := range []string{`"customTitle":"A title"`, `"tags":["mine"]`} {
			if !strings.Contains(string(list.Body), want) {
				t.Errorf("the reference lacks %s: %s", want, list.Body)
			}
		}
	})
}

// TestCapturesAreKeptForAMonth sweeps captures.
func TestCapturesAreKeptForAMonth(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		captureAs(t, s, s.AsKey(), captureBody(sourcestest.Captures(1)[1], nil))
		count := func() (n int64) {
			testkit.Must(t, s.Store.Read(t.Context()).Model(&captures.Capture{}).Count(&n).Error)
			return n
		}
		s.Clock.Add(captures.KeptFor - time.Hour)
		testkit.Must(t, s.Store.Housekeep(t.Context()))
		if count() != 1 {
			t.Error("it is swept too early")
		}
		s.Clock.Add(2 * time.Hour)
		testkit.Must(t, s.Store.Housekeep(t.Context()))
		if count() != 0 {
			t.Error("it is never swept")
		}
	})
}
