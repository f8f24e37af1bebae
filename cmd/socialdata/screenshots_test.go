//go:build screenshots

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"socialdata/internal/issuer/issuertest"
	"socialdata/internal/table"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/shares"
	"socialdata/models/support"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// screens is the folder that the pictures go to; it is not committed.
const screens = "../../screenshots"

// TestScreenshots takes a picture of every page of the demo, in light and dark, on a phone and on a desk.
func TestScreenshots(t *testing.T) {
	testkit.Must(t, os.MkdirAll(screens, 0o750))
	empty := newProgram(t, map[string]string{}).open(t)
	empty.shoot("setup", "/setup")
	h := newProgram(t, map[string]string{"SMTP_URL": "smtp://localhost?from=alerts@example.com"}, func(h *testProgram) {
		_, err := h.p.seedDemo(t.Context(), &demoHistory{program: h.p, clock: &h.clock, platforms: h.platforms})
		testkit.Must(t, err)
	})
	empty = h.open(t)
	empty.shoot("sign-in", "/sign-in")
	empty.shoot("docs", "/docs")
	empty.shoot("guide", "/docs/guides/first-calls")
	empty.shoot("guide-table", "/docs/guides/from-yt-dlp")
	empty.shoot("docs-tests", "/docs/test-links")
	empty.shoot("status", "/status")
	empty.shoot("extension", "/extension")
	b := h.enter(demoEmail)
	w := strings.TrimPrefix(b.address(), "/w/")
	h.idle(w)
	for name, path := range h.pages(w) {
		b.shoot(name, path)
	}
	for n, sample := range h.platforms.Samples() {
		b.shootAnswer("try-looked-"+string(rune('a'+n)), "/w/"+w+"/try?url="+sample.Items[0], "Look it up")
	}
	h.decays()
	desk := h.enter(demoSupport)
	for name, path := range h.supportPages(w) {
		desk.shoot(name, path)
	}
	h.failed(w)
	desk.shoot("support-replay", "/support/replay?code=unavailable_removed")
	desk.shootAfter("support-replay-read", "/support/replay?code=unavailable_removed", func() {
		desk.fill("reason", "To see what is read of it.")
		desk.press("Read the answers again")
	})
	parts, err := os.ReadFile("../../views/testdata/parts.html")
	testkit.Must(t, err)
	b.shootAfter("parts", "/w/"+w+"/imports", func() {
		evaluate[bool](b, fmt.Sprintf(`document.querySelector("main").outerHTML = %q, true`, parts))
	})
	b.shootAfter("many-checked", "/w/"+w+"/imports/many", func() {
		b.fill("links", strings.Join(h.platforms.Samples()[0].Items[:8], "\n")+" https://vimeo.com/1")
		b.press("Check and see the price")
	})
	b.shootAfter("drawer", "/w/"+w+"/references", func() { b.clickAt(".gallery > li:nth-child(2) .poster") })
	h.shootAlerts(b, w)
	h.shootLeaving(b, empty, w)
	shootDoors(t)
}

// shootDoors takes the sign-in at an issuer, and the second factor.
func shootDoors(t *testing.T) {
	h, there := withIssuer(t, map[string]string{"OIDC_NAME": "Example Identity"})
	w := h.owner()
	owner, err := h.p.store.Accounts.SignIn(t.Context(), "owner@example.com", testPassword)
	testkit.Must(t, err)
	_, token, err := h.p.store.Accounts.CreateInvite(t.Context(), w, "ada@example.com", accounts.Member, owner.User.ID)
	testkit.Must(t, err)
	b := h.open(t)
	b.shoot("door-issuer", "/sign-in")
	b.shoot("door-invite", "/invite/"+token)
	there.Set(func(there *issuertest.Issuer) { there.Down = true })
	b.shoot("door-down", "/sign-in/oidc")
	b.signIn("owner@example.com")
	b.shoot("factor-none", "/account/second-factor")
	testkit.Must(t, h.p.store.Accounts.BeginSecondFactor(t.Context(), owner.User.ID))
	b.shoot("factor-pending", "/account/second-factor")
	secret, err := h.p.store.Accounts.PendingSecondFactor(t.Context(), owner.User.ID)
	testkit.Must(t, err)
	b.visit("/account/second-factor")
	b.fill("code", appCode(t, secret, time.Now()))
	b.press("Switch it on")
	b.shootShown("factor-codes")
	b.shoot("factor-on", "/account/second-factor")
	b.shoot("factor-account", "/account")
	again := h.open(t)
	again.signIn("owner@example.com")
	again.shootShown("factor-asked")
}

