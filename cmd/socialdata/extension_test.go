package main

import (
	"encoding/json"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"socialdata/internal/content"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/captures"
	"socialdata/models/db"
	"socialdata/models/references"
)

// TestExtension connects the extension by one page of the service, and saves a post of each platform from its page.
func TestExtension(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		x := h.extendedBrowser(t)
		x.signIn("owner@example.com")
		x.visit("/extension")
		x.reads("What leaves your browser")
		x.accessible()
		x.visit("/extension/connect")
		x.reads("Connect a browser", "Name of the key")
		x.accessible()
		x.press("Make the key")
		x.reads("The key is made")
		x.accessible()
		key := evaluate[string](x.browser, `document.querySelector("[data-extension-key]").dataset.extensionKey`)
		settings := x.extensionPage("options.html", "")
		settings.reads("Not connected")
		settings.click("I have a key")
		settings.fill("key", key)
		settings.click("Use this key")
		settings.reads("Connected to First at " + h.base)
		settings.accessible()
		settings.close()
		samples := h.platforms.Samples()
		for _, sample := range samples {
			x.saves(sample.Items[0])
		}
		for album := range samples[2].Albums {
			x.saves(album)
			break
		}
		h.idle(w)
		var rows []captures.Capture
		if err := h.p.store.Read(t.Context()).Find(&rows).Error; err != nil || len(rows) != len(samples)+1 {
			t.Errorf("%d captures are stored, %v", len(rows), err)
		}
	})
}

// TestExtensionConnects lets the extension take its key by itself: from the page that an owner confirms, which it then closes. A
// page that is closed before gives none.
func TestExtensionConnects(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		x := h.extendedBrowser(t)
		x.signIn("owner@example.com")
		settings := x.extensionPage("options.html", "")
		settings.reads("Not connected")
		settings.click("Connect")
		settings.reads("Waiting for it")
		settings.does("the tab of the service", theDoor("tab => true"))
		settings.does("the tab to close", theDoor("tab => chrome.tabs.remove(tab.id).then(() => true)"))
		settings.reads("The page was closed before a key was made")
		settings.click("Connect")
		const confirm = `() => { const button = document.querySelector("main form button[type=submit]"); button?.click(); return Boolean(button); }`
		settings.does("the button of the service's page", theDoor(`async tab => (await chrome.scripting.executeScript({target: {tabId: tab.id}, func: `+confirm+`}))[0].result`))
		settings.reads("Connected to First at " + h.base)
		settings.accessible()
		settings.close()
		keys, err := h.p.store.Accounts.Keys(t.Context(), w, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if len(keys.Items) != 1 || len(keys.Items[0].Scopes()) != 1 || keys.Items[0].Scopes()[0] != accounts.IngestionsWrite {
			t.Errorf("the keys are %+v", keys.Items)
		}
		p := x.pressButton(h.platforms.Samples()[1].Items[0])
		p.reads("Nothing was read yet", "for First")
		p.run(chromedp.KeyEvent(kb.Tab+kb.Tab), chromedp.KeyEvent(kb.Enter)) // from the first field to the button
		p.reads("Saved. This was read from the page")
		p.close()
	})
}

// does repeats a promise until it gives true.
func (b *browser) does(what, promise string) {
	b.t.Helper()
	for end := time.Now().Add(patience); !evaluate[bool](b, promise, chromedp.EvalAwaitPromise); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// theDoor does something with the tab in which the service makes a key for the extension, once it is loaded. A test cannot follow
// that tab, because the extension closes it.
func theDoor(act string) string {
	return `chrome.tabs.query({status: "complete"}).then(all => all.find(t => t.url?.endsWith("/extension"))).then(async tab => Boolean(tab && await (` + act + `)(tab)))`
}

// TestExtensionSendsMedia saves an album whose pictures the platform refuses the service: the browser sends those that its page shows.
func TestExtensionSendsMedia(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		x := h.connected(t, w)
		h.platforms.Fail(simulator.Failure{Platform: "photo_site", Path: ".jpg", Status: 403, Body: "no"})
		for album := range h.platforms.Samples()[2].Albums {
			p := x.pressButton(album)
			p.reads("Nothing was read yet") // the form has the choice of before now, and changes no more
			p.choose("profile", "full")
			p.click("Save this post")
			p.reads("The platform does not give this service the pictures and videos", "Send them from this page")
			p.accessible()
			p.click("Send them from this page")
			p.reads("0 of", "This page has not loaded it as one file")
			shows(x, p)
			p.click("Send them from this page")
			p.reads("The import goes on with them")
			p.accessible()
			p.close()
			break
		}
		h.idle(w)
		list, err := h.p.store.References.ListReferences(t.Context(), w, references.Listing{}, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if len(list.Items) != 1 {
			t.Fatalf("%d references", len(list.Items))
		}
		parts := list.Items[0].PartList()
		for _, p := range parts.Media {
			if p.Kind == "image" && (p.State != references.PartKept || p.Origin == nil || *p.Origin != references.UploadedOrigin) {
				t.Errorf("part %d: %s, origin %v", p.Index, p.State, p.Origin)
			}
		}
		if len(parts.Origins()) < 2 {
			t.Errorf("%d parts were uploaded", len(parts.Origins()))
		}
	})
}

