package web_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/models/work"
	"socialdata/web/webtest"
)

// example is one request of the API reference with its answer, as handlers/pages/docs/examples.json keeps them.
type example struct {
	Operation  string            `json:"operation"`
	Method     string            `json:"method"`
	Path       string            `json:"path"`
	Credential string            `json:"credential"` // key, session, setupToken or ""
	Header     map[string]string `json:"header,omitempty"`
	Body       json.RawMessage   `json:"body,omitempty"`
	Status     int               `json:"status"`
	Answer     json.RawMessage   `json:"answer,omitempty"`
}

// exampleStep is one request to make. {name} in the path and the body stands for something that an earlier answer gave.
type exampleStep struct {
	operation, method, path, credential, body string
	header                                    map[string]string
	keep                                      map[string]string // name: field of the answer
}

// exampleToken is the setup token of an example.
const exampleToken = "example-of-a-setup-token"

// exampleSteps walk through every operation once, in an order in which each finds what it needs.
func exampleSteps(s *webtest.Site) []exampleStep {
	samples := s.Platforms.Samples()
	item, clip := samples[0].Items[0], samples[1].Items[0]
	account, q := url.QueryEscape(samples[0].Accounts[0]), url.QueryEscape
	const ws = "/v1/workspaces/{workspace}"
	return []exampleStep{
		{operation: "resolve", path: "/v1/resolve?url=" + q(item), credential: "key", keep: map[string]string{"item": "id"}},
		{operation: "getMe", path: "/v1/me", credential: "key"},
		{operation: "lookupItem", path: "/v1/items/lookup?url=" + q(item) + "&include=transcript&transcriptLanguage=de", credential: "key"},
		{operation: "lookupItems", method: "POST", path: "/v1/items/lookups", credential: "key", body: `{"urls":["` + clip + `","` + item + `","https://www.youtube.com/watch?v=aaaaaaaaaaa"]}`},
		{operation: "lookupAccounts", method: "POST", path: "/v1/accounts/lookups", credential: "key", body: `{"accounts":["video_site:@lanternkitchen","https://www.tiktok.com/@nobody.at.all"]}`},
		{operation: "listItemPages", method: "POST", path: "/v1/items/pages", credential: "key", body: `{"accounts":["video_site:@lanternkitchen"],"limit":1}`},
		{operation: "lookupAccount", path: "/v1/accounts/lookup?url=" + q("https://www.youtube.com/@lanternkitchen"), credential: "key"},
		{operation: "listItems", path: "/v1/items?account=" + account, credential: "key"},
		{operation: "listItemObservations", path: "/v1/items/observations?url=" + q(item), credential: "key"},
		{operation: "listAccountObservations", path: "/v1/accounts/observations?url=" + q("https://www.youtube.com/@lanternkitchen"), credential: "key"},
		{operation: "listComments", path: "/v1/comments?url=" + q(item), credential: "key"},
		{operation: "search", path: "/v1/search?platform=video_site&q=ramen", credential: "key"},
		{operation: "listSourceRoutes", path: "/v1/source-routes", credential: "key"},

		{operation: "createIngestion", method: "POST", path: "/v1/ingestions", credential: "key", header: map[string]string{"Idempotency-Key": "my-first-import"},
			body: `{"sourceUrl":"` + clip + `","mediaProfile":"full","tags":["kitchen"]}`, keep: map[string]string{"accepted": "id"}},
		{operation: "createIngestions", method: "POST", path: "/v1/ingestions/batch", credential: "key", header: map[string]string{"Idempotency-Key": "my-first-batch"},
			body: `{"imports":[{"sourceUrl":"` + item + `","mediaProfile":"none"},{"sourceUrl":"` + clip + `","tags":["kitchen"]}]}`, keep: map[string]string{"batch": "batchId"}},
		{operation: "getIngestionBatch", path: "/v1/ingestions/batch/{batch}", credential: "key"},
		{operation: "createRetry", method: "POST", path: "/v1/ingestions/retries", credential: "key", body: `{"filter":{"outcomeCode":"route_degraded"},"perMinute":20}`, keep: map[string]string{"retry": "id"}},
		{operation: "getRetry", path: "/v1/ingestions/retries/{retry}", credential: "key"},
		{operation: "changeRetry", method: "PATCH", path: "/v1/ingestions/retries/{retry}", credential: "key", body: `{"state":"stopped"}`},
		{operation: "listIngestions", path: "/v1/ingestions?limit=1", credential: "key"},
		{operation: "getImport", path: "/v1/imports/{import}?wait=20", credential: "key"},
		{operation: "cancelImport", method: "POST", path: "/v1/imports/{accepted}/cancel", credential: "key"},
		{operation: "createCapture", method: "POST", path: "/v1/captures", credential: "key", body: capturedExample(), keep: map[string]string{"capture": "id"}},
		{operation: "getCapture", path: "/v1/captures/{capture}", credential: "key"},
		{operation: "putCapturePart", method: "PUT", path: "/v1/captures/{capture}/parts/0", credential: "key", body: "what a clip looks like",
			header: map[string]string{"Content-Type": "application/octet-stream", "Content-Range": "bytes 0-21/22", "Repr-Digest": digestOf([]byte("what a clip looks like"))}},
		{operation: "importCapture", method: "POST", path: "/v1/captures/{capture}/imports", credential: "key", body: `{"mediaProfile":"full"}`},
		{operation: "listReferences", path: "/v1/references?q=kettle", credential: "key"},
		{operation: "exportReferences", path: "/v1/references/export?format=ndjson&q=kettle", credential: "key"},
		{operation: "listEvents", path: "/v1/events?type=import.cancelled", credential: "key"},
		{operation: "getReference", path: "/v1/references/{reference}", credential: "key"},
		{operation: "getTranscript", path: "/v1/references/{reference}/transcript", credential: "key"},
		{operation: "findSimilar", path: "/v1/references/{reference}/similar", credential: "key"},
		{operation: "getBundle", path: "/v1/references/{reference}/bundle", credential: "key"},
		{operation: "annotateReference", method: "PATCH", path: "/v1/references/{reference}", credential: "key", body: `{"revision":2,"notes":"For the spring campaign.","tags":["kitchen","sound"]}`},
		{operation: "holdMedia", method: "PUT", path: "/v1/references/{reference}/media-hold", credential: "key", body: `{"ttlDays":90}`},
		{operation: "createChange", method: "POST", path: "/v1/changes", credential: "key", body: `{"filter":{"tag":["spring"]},"addTags":["season"],"removeTags":["spring"],"delaySeconds":10}`, keep: map[string]string{"change": "id"}},
		{operation: "getChange", path: "/v1/changes/{change}", credential: "key"},
		{operation: "stopChange", method: "POST", path: "/v1/changes/{change}/stop", credential: "key"},
		{operation: "listTags", path: "/v1/tags", credential: "key"},
		{operation: "changeReferences", method: "POST", path: "/v1/references/bulk", credential: "key", body: `{"ids":["{reference}"],"addTags":["spring"]}`},
		{operation: "createDownloadURL", method: "POST", path: "/v1/media/{media}/download-url", credential: "key", body: `{"ttlSeconds":600}`},
		{operation: "createBoard", method: "POST", path: "/v1/boards", credential: "key", body: `{"name":"Kitchen hooks","references":["{reference}"]}`, keep: map[string]string{"board": "id"}},
		{operation: "listBoards", path: "/v1/boards", credential: "key"},
		{operation: "getBoard", path: "/v1/boards/{board}", credential: "key"},
		{operation: "changeBoard", method: "PATCH", path: "/v1/boards/{board}", credential: "key", body: `{"revision":1,"description":"For the meeting in May."}`},
		{operation: "arrangeBoard", method: "POST", path: "/v1/boards/{board}/references", credential: "key", body: `{"remove":["{reference}"]}`},
		{operation: "createShare", method: "POST", path: "/v1/shares", credential: "key", body: `{"board":"{board}","include":{"transcript":true,"media":true}}`, keep: map[string]string{"share": "id"}},
		{operation: "listShares", path: "/v1/shares?board={board}", credential: "key"},
		{operation: "revokeShare", method: "DELETE", path: "/v1/shares/{share}", credential: "key"},
		{operation: "deleteBoard", method: "DELETE", path: "/v1/boards/{board}", credential: "key"},
		{operation: "deleteReference", method: "DELETE", path: "/v1/references/{reference}", credential: "key"},

		{operation: "createWebhook", method: "POST", path: ws + "/webhooks", credential: "session", body: `{"url":"https://example.com/social-data","events":["import.succeeded","import.failed"],"description":"Our importer"}`, keep: map[string]string{"webhook": "id"}},
		{operation: "listWebhooks", path: ws + "/webhooks", credential: "session"},
		{operation: "changeWebhook", method: "PATCH", path: ws + "/webhooks/{webhook}", credential: "session", body: `{"revision":1,"events":["import.succeeded"]}`},
		{operation: "rotateWebhookSecret", method: "POST", path: ws + "/webhooks/{webhook}/rotate-secret", credential: "session"},
		{operation: "testWebhook", method: "POST", path: ws + "/webhooks/{webhook}/test", credential: "session", keep: map[string]string{"delivery": "id"}},
		{operation: "listDeliveries", path: ws + "/webhooks/{webhook}/deliveries", credential: "session"},
		{operation: "resendDelivery", method: "POST", path: ws + "/webhooks/{webhook}/deliveries/{delivery}/resend", credential: "session"},
		{operation: "deleteWebhook", method: "DELETE", path: ws + "/webhooks/{webhook}", credential: "session"},

		{operation: "createWatch", method: "POST", path: "/v1/watches", credential: "key", body: `{"name":"Lantern Kitchen","source":{"kind":"account","account":"video_site:@lanternkitchen"},"every":"6h","import":{"mediaProfile":"analysis","tags":["competitor"]}}`, keep: map[string]string{"watch": "id"}},
		{operation: "listWatches", path: "/v1/watches", credential: "key"},
		{operation: "getWatch", path: "/v1/watches/{ran}", credential: "key"},
		{operation: "changeWatch", method: "PATCH", path: "/v1/watches/{watch}", credential: "key", body: `{"every":"1d","dailyCredits":50}`},
		{operation: "runWatch", method: "POST", path: "/v1/watches/{watch}/run", credential: "key"},
		{operation: "getWatchReport", path: "/v1/watches/{ran}/report?from=2026-01-01T00:00:00Z&to=2026-01-03T00:00:00Z", credential: "key"},
		{operation: "createWatchFeed", method: "POST", path: "/v1/watches/{ran}/feeds", credential: "key", keep: map[string]string{"feed": "id"}},
		{operation: "listWatchFeeds", path: "/v1/watches/{ran}/feeds", credential: "key"},
		{operation: "revokeWatchFeed", method: "DELETE", path: "/v1/watches/{ran}/feeds/{feed}", credential: "key"},
		{operation: "listWatchRuns", path: "/v1/watches/{ran}/runs", credential: "key"},
		{operation: "listWatchItems", path: "/v1/watches/{ran}/items?after=clip_site:7300000000000000002", credential: "key"},
		{operation: "deleteWatch", method: "DELETE", path: "/v1/watches/{watch}", credential: "key"},

		{operation: "createExport", method: "POST", path: "/v1/exports", credential: "key", body: `{"kind":"references","format":"parquet","schedule":"daily","prefix":"lake/social"}`, keep: map[string]string{"export": "id"}},
		{operation: "listExports", path: "/v1/exports", credential: "key"},
		{operation: "getExport", path: "/v1/exports/{export}", credential: "key"},
		{operation: "changeExport", method: "PATCH", path: "/v1/exports/{export}", credential: "key", body: `{"schedule":"hourly"}`},
		{operation: "runExport", method: "POST", path: "/v1/exports/{export}/run", credential: "key"},
		{operation: "deleteExport", method: "DELETE", path: "/v1/exports/{export}", credential: "key"},

		{operation: "signIn", method: "POST", path: "/v1/auth/sessions", body: `{"email":"olive@example.com","password":"` + webtest.Password + `"}`},
		{operation: "currentSession", path: "/v1/auth/sessions/current", credential: "session"},
		{operation: "listWorkspaces", path: "/v1/workspaces", credential: "session"},
		{operation: "getWorkspace", path: ws, credential: "session"},
		{operation: "renameWorkspace", method: "PATCH", path: ws, credential: "session", body: `{"revision":1,"name":"Kitchen research"}`},
		{operation: "eraseAccount", method: "DELETE", path: "/v1/accounts/clip_site:6934411111111111111/data", credential: "session"},
		{operation: "createWorkspace", method: "POST", path: "/v1/workspaces", credential: "session", body: `{"name":"Second"}`},
		{operation: "getUsage", path: ws + "/usage?range=24h", credential: "key"},
		{operation: "listRequests", path: ws + "/requests?operation=lookupItem&limit=1", credential: "key"},
		{operation: "listCredits", path: ws + "/credits?limit=2", credential: "session"},
		{operation: "listActs", path: ws + "/audit?limit=2", credential: "session"},
		{operation: "createInvite", method: "POST", path: ws + "/invites", credential: "session", body: `{"email":"ada@example.com","role":"member"}`, keep: map[string]string{"invite": "id", "url": "acceptUrl"}},
		{operation: "listInvites", path: ws + "/invites", credential: "session"},
		{operation: "acceptInvite", method: "POST", path: "/v1/invites/accept", body: `{"token":"{token}","name":"Ada Example","password":"a long enough passphrase"}`},
		{operation: "listMembers", path: ws + "/members", credential: "session", keep: map[string]string{"user": "items.0.userId"}},
		{operation: "setMemberRole", method: "PATCH", path: ws + "/members/{user}", credential: "session", body: `{"role":"owner"}`},
		{operation: "removeMember", method: "DELETE", path: ws + "/members/{user}", credential: "session"},
		{operation: "createKey", method: "POST", path: ws + "/api-keys", credential: "session", body: `{"name":"ci","scopes":["ingestions:write","ingestions:read"]}`, keep: map[string]string{"key": "id"}},
		{operation: "listKeys", path: ws + "/api-keys", credential: "session"},
		{operation: "changeKey", method: "PATCH", path: ws + "/api-keys/{key}", credential: "session", body: `{"dailyCredits":200,"monthlyCredits":null}`},
		{operation: "revokeKey", method: "DELETE", path: ws + "/api-keys/{key}", credential: "session"},
		{operation: "deleteInvite", method: "DELETE", path: ws + "/invites/{open}", credential: "session"},
		{operation: "closeWorkspace", method: "POST", path: ws + "/close", credential: "session", body: `{"name":"Kitchen research","password":"` + webtest.Password + `"}`, keep: map[string]string{"erasure": "id"}},
		{operation: "getErasure", path: "/v1/erasures/{erasure}", credential: "session"},
		{operation: "signOut", method: "DELETE", path: "/v1/auth/sessions/current", credential: "session"},
		{operation: "signOutEverywhere", method: "DELETE", path: "/v1/auth/sessions", credential: "session"},
		{operation: "bootstrap", method: "POST", path: "/v1/workspaces/bootstrap", credential: "setupToken",
			body: `{"workspaceName":"Kitchen research","email":"olive@example.com","password":"a long enough passphrase","name":"Olive Owner"}`},
	}
}