// shootShown takes the page that is open, which cannot be opened again.
func (b *browser) shootShown(name string) {
	b.t.Helper()
	for _, wide := range []int64{390, 1280} {
		b.run(chromedp.EmulateViewport(wide, 900))
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		cancel()
		testkit.Must(b.t, err)
		testkit.Must(b.t, os.WriteFile(filepath.Join(screens, fmt.Sprintf("%s-%d.png", name, wide)), picture, 0o600))
	}
}

// shootAlerts takes the overview of a workspace that needs its owner, and where a low balance is set.
func (h *testProgram) shootAlerts(owner *browser, w string) {
	hook, _, err := h.p.store.Events.CreateWebhook(h.t.Context(), events.NewWebhook{WorkspaceID: w, URL: "https://hooks.example.com/social-data", Types: []events.Type{events.CreditsLow}})
	testkit.Must(h.t, err)
	modelstest.Run(h.t, h.p.store, "UPDATE webhooks SET disabled_at = 1, disabled_reason = 'failing' WHERE id = ?", hook.ID)
	modelstest.Run(h.t, h.p.store, "UPDATE workspaces SET low_balance = balance WHERE id = ?", w)
	owner.shoot("alerts-overview", "/w/"+w)
	owner.shoot("alerts-credits", "/w/"+w+"/credits")
}

// shootLeaving takes the pages of who comes and who goes: an invite, a removal with its keys, and the keys that stay.
func (h *testProgram) shootLeaving(owner, stranger *browser, w string) {
	ctx := h.t.Context()
	members, err := h.p.store.Accounts.Members(ctx, w, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	_, token, err := h.p.store.Accounts.CreateInvite(ctx, w, "new@example.com", accounts.Member, members.Items[0].UserID)
	testkit.Must(h.t, err)
	stranger.shoot("leave-invite", "/invite/"+token)
	for _, m := range members.Items {
		if m.Email == demoMember {
			_, _, err = h.p.store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: w, Name: "warehouse", CreatedBy: m.UserID})
			testkit.Must(h.t, err)
			owner.shoot("leave-member", "/w/"+w+"/members/"+m.UserID+"/remove")
			testkit.Must(h.t, h.p.store.Accounts.RemoveMember(ctx, w, m.UserID, false))
		}
	}
	owner.shoot("leave-keys", "/w/"+w+"/keys")
}

// enter signs a person of the demo in.
func (h *testProgram) enter(email string) *browser {
	b := h.open(h.t)
	b.visit("/sign-in")
	b.fill("email", email)
	b.fill("password", demoPassword)
	b.press("Sign in")
	return b
}