// shows lets the page of the post load the pictures that the service was refused, as scrolling through an album does.
func shows(x *extended, p *browser) {
	x.t.Helper()
	urls := evaluate[[]string](p, `(async () => {
		const { connection } = await chrome.storage.local.get("connection");
		const id = performance.getEntriesByType("resource").map(e => e.name).findLast(name => name.includes("/v1/captures/")).split("/v1/captures/")[1].split("/")[0];
		const r = await fetch(connection.address + "/v1/captures/" + id, { headers: { Authorization: "Bearer " + connection.key } });
		return (await r.json()).parts.map(part => part.url);
	})()`, chromedp.EvalAwaitPromise)
	list, _ := json.Marshal(urls) // texts always marshal
	if n := evaluate[int](x.browser, `Promise.all(`+string(list)+`.filter(u => u.includes(".jpg")).map(async u => { const i = new Image(); i.src = u; document.body.append(i); await i.decode(); return 1; })).then(all => all.length)`, chromedp.EvalAwaitPromise); n < 2 {
		x.t.Fatalf("the page shows %d pictures", n)
	}
}

// connected returns a browser whose extension has a key of a workspace.
func (h *testProgram) connected(t *testing.T, workspace string) *extended {
	t.Helper()
	x := h.extendedBrowser(t)
	connection := `{address: "` + h.base + `", key: "` + h.key(workspace) + `", workspace: "First", workspaceId: "` + workspace + `", name: "test"}`
	settings := x.extensionPage("options.html", "")
	evaluate[bool](settings, `chrome.storage.local.set({connection: `+connection+`}).then(() => true)`, chromedp.EvalAwaitPromise)
	settings.close()
	return x
}

// saves saves the post of a page and looks at what is said of it.
func (x *extended) saves(address string) {
	x.t.Helper()
	p := x.pressButton(address)
	p.reads("Nothing was read yet")
	p.choose("profile", "none")
	p.click("Save this post")
	p.reads("Saved. This was read from the page", "See the import")
	p.accessible()
	p.close()
}

// TestExtensionRefuses presses the button where nothing can be saved.
func TestExtensionRefuses(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		x := h.connected(t, h.owner())
		for _, address := range []string{"https://example.com/", "https://www.instagram.com/direct/inbox/", "https://www.youtube.com/"} {
			p := x.pressButton(address)
			p.reads("This page shows no post")
			p.accessible()
			p.close()
		}
		private := "https://www.tiktok.com/@a/video/" + simulator.ClipPrivate
		x.isRefused(private, "unavailable_private")
		account := h.platforms.Samples()[2].Items[1]
		h.changePage("photo_site", account, func(page string) string {
			return strings.NewReplacer(`"is_private":false`, `"is_private":true`, `"user":{`, `"user":{"is_private":true,`).Replace(page)
		})
		x.isRefused(account, "unavailable_private")
		changed := h.platforms.Samples()[2].Items[0]
		_, path, _ := strings.Cut(changed, "instagram.com")
		h.platforms.Fail(simulator.Failure{Platform: "photo_site", Path: path, Status: 200, Header: map[string]string{"Content-Type": "text/html"},
			Body: `<html><body><script type="application/json" data-sjs>{"shortcode_media":{"renamed":"` + strings.Trim(strings.TrimPrefix(path, "/p"), "/") + `"}}</script></body></html>`})
		x.isRefused(changed, "source_changed")
		h.platforms.Heal()
		var rows []captures.Capture
		if err := h.p.store.Read(t.Context()).Find(&rows).Error; err != nil || len(rows) != 0 {
			t.Errorf("%d captures are stored, %v", len(rows), err)
		}
	})
}

// ofReader begins what a page says about its reader.
const ofReader = "zq-private-"

// sowReader adds members about the reader to every object of a page, and comments beside its post.
func sowReader(page string) string {
	names := []string{"viewer_note", "csrf_token", "fb_dtsg", "msToken", "friendship_status", "saved_collection_ids", "userDigged", "social_context", "ds_user_id", "email"}
	n := 0
	page = regexp.MustCompile(`\{"`).ReplaceAllStringFunc(page, func(string) string {
		n++
		return `{"` + names[n%len(names)] + `":"` + ofReader + `member","`
	})
	return strings.Replace(page, "</body>", `<script type="application/json" data-sjs>{"xdt_api__v1__media__media_id__comments__connection":{"edges":[{"node":{"text":"`+ofReader+`comment"}}]}}</script></body>`, 1)
}