// capturedExample is the answer that a page got about a clip, as a browser hands it over.
func capturedExample() string {
	body := `{"statusCode":0,"itemInfo":{"itemStruct":{"id":"7311111111111111111","desc":"Folding a parcel #parcels","createTime":"1767225600","author":{"id":"6811111111111111111","uniqueId":"parcel.pia","nickname":"Pia"},` +
		`"stats":{"playCount":4711,"diggCount":120,"commentCount":8},"video":{"duration":15,"width":576,"height":1024}}}}`
	return fmt.Sprintf(`{"pageUrl":"https://www.tiktok.com/@parcel.pia/video/7311111111111111111","capturedAt":%q,"answers":[{"url":"https://www.tiktok.com/api/item/detail/","status":200,"contentType":"application/json","body":%q}],"import":{"mediaProfile":"none","tags":["kitchen"]}}`,
		time.Now().UTC().Format(time.RFC3339), body)
}

// TestExamplesOfTheReference makes every request that the API reference shows and holds its answer against what is
// shown: an example cannot rot, and no operation is without one.
func TestExamplesOfTheReference(t *testing.T) {
	s := embedded(t, webtest.Options{})
	known := exampleStart(t, s)
	fixed := map[string]string{}
	var list []example
	for _, step := range exampleSteps(s) {
		if step.method == "" {
			step.method = http.MethodGet
		}
		if step.operation == "bootstrap" {
			s = embedded(t, webtest.Options{SetupToken: exampleToken})
		}
		header := map[string]string{}
		switch step.credential {
		case "key":
			header = s.AsKey()
		case "session":
			header = signIn(t, s, "olive@example.com")
		case "setupToken":
			header["Authorization"] = "Bearer " + exampleToken
		default:
			header["Origin"] = webtest.Origin
		}
		for k, v := range step.header {
			header[k] = v
		}
		path, body := fill(step.path, known), fill(step.body, known)
		var send any
		if body != "" {
			send = body
		}
		s.Requests.Flush(t.Context())
		r := s.Do(step.method, path, send, header)
		if r.Status >= 400 {
			t.Fatalf("%s: %d %s", step.operation, r.Status, r.Body)
		}
		for name, field := range step.keep {
			known[name] = member(t, r.Body, field)
		}
		if link := known["url"]; link != "" {
			known["token"] = link[strings.LastIndex(link, "/")+1:]
		}
		e := example{Operation: step.operation, Method: step.method, Path: settle(path, fixed), Credential: step.credential, Header: step.header, Status: r.Status}
		if body != "" {
			e.Body = json.RawMessage(settle(body, fixed))
		}
		if step.header["Content-Type"] == "application/octet-stream" {
			e.Body = json.RawMessage(`"clip.mp4"`) // the file that has the bytes
		}
		if strings.Contains(r.Header.Get("Content-Type"), "json") {
			e.Answer = json.RawMessage(settle(string(short(t, r.Body)), fixed))
		}
		list = append(list, e)
	}
	everyOperationHasOne(t, s, list)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(list); err != nil {
		t.Fatal(err)
	}
	golden(t, "../../handlers/pages/docs/examples.json", b.Bytes())
	goldenCompressed(t, "../handlers/pages/docs/examples.json.gz", b.Bytes())
}

