package web_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/table"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/boards"
	"socialdata/models/captures"
	"socialdata/models/changes"
	"socialdata/models/db"
	"socialdata/models/erasures"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/reruns"
	"socialdata/models/shares"
	"socialdata/models/watches"
	"socialdata/web/webtest"
)

// other is a workspace beside the site's, with one of everything that has an id.
type other struct {
	ids    map[string]string // by the name of a path parameter
	secret string            // a text that only its members may see
	key    string
	cookie string
}

const strangersPassword = "another horse battery staple"

func newOther(t *testing.T, s *webtest.Site) *other {
	t.Helper()
	ctx := context.Background()
	o := &other{ids: map[string]string{}, secret: "only for the other workspace"}
	_, token, err := s.Store.Accounts.CreateInvite(ctx, s.Workspace, "stranger@example.com", accounts.Member, s.OwnerID)
	testkit.Must(t, err)
	in := s.Do("POST", "/v1/invites/accept", map[string]string{"token": token, "name": "Stranger", "password": strangersPassword}, map[string]string{"Origin": webtest.Origin})
	if in.Status != 201 {
		t.Fatalf("%d %s", in.Status, in.Body)
	}
	o.cookie = strings.TrimPrefix(strings.SplitN(in.Header.Get("Set-Cookie"), ";", 2)[0], session.CookieName+"=")
	user := in.JSON(t)["user"].(map[string]any)["id"].(string)
	w, err := s.Store.Accounts.CreateWorkspace(ctx, o.secret, user, 100)
	testkit.Must(t, err)
	testkit.Must(t, s.Store.Accounts.RemoveMember(ctx, s.Workspace, user, false))
	k, text, err := s.Store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: w.ID, Name: o.secret, CreatedBy: user, Scopes: accounts.Scopes()})
	testkit.Must(t, err)
	invite, _, err := s.Store.Accounts.CreateInvite(ctx, w.ID, "third@example.com", accounts.Member, user)
	testkit.Must(t, err)
	media := []references.Media{{Role: references.PrimaryMedia, ContentType: "video/mp4", Bytes: 1, SHA256: strings.Repeat("0", 64), Filename: "a.mp4", BlobKey: "a"}}
	ref := modelstest.Save(t, s.Store, w.ID, modelstest.Saved{SourceTitle: o.secret, Notes: &o.secret, Media: media})
	o.key, o.ids["workspaceId"], o.ids["userId"], o.ids["keyId"], o.ids["inviteId"] = text, w.ID, user, k.ID, invite.ID
	o.ids["referenceId"], o.ids["mediaId"] = ref, media[0].ID
	hook, _, err := s.Store.Events.CreateWebhook(ctx, events.NewWebhook{WorkspaceID: w.ID, URL: "https://example.com/", Types: events.Types(), Description: o.secret})
	testkit.Must(t, err)
	tested, err := s.Store.Events.TestWebhook(ctx, w.ID, hook.ID)
	testkit.Must(t, err)
	o.ids["webhookId"], o.ids["deliveryId"] = hook.ID, tested.ID
	watch, err := s.Store.Watches.Create(ctx, watches.NewWatch{WorkspaceID: w.ID, Name: o.secret, Every: "1h", DailyCredits: 1, Source: watches.Source{Kind: watches.Account, Account: "video_site:@other"}})
	testkit.Must(t, err)
	feed, _, err := s.Store.Watches.CreateFeed(ctx, watches.Feed{WorkspaceID: w.ID, WatchID: watch.ID})
	testkit.Must(t, err)
	o.ids["watchId"], o.ids["feedId"] = watch.ID, feed.ID
	board, err := s.Store.Boards.Create(ctx, boards.Board{WorkspaceID: w.ID, Name: o.secret, Kind: boards.Manual, Sort: references.AsPlaced}, []string{ref})
	testkit.Must(t, err)
	o.ids["boardId"] = board.ID
	share, _, err := s.Store.Shares.Create(ctx, shares.Share{WorkspaceID: w.ID, BoardID: &board.ID, EndsAt: db.Micros(s.Store.Now().Add(time.Hour))})
	testkit.Must(t, err)
	o.ids["shareId"] = share.ID
	export, err := s.Store.Exports.Create(ctx, exports.Export{WorkspaceID: w.ID, Kind: exports.References, Format: table.CSV, Schedule: exports.Daily, Prefix: "theirs"})
	testkit.Must(t, err)
	o.ids["exportId"] = export.ID
	o.ids["batchId"] = db.NewID()
	capture := captures.Capture{WorkspaceID: w.ID, PageURL: "https://www.tiktok.com/@a/video/1", RouteID: o.secret, Files: []byte("[]")}
	testkit.Must(t, capture.Keep(&content.Item{ID: o.secret}, nil, []byte("[]")))
	_, err = s.Store.Captures.Create(ctx, &capture, nil)
	testkit.Must(t, err)
	o.ids["captureId"], o.ids["index"] = capture.ID, "no-id"
	retry, err := s.Store.Reruns.StartOwn(ctx, reruns.Rerun{WorkspaceID: w.ID, Filter: `{"batchId":"` + o.secret + `"}`, PerMinute: 1, CreatedBy: user}, []reruns.Chosen{{ID: db.NewID(), WorkspaceID: w.ID}})
	testkit.Must(t, err)
	o.ids["retryId"] = retry.ID
	change, err := s.Store.Changes.Start(ctx, changes.Change{WorkspaceID: w.ID, CreatedBy: user}, changes.Which{IDs: []string{ref}}, changes.What{Change: references.Change{AddTags: []string{o.secret}}}, time.Hour)
	testkit.Must(t, err)
	o.ids["changeId"] = change.ID
	closed, err := s.Store.Accounts.CreateWorkspace(ctx, "closed", user, 0)
	testkit.Must(t, err)
	receipt, err := s.Store.Erasures.Close(ctx, closed.ID, "closed", erasures.Asker{ID: user})
	testkit.Must(t, err)
	o.ids["erasureId"] = receipt.ID
	o.ids["accountId"] = "no-id" // accounts of platforms are no workspace's: an owner may name any, and erases of their own alone (models TestAnOwnerErasesInTheirWorkspaceAlone)
	o.ids["importId"] = modelstest.Accept(t, s.Store, w.ID, modelstest.Saved{Notes: &o.secret})
	return o
}