// pages are the addresses worth a picture.
func (h *testProgram) pages(w string) map[string]string {
	ctx := context.Background()
	refs, err := h.p.store.References.References(ctx, w, references.Filter{}, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	imports, err := h.p.store.Imports.List(ctx, w, imports.Filter{}, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	at := "/w/" + w
	list := map[string]string{"overview": at, "overview-24h": at + "?range=24h", "overview-7d": at + "?range=7d", "overview-6h": at + "?range=6h", "try": at + "/try", "try-found": at + "/try?url=" + h.platforms.Samples()[0].Items[1],
		"try-unsupported": at + "/try?url=https://vm.tiktok.com/abc", "imports": at + "/imports", "import": at + "/imports/" + imports.Items[0].ID,
		"references": at + "/references", "references-table": at + "/references?view=table", "references-none": at + "/references?q=nothinglikethis",
		"keys": at + "/keys", "keys-new": at + "/keys?preset=everything", "watches": at + "/watches", "watches-new": at + "/watches/new", "watches-new-search": at + "/watches/new?kind=search&platform=ad_library&q=lamp", "watches-new-account": at + "/watches/new?kind=account&account=" + h.platforms.Samples()[0].Accounts[0], "watches-new-item": at + "/watches/new?kind=item&url=https://www.tiktok.com/@x", "webhooks": at + "/webhooks", "requests": at + "/requests", "credits": at + "/credits", "members": at + "/members", "search": at + "/search?q=a", "audit": at + "/audit", "account": "/account", "extension-key": at + "/extension", "not-found": at + "/references/nothing"}
	ran, err := h.p.store.Watches.List(ctx, w, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	for n, one := range ran.Items {
		list["watch-report-"+string(rune('a'+n))] = at + "/watches/" + one.ID + "/report"
		list["watch-feeds"] = at + "/watches/" + one.ID + "/feeds"
	}
	for n, source := range []watches.Source{{Kind: watches.Account, Account: h.platforms.Samples()[0].Accounts[0]}, {Kind: watches.Search, Platform: "ad_library", Query: "lamp"}} {
		made, err := h.p.store.Watches.Create(ctx, watches.NewWatch{WorkspaceID: w, Name: []string{"Lantern kitchen", "Lamps"}[n], Source: source, Every: "6h", DailyCredits: 40,
			Import: &watches.Import{MediaProfile: "analysis", Transcript: true, MediaHoldDays: 30, Tags: []string{"kitchen"}}})
		testkit.Must(h.t, err)
		list["watches-"+string(rune('a'+n))], list["watches-seen-"+string(rune('a'+n))] = at+"/watches/"+made.ID, at+"/watches/"+made.ID+"?show=seen"
		list["watch-timeline-"+string(rune('a'+n))] = at + "/watches/" + made.ID + "?show=timeline"
		list["watch-report-new-"+string(rune('a'+n))] = at + "/watches/" + made.ID + "/report?days=7"
	}
	token, err := h.p.store.Digests.Token(w, "nobody")
	testkit.Must(h.t, err)
	list["digest-off"] = "/digest/" + token
	list["references-found"], list["search-found"] = at+"/references?q=the", at+"/search?q=the"
	list["tags"], list["connect"] = at+"/tags", at+h.consentPath()
	for n, r := range refs.Items[:3] {
		made, _, err := h.p.store.Shares.Create(ctx, shares.Share{WorkspaceID: w, KeyID: "demo", ReferenceID: &r.ID, With: shares.Included{Media: true, Notes: n == 1}, EndsAt: db.Micros(h.p.store.Now().AddDate(0, 0, 30*(n+1)))})
		testkit.Must(h.t, err)
		list["shares"], list["shares-revoke"] = at+"/shares", at+"/shares/"+made.ID+"/revoke?from=all"
	}
	all, err := h.p.store.Boards.List(ctx, w, "", db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	arranged := all.Items[slices.IndexFunc(all.Items, func(b boards.Board) bool { return b.Kind == boards.Manual })]
	_, token, err = h.p.store.Shares.Create(ctx, shares.Share{WorkspaceID: w, KeyID: "demo", BoardID: &arranged.ID, With: shares.Included{Media: true}, EndsAt: db.Micros(h.p.store.Now().AddDate(0, 0, 7))})
	testkit.Must(h.t, err)
	onBoard, err := h.p.store.References.References(ctx, w, references.Filter{Board: arranged.ID}, db.PageRequest{Limit: 1})
	testkit.Must(h.t, err)
	list["shared"], list["shared-reference"] = "/s/"+token, "/s/"+token+"/references/"+onBoard.Items[0].ID
	list["boards"], list["board"] = at+"/boards", at+"/boards/"+arranged.ID
	written, err := h.p.store.Exports.Create(ctx, exports.Export{WorkspaceID: w, Kind: exports.References, Format: table.CSV, Schedule: exports.Daily, Prefix: "weekly/warehouse"})
	testkit.Must(h.t, err)
	list["exports"], list["export"] = at+"/exports", at+"/exports/"+written.ID
	modelstest.Run(h.t, h.p.store, "UPDATE exports SET next_run_at = 1, next_as_of = 1")
	modelstest.PutNow(h.t, h.p.store, work.Exports, written.ID)
	h.until("the export has run", func() bool {
		e, err := h.p.store.Exports.Find(ctx, w, written.ID)
		return err == nil && e.LastManifest != ""
	})
	h.showsText(refs.Items[0])
	list["compare"] = at + "/references/compare?id=" + refs.Items[0].ID + "&id=" + refs.Items[1].ID
	list["compare-four"] = list["compare"] + "&id=" + refs.Items[2].ID + "&id=" + refs.Items[3].ID
	for n, r := range refs.Items {
		if n == 0 {
			list["channel"] = at + "/accounts/" + r.ChannelID
		}
		list["reference-"+string(rune('a'+n))] = at + "/references/" + r.ID
	}
	return list
}

// decays lets a field of the clips be missing more and more often.
func (h *testProgram) decays() {
	var rows []routehealth.FieldFill
	for day := range int64(28) {
		hour := db.Micros(h.p.store.Now().Truncate(time.Hour).Add(-time.Duration(day) * 24 * time.Hour))
		for field, filled := range map[string]int64{"stats.likes": min(390, 200+40*day), "title": 400, "durationMs": 396, "location": 12} {
			rows = append(rows, routehealth.FieldFill{RouteID: "clip_site.web", Operation: "item", Kind: "video", Field: field, Hour: hour, Filled: filled, Answers: 400})
		}
	}
	testkit.Must(h.t, h.p.store.RouteHealth.AddFills(h.t.Context(), rows))
	testkit.Must(h.t, h.p.store.RouteHealth.JudgeFills(h.t.Context()))
}

// supportPages are those of support.
// changesShapes has support change the shapes, and returns the change once it was tried.
func (h *testProgram) changesShapes() string {
	row, err := h.p.inUse.Propose(`{"video_site":{"asOf":"2026-11-20","web":{"version":"2.20261119.01.00"}}}`)
	testkit.Must(h.t, err)
	by, err := h.p.store.Support.ColleagueByEmail(context.Background(), demoSupport)
	testkit.Must(h.t, err)
	r, err := h.p.store.Support.ChangeShapes(context.Background(), support.Actor{UserID: by, Reason: "The version of the site's own program was renewed.", RequestID: "req"}, row)
	testkit.Must(h.t, err)
	for r.State == rollouts.Checking {
		time.Sleep(100 * time.Millisecond)
		r, err = h.p.store.Rollouts.Find(context.Background(), r.ID)
		testkit.Must(h.t, err)
	}
	return r.ID
}

func (h *testProgram) supportPages(w string) map[string]string {
	failed, err := h.p.store.Support.FailedImports(context.Background(), support.FailureFilter{}, false, db.PageRequest{Limit: 1})
	testkit.Must(h.t, err)
	incidents, err := h.p.store.RouteHealth.Incidents(context.Background())
	testkit.Must(h.t, err)
	return map[string]string{"support-incident": "/support/incidents/" + incidents[0].ID, "support-change": "/support/shapes/" + h.changesShapes(), "support-failures": "/support", "support-failures-none": "/support?code=policy_blocked", "support-import": "/support/imports/" + failed.Items[0].ID,
		"support-workspaces": "/support/workspaces", "support-workspace": "/support/workspaces/" + w, "support-routes": "/support/routes", "support-route": "/support/routes/clip_site.web",
		"support-queues": "/support/queues", "support-found": "/support?find=demo", "support-imports": "/support/imports?workspace=" + w, "support-known": "/support/known?code=route_degraded&group=bot_check&platform=video_site&route=video_site.web", "support-audit": "/support/audit", "support-shapes": "/support/shapes"}
}

// wanted reports whether the picture is asked for by ONLY, a regular expression.
func wanted(name string) bool { return regexp.MustCompile(os.Getenv("ONLY")).MatchString(name) }

// shoot takes the pictures of one page.
func (b *browser) shoot(name, path string) {
	b.t.Helper()
	if !wanted(name) {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, size := range []struct {
			name       string
			wide, tall int64
		}{{"390", 390, 844}, {"1280", 1280, 900}} {
			b.run(chromedp.EmulateViewport(size.wide, size.tall))
			b.visit(path)
			ctx, cancel := context.WithTimeout(b.ctx, patience)
			picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
			cancel()
			testkit.Must(b.t, err)
			testkit.Must(b.t, os.WriteFile(filepath.Join(screens, name+"-"+size.name+"-"+scheme+".png"), picture, 0o600))
		}
	}
}

// shootAnswer takes the pictures of what a button answers.
func (b *browser) shootAnswer(name, path, press string) {
	b.t.Helper()
	b.shootAfter(name, path, func() { b.press(press) })
}

// shootAfter takes the pictures of a page after something was done on it.
func (b *browser) shootAfter(name, path string, do func()) {
	b.t.Helper()
	if !wanted(name) {
		return
	}
	for _, wide := range []int64{390, 1280} {
		b.run(chromedp.EmulateViewport(wide, 900))
		b.visit(path)
		do()
		time.Sleep(time.Second) // for what a script still draws
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		cancel()
		testkit.Must(b.t, err)
		testkit.Must(b.t, os.WriteFile(filepath.Join(screens, fmt.Sprintf("%s-%d.png", name, wide)), picture, 0o600))
	}
}

// consentPath registers a program, lets it ask, and returns the path of the page that asks a person.
func (h *testProgram) consentPath() string {
	registered, err := http.Post(h.base+"/oauth/register", "application/json", strings.NewReader(`{"client_name":"Research assistant","redirect_uris":["https://assistant.example/back"]}`))
	testkit.Must(h.t, err)
	defer func() { _ = registered.Body.Close() }()
	var program struct {
		ID string `json:"client_id"`
	}
	testkit.Must(h.t, json.NewDecoder(registered.Body).Decode(&program))
	stays := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	asked, err := stays.Get(h.base + "/oauth/authorize?response_type=code&redirect_uri=https%3A%2F%2Fassistant.example%2Fback&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&client_id=" + program.ID)
	testkit.Must(h.t, err)
	defer func() { _ = asked.Body.Close() }()
	return asked.Header.Get("Location")
}