// goldenCompressed is golden for a file that the program embeds compressed.
func goldenCompressed(t *testing.T, path string, want []byte) {
	t.Helper()
	if *testkit.Update {
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		_, err := w.Write(want)
		testkit.Must(t, err)
		testkit.Must(t, w.Close())
		testkit.Must(t, os.WriteFile(path, packed.Bytes(), 0o644))
		return
	}
	packed, err := os.Open(path)
	testkit.Must(t, err)
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	testkit.Must(t, err)
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what examples.json is (%v): run with -update", path, err)
	}
}

// exampleStart makes what the requests speak of: a saved reference with a file, an import that succeeded, an open
// invite.
func exampleStart(t *testing.T, s *webtest.Site) map[string]string {
	t.Helper()
	row := put(t, s, "kettle.mp4", []byte("what a kettle looks like"))
	said := transcriptOf(t, s, "en", "Listen to it.")
	reference := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "video_site:kettle00001", SourceTitle: "A kettle that sings", Tags: []string{"kitchen"}, Media: []references.Media{row, said}})
	ref, err := s.Store.References.Find(t.Context(), s.Workspace, reference)
	testkit.Must(t, err)
	open, _, err := s.Store.Accounts.CreateInvite(t.Context(), s.Workspace, "ben@example.com", accounts.Owner, s.OwnerID)
	testkit.Must(t, err)
	failedImport(t, s, s.Workspace)
	return map[string]string{"workspace": s.Workspace, "reference": reference, "import": *ref.ImportID, "media": *ref.PrimaryMediaID, "open": open.ID, "ran": watchThatRan(t, s)}
}