// own are the headers of the other workspace's owner.
func (o *other) own() map[string]string {
	return map[string]string{"Cookie": session.CookieName + "=" + o.cookie, "Origin": webtest.Origin}
}

// look is everything that the other workspace shows its owner and its key.
func (o *other) look(s *webtest.Site) string {
	var b strings.Builder
	for _, path := range []string{"", "/members", "/invites", "/api-keys", "/credits", "/webhooks", "/webhooks/" + o.ids["webhookId"] + "/deliveries"} {
		fmt.Fprintf(&b, "%s\n", s.Do("GET", "/v1/workspaces/"+o.ids["workspaceId"]+path, nil, o.own()).Body)
	}
	for _, path := range []string{"/v1/references/" + o.ids["referenceId"], "/v1/imports/" + o.ids["importId"], "/v1/references", "/v1/ingestions", "/v1/watches", "/v1/watches/" + o.ids["watchId"], "/v1/watches/" + o.ids["watchId"] + "/feeds", "/v1/boards/" + o.ids["boardId"], "/v1/shares", "/v1/exports", "/v1/exports/" + o.ids["exportId"], "/v1/tags", "/v1/changes/" + o.ids["changeId"], "/v1/ingestions/retries/" + o.ids["retryId"], "/v1/captures/" + o.ids["captureId"], "/v1/references?board=" + o.ids["boardId"]} {
		fmt.Fprintf(&b, "%s\n", s.Do("GET", path, nil, map[string]string{"Authorization": "Bearer " + o.key}).Body)
	}
	return lastUsedAt.ReplaceAllString(b.String(), "")
}

var lastUsedAt = regexp.MustCompile(`"lastUsedAt":("[^"]*"|null)`)

// goodBodies are bodies that would work, by operation: without them a refusal would say nothing. An operation with a body
// that is not here is asked with {}.
var goodBodies = map[string]string{
	"closeWorkspace":  `{"name":"Other","password":"` + webtest.Password + `"}`,
	"renameWorkspace": `{"name":"Mine","revision":1}`, "setMemberRole": `{"role":"member"}`, "createInvite": `{"email":"x@example.com","role":"member"}`,
	"createKey": `{"name":"x","scopes":["media:read"]}`, "annotateReference": `{"revision":2,"notes":"mine"}`, "holdMedia": `{"ttlDays":60,"revision":1}`,
	"createWebhook": `{"url":"https://example.com/","events":["credits.low"]}`, "changeWebhook": `{"revision":1,"enabled":false}`,
	"createWatch": `{"name":"mine","source":{"kind":"account","account":"video_site:@lanternkitchen"},"every":"1h"}`, "changeWatch": `{"paused":true}`,
	"createChange": `{"ids":["01890a5d-ac96-774b-bcce-b302099a8057"],"addTags":["mine"]}`,
	"createExport": `{"kind":"references","format":"csv","schedule":"daily"}`, "changeExport": `{"schedule":"weekly"}`,
	"createRetry": `{}`, "changeRetry": `{"state":"stopped"}`,
	"createBoard": `{"name":"mine"}`, "changeBoard": `{"revision":1,"name":"mine"}`, "arrangeBoard": `{"remove":["01890a5d-ac96-774b-bcce-b302099a8057"]}`,
	"createCapture":     captureBody(sourcestest.Captures(1)[1], nil),
	"createShare":       `{"reference":"01890a5d-ac96-774b-bcce-b302099a8057"}`,
	"createDownloadURL": `{"ttlSeconds":60,"disposition":"inline"}`, "createIngestion": `{"sourceUrl":"https://www.youtube.com/watch?v=aaaaaaaaaaa"}`,
}

