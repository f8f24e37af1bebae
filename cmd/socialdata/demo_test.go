package main

import (
	"cmp"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/models/watches"
)

// TestDemoHasHistory holds what the demo's pages are to show, and that a second start adds nothing to it.
func TestDemoHasHistory(t *testing.T) {
	t.Parallel()
	newProgram(t, map[string]string{"POLICY_BLOCK": "www.tiktok.com,", "ROUTES_DISABLED": "photo_site.web"}, func(h *testProgram) {
		h.platforms.Follow(h.clock.Now)
		past := newHistory(h.p, &h.clock, h.platforms)
		first, err := h.p.seedDemo(t.Context(), past)
		testkit.Must(t, err)
		h.furnished()
		second, err := h.p.seedDemo(t.Context(), past)
		testkit.Must(t, err)
		if first != second {
			t.Error("the key of the first start does not work after the second one")
		}
		testkit.Must(t, os.Remove(filepath.Join(h.p.cfg.DataDir, demoKeyFile)))
		third, err := h.p.seedDemo(t.Context(), past)
		testkit.Must(t, err)
		if _, err := h.p.store.Accounts.FindKey(t.Context(), first); err == nil || third == first {
			t.Error("a key whose text is lost still works")
		}
		h.furnished()
	})
}

// checked holds that the demo's routes were checked and answer, after an incident of the photo site alone.
func (h *testProgram) checked() {
	h.t.Helper()
	checks, err := h.p.store.RouteHealth.RouteChecks(h.t.Context())
	testkit.Must(h.t, err)
	past, err := h.p.store.RouteHealth.Incidents(h.t.Context())
	testkit.Must(h.t, err)
	failing := slices.ContainsFunc(checks, func(c routehealth.Check) bool { return c.Code != "" })
	other := slices.ContainsFunc(past, func(i routehealth.Incident) bool { return i.RouteID != "photo_site.web" || i.EndedAt == nil })
	if len(checks) == 0 || failing || len(past) == 0 || other {
		h.t.Errorf("the checks of the demo: %+v, its incidents: %+v", checks, past)
	}
}