// watchThatRan is a watch of an account that has looked at it twice.
func watchThatRan(t *testing.T, s *webtest.Site) string {
	t.Helper()
	w, err := s.Store.Watches.Create(t.Context(), watches.NewWatch{WorkspaceID: s.Workspace, Name: "Slow Crafts", Every: "1h", DailyCredits: 100,
		Source: watches.Source{Kind: watches.Account, Account: "clip_site:@slow.crafts"}})
	testkit.Must(t, err)
	row := func(id, title string) watches.Row {
		return watches.Row{ID: "clip_site:" + id, URL: "https://www.tiktok.com/@slow.crafts/video/" + id, Title: &title}
	}
	known := row("7300000000000000002", "A spoon from one piece of ash")
	for _, look := range []*watches.Look{{Rows: []watches.Row{known}}, {Rows: []watches.Row{row("7300000000000000003", "The knife that I use"), known}, Known: map[string]bool{known.ID: true}}} {
		look.NewestFirst = true
		_, err := s.Store.Watches.RunNow(t.Context(), s.Workspace, w.ID)
		testkit.Must(t, err)
		j, err := s.Store.Work.Take(t.Context(), work.Watches, w.ID)
		testkit.Must(t, err)
		c, _, err := s.Store.Watches.Begin(t.Context(), j, 1)
		testkit.Must(t, err)
		err = s.Store.Watches.NotePage(t.Context(), c, 1, 1)
		testkit.Must(t, err)
		testkit.Must(t, s.Store.Watches.FinishList(t.Context(), c, look, watches.Imported{}))
	}
	return w.ID
}