// changePage lets a simulated platform answer a link with its page, changed.
func (h *testProgram) changePage(platform, link string, change func(page string) string) {
	h.t.Helper()
	at := strings.TrimPrefix(link, "https://")
	r := httptest.NewRequest("GET", "/"+at, nil)
	for name, value := range map[string]string{"Sec-Fetch-User": "?1", "Upgrade-Insecure-Requests": "1", "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"} {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.platforms.ServeHTTP(w, r)
	_, path, _ := strings.Cut(at, "/")
	path, _, _ = strings.Cut(path, "?")
	h.platforms.Fail(simulator.Failure{Platform: platform, Path: path, Status: 200, Header: map[string]string{"Content-Type": "text/html; charset=utf-8"}, Body: change(w.Body.String())})
}

// recording also keeps what the page of the extension sends.
const recording = otherTab + `const ask = fetch; window.sent = []; window.fetch = (to, o) => { if (o?.body) sent.push(o.body); return ask(to, o); };`

// TestExtensionLeavesTheReaderBehind saves posts whose pages also hold their reader and comments: nothing of these is sent.
func TestExtensionLeavesTheReaderBehind(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		x := h.connected(t, h.owner())
		for _, sample := range h.platforms.Samples() {
			link := sample.Items[0]
			h.changePage(sample.Platform, link, sowReader)
			x.run(chromedp.Navigate(link))
			p := x.extensionPage("popup.html", recording)
			p.reads("Nothing was read yet")
			p.choose("profile", "none")
			p.click("Save this post")
			p.reads("Saved. This was read from the page")
			sent := evaluate[string](p, `sent.join("\n")`)
			if at := strings.Index(sent, ofReader); at >= 0 || len(sent) < 500 {
				t.Errorf("%s: %.3000s", sample.Platform, sent[max(0, at-300):])
			}
			p.close()
		}
	})
}

// TestExtensionKeepsComments has the comments kept that a page loads after a press, by fetch as YouTube and TikTok do and by an
// older kind of request as Instagram does, and saves them with the post, without what they say about their reader.
func TestExtensionKeepsComments(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		x := h.connected(t, h.owner())
		for _, sample := range h.platforms.Samples()[:3] {
			platform := content.Platform(sample.Platform)
			link := sample.Items[0]
			recognised, _ := platforms.All().Set().Recognize(link)
			comments := sourcestest.CapturedComments(platform, recognised.LocalID)
			page := map[content.Platform]struct{ endpoint, loads string }{
				content.VideoSite: {"/youtubei/v1/next", `fetch("/youtubei/v1/next?key=1", {method: "POST"}).then(r => r.json()).then(() => true)`},
				content.ClipSite:  {"/api/comment/list/", `fetch("/api/comment/list/?cursor=0").then(r => r.json()).then(() => true)`},
				content.PhotoSite: {"/graphql/query", `new Promise(done => { const r = new XMLHttpRequest(); r.open("POST", "/graphql/query"); r.onload = () => done(true); r.send(); })`},
			}[platform]
			p := x.pressButton(link)
			p.reads("Nothing was read yet")
			p.click("Keep the comments that I read")
			p.reads("Now read the comments on the page")
			p.accessible()
			p.close()
			h.platforms.Fail(simulator.Failure{Platform: sample.Platform, Path: page.endpoint, Status: 200, Header: map[string]string{"Content-Type": "application/json"}, Body: comments})
			x.does("the page to load its comments", page.loads)
			p = x.extensionPage("popup.html", recording)
			p.reads("Nothing was read yet")
			p.choose("profile", "none")
			p.click("Save this post")
			p.reads("Saved. This was read from the page", "Comments kept", "2")
			if sent := evaluate[string](p, `sent.join("\n")`); strings.Contains(sent, sourcestest.Secret) || !strings.Contains(sent, "Second comment") {
				t.Errorf("%s: %.3000s", platform, sent[max(0, strings.Index(sent, sourcestest.Secret)-300):])
			}
			p.close()
			h.platforms.Heal()
		}
	})
}

// isRefused presses the button and wants an error by its code.
func (x *extended) isRefused(address, code string) {
	x.t.Helper()
	p := x.pressButton(address)
	p.reads("Nothing was read yet")
	p.click("Save this post")
	p.reads(code + ", request")
	p.accessible()
	p.close()
}