func (h *testProgram) furnished() {
	h.t.Helper()
	ctx := h.t.Context()
	in, err := h.p.store.Accounts.SignIn(ctx, demoEmail, demoPassword)
	testkit.Must(h.t, err)
	w := in.Workspaces[0].WorkspaceID
	groups, err := h.p.store.Support.FailureGroups(ctx, support.FailureFilter{WorkspaceID: w}, 30*day)
	testkit.Must(h.t, err)
	acts, err := h.p.store.Support.Audit(ctx, w, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	changed, err := h.p.store.Rollouts.List(ctx)
	testkit.Must(h.t, err)
	if len(changed) != 1 || changed[0].State != rollouts.Undone || changed[0].EverywhereAt == nil {
		h.t.Errorf("support's change of the shapes did not go its way: %+v", changed)
	}
	people, err := h.p.store.Accounts.Members(ctx, w, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	window, _ := h.p.store.Usage.PresetWindow("30d", time.UTC)
	window.Start = window.Start.Add(-(historyDays - 30) * day)
	spending, err := h.p.store.Usage.Spending(ctx, w, window)
	testkit.Must(h.t, err)
	made, err := h.p.store.Imports.List(ctx, w, imports.Filter{}, db.PageRequest{Limit: 100})
	testkit.Must(h.t, err)
	if !slices.IsSortedFunc(made.Items, func(a, b imports.Import) int { return cmp.Compare(b.CreatedAt, a.CreatedAt) }) {
		h.t.Error("the imports are not newest first")
	}
	saved, err := h.p.store.References.References(ctx, w, references.Filter{}, db.PageRequest{Limit: 100})
	testkit.Must(h.t, err)
	ledger, err := h.p.store.Billing.Ledger(ctx, w, db.PageRequest{Limit: 100})
	testkit.Must(h.t, err)
	ids := map[string][]string{}
	for _, i := range made.Items {
		ids["imports"] = append(ids["imports"], i.ID)
	}
	for _, r := range saved.Items {
		ids["references"] = append(ids["references"], r.ID)
	}
	for _, e := range ledger.Items {
		ids["ledger"] = append(ids["ledger"], e.ID)
	}
	for list, newestFirst := range ids {
		slices.Reverse(newestFirst)
		if len(newestFirst) < 5 || !slices.IsSorted(newestFirst) {
			h.t.Errorf("the ids of the %s do not follow their times", list)
		}
	}
	failed, days, before := int64(0), 0, 0
	for _, g := range groups {
		failed += g.Count
	}
	for n, d := range spending {
		if d.Credits > 0 {
			days++
			if n < historyDays-30 { // so that a month is compared with the one before it
				before++
			}
		}
	}
	if failed != 10 || len(groups) != 3 || len(acts.Items) != 2 || len(people.Items) != 2 || days < historyDays*3/4 || before < 10 {
		h.t.Errorf("%d failures in %d groups, %d acts, %d members, %d days with spending", failed, len(groups), len(acts.Items), len(people.Items), days)
	}
	h.checked()
	list, err := h.p.store.Watches.List(ctx, w, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	for _, watch := range list.Items {
		runs, err := h.p.store.Watches.Runs(ctx, w, watch.ID, watches.Period{}, db.PageRequest{Limit: 20})
		testkit.Must(h.t, err)
		found := int64(0)
		for _, r := range runs.Items {
			found += r.Found
		}
		if len(runs.Items) != watchedDays || found < 2 {
			h.t.Errorf("the watch %s has %d runs that found %d", watch.Name, len(runs.Items), found)
		}
	}
	if len(list.Items) != len(watchedAccounts()) {
		h.t.Errorf("there are %d watches", len(list.Items))
	}
	keys, err := h.p.store.Accounts.Keys(ctx, w, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	for _, k := range keys.Items {
		if k.Name == "kitchen sync" && (k.LastUsedAt == nil || h.clock.Now().Sub(time.UnixMicro(*k.LastUsedAt)) > time.Hour) {
			h.t.Errorf("the program’s key was last used at %v", k.LastUsedAt)
		}
	}
	drawn, err := h.p.store.Boards.List(ctx, w, "", db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	written, err := h.p.store.Exports.List(ctx, w, db.PageRequest{Limit: 10})
	testkit.Must(h.t, err)
	for _, r := range saved.Items {
		if len(r.TagList()) == 0 {
			h.t.Errorf("%s has no tag", r.CanonicalURL)
		}
	}
	if len(drawn.Items) != 2 || len(written.Items) != 1 {
		h.t.Errorf("there are %d boards and %d exports", len(drawn.Items), len(written.Items))
	}
	if _, err := h.p.store.Accounts.SignIn(ctx, demoSupport, demoPassword); err != nil {
		h.t.Errorf("there is nobody of support: %v", err)
	}
	if behind := time.Since(h.clock.Now()); behind > time.Second {
		h.t.Errorf("the clock is %v behind", behind)
	}
}

func TestDemoListsItsWalls(t *testing.T) {
	err := demoCmd{Wall: []string{"clip_site.challenge", "nonsense"}}.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "photo_site.login_gate") {
		t.Errorf("an unknown wall: %v", err)
	}
}

// TestDemoAgreesAboutDates publishes an item while the platforms follow the clock: the list says that it is new, the item has
// today's date, and what is old is as old in both.
func TestDemoAgreesAboutDates(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{}, func(h *testProgram) { h.platforms.Follow(time.Now) })
	key := h.key(h.owner())
	id := h.platforms.Publish("video_site", "hollowpine")
	get := func(path string) string {
		t.Helper()
		req := must(http.NewRequestWithContext(t.Context(), http.MethodGet, h.base+path, nil))
		req.Header.Set("Authorization", "Bearer "+key)
		answer, err := http.DefaultTransport.RoundTrip(req)
		testkit.Must(t, err)
		defer answer.Body.Close()
		return string(must(io.ReadAll(answer.Body)))
	}
	item := get("/v1/items/lookup?url=https://www.youtube.com/watch?v=" + id)
	if !strings.Contains(item, `"publishedAt":"`+time.Now().UTC().Format("2006-01-02")) {
		t.Errorf("the item that was published now: %.600s", item)
	}
	rows := get("/v1/items?account=video_site:@hollowpine")
	if !regexp.MustCompile(`"publishedText":"\d+ (second|minute)s? ago"`).MatchString(rows) || !strings.Contains(rows, "1 year ago") && !strings.Contains(rows, "years ago") && !strings.Contains(rows, "months ago") {
		t.Errorf("the list: %.1500s", rows)
	}
}