func fill(text string, known map[string]string) string {
	for name, v := range known {
		text = strings.ReplaceAll(text, "{"+name+"}", v)
	}
	return text
}

// What differs from run to run, and what no example should show.
var (
	anyID     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
	anyTime   = regexp.MustCompile(`20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`)
	anyKey    = regexp.MustCompile(`sd_[0-9A-Za-z]{57}`)
	anyPrefix = regexp.MustCompile(`sd_[0-9A-Za-z]{8}\b`)
	anySecret = regexp.MustCompile(`whsec_[0-9A-Za-z+/=]{44}`)
	anyToken  = regexp.MustCompile(`(/invite/|"token":\s*")[\w-]{43}`)
	anyShare  = regexp.MustCompile(`(social\.example/[sf]/)[\w-]{43}`)
	anyLink   = regexp.MustCompile(`(social\.example/media/)[^"]+`)
	anyCursor = regexp.MustCompile(`("nextCursor":\s*")[^"]{20,}"`)
	anySpan   = regexp.MustCompile(`("(?:p50Ms|p95Ms)":\s*)\d+`)
	anyTook   = regexp.MustCompile(`("code":\s*null,\s*"durationMs":\s*)\d+`)
	anyDigest = regexp.MustCompile(`("digest":\s*")[0-9a-f]{64}`)
	stageSpan = regexp.MustCompile(`("finishedAt":\s*[^,]+,\s*"durationMs":\s*)\d+`)
)