// TestNothingIsSharedBetweenWorkspaces walks the contract: whoever asks for another workspace's ids, in any place of any
// operation, gets exactly what an id that nobody has gives, sees nothing, and changes nothing. A new operation is covered
// as it is; a new kind of id is asked for here.
func TestNothingIsSharedBetweenWorkspaces(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		o := newOther(t, s)
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "mine"})
		doc, err := openapi3.NewLoader().LoadFromData(s.Do("GET", "/openapi.json", nil, nil).Body)
		testkit.Must(t, err)
		before := o.look(s)
		if !strings.Contains(before, o.secret) || strings.Contains(before, `"code"`) {
			t.Fatalf("the other workspace does not see its own: %s", before)
		}
		asked := 0
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				if op.OperationID == "signOut" || op.OperationID == "signOutEverywhere" {
					continue // they end the session that asks
				}
				asked++
				compareWithNobody(t, s, o, method, path, op)
			}
		}
		if after := o.look(s); after != before {
			t.Errorf("something of the other workspace changed:\n%s\nwas\n%s", after, before)
		}
		if asked < 30 {
			t.Errorf("only %d operations were asked", asked)
		}
	})
}

// nobodysID is an id that nobody has.
const nobodysID = "01890a5d-ac96-774b-bcce-b302099a8057"

// compareWithNobody asks one operation with each of the other workspace's ids, and with nobody's, as key and as owner.
func compareWithNobody(t *testing.T, s *webtest.Site, o *other, method, path string, op *openapi3.Operation) {
	t.Helper()
	names := pathParameter.FindAllString(path, -1)
	var body any
	if op.RequestBody != nil {
		if body = goodBodies[op.OperationID]; body == "" {
			body = "{}"
		}
	}
	ask := func(path string, as map[string]string) *webtest.Reply {
		as["X-Request-Id"] = "same"
		if op.OperationID == "createIngestion" {
			as["Idempotency-Key"] = db.NewID()
		}
		r := s.Do(method, path, body, as)
		for name, id := range o.ids {
			if name == "userId" && op.OperationID == "listActs" {
				continue // they were a member here once, and joining is an act
			}
			if strings.Contains(strings.ReplaceAll(string(r.Body), path, ""), id) {
				t.Errorf("%s %s shows %s: %s", method, path, id, r.Body)
			}
		}
		if strings.Contains(string(r.Body), o.secret) {
			t.Errorf("%s %s shows the other workspace's words: %s", method, path, r.Body)
		}
		return r
	}
	foreign := s.AsOwner()
	foreign["X-Workspace-Id"] = o.ids["workspaceId"]
	ask(strings.ReplaceAll(path, "{workspaceId}", s.Workspace), foreign)
	if len(names) == 0 {
		ask(path, s.AsKey())
		ask(path, s.AsOwner())
		return
	}
	for n, name := range names {
		theirs, known := o.ids[strings.Trim(name, "{}")]
		if !known {
			t.Errorf("%s %s: make the other workspace a %s in newOther", method, path, name)
			continue
		}
		for _, as := range []func() map[string]string{s.AsKey, s.AsOwner} {
			at := func(id string) string {
				p := strings.ReplaceAll(path, name, id)
				if n > 0 { // below a workspace of one's own
					p = strings.ReplaceAll(p, "{workspaceId}", s.Workspace)
				}
				return pathParameter.ReplaceAllString(p, nobodysID)
			}
			found, none := ask(at(theirs), as()), ask(at(nobodysID), as())
			if found.Status != none.Status || string(found.Body) != string(none.Body) || found.Status < 400 {
				t.Errorf("%s %s with another's %s: %d %s\nwith nobody's: %d %s", method, path, name, found.Status, found.Body, none.Status, none.Body)
			}
		}
	}
}