// settle writes what differs from run to run as if it never did; the same id is the same in every example.
func settle(text string, fixed map[string]string) string {
	text = anyID.ReplaceAllStringFunc(text, func(id string) string {
		if fixed[id] == "" {
			fixed[id] = fmt.Sprintf("0197f3a0-0000-7000-8000-%012d", len(fixed)+1)
		}
		return fixed[id]
	})
	text = anyTime.ReplaceAllString(text, "2026-11-21T09:30:00.000Z")
	text = anyDigest.ReplaceAllString(text, "${1}"+strings.Repeat("5ea1", 16))
	text = anyKey.ReplaceAllString(text, "sd_ExampleOfAKeyThatOpensNothing")
	text = anyPrefix.ReplaceAllString(text, "sd_ExampleO")
	text = anySecret.ReplaceAllString(text, "whsec_RXhhbXBsZU9mQVNlY3JldFRoYXRTaWduc05vdGhpbmc=")
	text = anyToken.ReplaceAllString(text, "${1}ExampleOfAnInvite")
	text = anyShare.ReplaceAllString(text, "${1}ExampleOfAShareLink")
	text = anyLink.ReplaceAllString(text, "${1}ExampleOfASignedLink")
	text = anyCursor.ReplaceAllString(text, `${1}ExampleOfACursor"`)
	text = anySpan.ReplaceAllString(text, "${1}180")
	text = anyTook.ReplaceAllString(text, "${1}12")
	return stageSpan.ReplaceAllString(text, "${1}12")
}

// contractOperation holds the members of an operation that tests read.
type contractOperation struct {
	OperationID, Path string
	Parameters        []string // names
}

// contract reads the operations of /openapi.json.
func contract(t *testing.T, s *webtest.Site) []contractOperation {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(s.Do("GET", "/openapi.json", nil, nil).Body)
	testkit.Must(t, err)
	var list []contractOperation
	for path, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			found := contractOperation{OperationID: op.OperationID, Path: path}
			for _, p := range append(slices.Clone(item.Parameters), op.Parameters...) {
				found.Parameters = append(found.Parameters, p.Value.Name)
			}
			list = append(list, found)
		}
	}
	return list
}

func everyOperationHasOne(t *testing.T, s *webtest.Site, list []example) {
	t.Helper()
	have := map[string]bool{}
	for _, e := range list {
		have[e.Operation] = true
	}
	for _, op := range contract(t, s) {
		if !have[op.OperationID] {
			t.Errorf("%s has no example", op.OperationID)
		}
	}
}
