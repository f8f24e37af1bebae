package support_test

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
	"socialdata/models/support"
)

// helped is an installation with somebody of support.
type helped struct {
	modelstest.Installed
	support string
}

func (h helped) act(reason string) support.Actor {
	return support.Actor{UserID: h.support, Reason: reason, RequestID: "req-" + reason}
}

func eachHelped(t *testing.T, credits int64, f func(t *testing.T, h helped, clock *modelstest.Clock)) {
	t.Helper()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, credits)
		u, err := s.Accounts.CreateUser(context.Background(), accounts.NewUser{Email: "support@example.com", Name: "Sam Support", Password: modelstest.Password, Support: true})
		if err != nil {
			t.Fatal(err)
		}
		f(t, helped{in, u.ID}, clock)
	})
}

// fails makes an import that fails in its third stage.
func (h helped) fails(t testing.TB, key string, code apierror.Code, change ...func(*imports.NewImport)) string {
	t.Helper()
	ctx := context.Background()
	id := h.Accept(t, key, change...)
	r := h.Begin(t, id, "w")
	r.Attempt.RouteID, r.Attempt.Version = "clip_site.web", "1"
	for range 2 {
		h.Imports.EndStage(r, imports.WorkSucceeded, "")
	}
	if err := h.Imports.Checkpoint(ctx, r, []byte(`{"item":{"title":"SECRET TITLE"}}`)); err != nil {
		t.Fatal(err)
	}
	if err := h.Imports.EndRun(ctx, r, imports.Outcome{Code: code, Cause: "it said no"}); err != nil {
		t.Fatal(err)
	}
	return id
}

func (h helped) audit(t testing.TB, workspaceID string) []support.AuditView {
	t.Helper()
	p, err := h.Support.Audit(context.Background(), workspaceID, db.PageRequest{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	return p.Items
}

func TestSupportSeesFailures(t *testing.T) {
	eachHelped(t, 1000, func(t *testing.T, h helped, clock *modelstest.Clock) {
		ctx := context.Background()
		other, err := h.Accounts.CreateWorkspace(ctx, "Other", h.Owner, 100)
		if err != nil {
			t.Fatal(err)
		}
		elsewhere := func(n *imports.NewImport) { n.WorkspaceID = other.ID }
		h.fails(t, "old", apierror.CodeNetworkTimeout)
		clock.Add(2 * time.Hour)
		for _, key := range []string{"a", "b", "c"} {
			h.fails(t, key, apierror.CodeNetworkTimeout)
		}
		h.fails(t, "d", apierror.CodeNetworkTimeout, elsewhere)
		h.fails(t, "e", apierror.CodeMediaInvalid, elsewhere)
		clock.Add(time.Minute)
		groups, err := h.Support.FailureGroups(ctx, support.FailureFilter{}, 90*time.Minute)
		if err != nil || len(groups) != 2 {
			t.Fatalf("%+v, %v", groups, err)
		}
		g := groups[0]
		if g.Code != apierror.CodeNetworkTimeout || g.Platform != content.ClipSite || g.RouteID != "clip_site.web" || g.Count != 4 || g.Before != 1 || g.Workspaces != 2 || g.Trend[support.TrendBuckets-1] != 4 {
			t.Errorf("%+v", g)
		}
		like := support.FailureFilter{Code: g.Code, Platform: g.Platform, RouteID: g.RouteID, Since: clock.Now().Add(-90 * time.Minute)}
		seen := map[string]bool{}
		for cursor, pages := "", 0; pages < 5; pages++ {
			p, err := h.Support.FailedImports(ctx, like, false, db.PageRequest{Cursor: cursor, Limit: 3})
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range p.Items {
				seen[i.ID] = true
				if i.Code != apierror.CodeNetworkTimeout || i.Stage != imports.StageFetchSource || i.Cause != "it said no" || i.RouteID != "clip_site.web" || i.Workspace == "" {
					t.Errorf("%+v", i)
				}
			}
			if cursor = p.NextCursor; cursor == "" {
				break
			}
		}
		if len(seen) != 4 {
			t.Errorf("%d of 4 alike were listed", len(seen))
		}
		early := h.Begin(t, h.Accept(t, "early"), "w") // before any route was chosen
		if err := h.Imports.EndRun(ctx, early, imports.Outcome{Code: apierror.CodePolicyBlocked, Cause: "policy_blocked"}); err != nil {
			t.Fatal(err)
		}
		for name, f := range map[string]support.FailureFilter{"no route": {RouteID: support.NoRoute}, "workspace": {WorkspaceID: other.ID}, "platform": {Platform: content.AdLibrary}, "route": {RouteID: "x"}, "code": {Code: apierror.CodeMediaInvalid}} {
			p, err := h.Support.FailedImports(ctx, f, false, db.PageRequest{Limit: 10})
			if want := map[string]int{"workspace": 2, "code": 1, "no route": 1}[name]; err != nil || len(p.Items) != want {
				t.Errorf("by %s: %d, want %d, %v", name, len(p.Items), want, err)
			}
		}
	})
}

// TestSupportSeesWhatWasSolved imports the content of one of two alike failures again, in its own workspace and in another: the group
// counts one as solved, and the page of the import leads to the import that has it.
func TestSupportSeesWhatWasSolved(t *testing.T) {
	eachHelped(t, 1000, func(t *testing.T, h helped, clock *modelstest.Clock) {
		ctx := context.Background()
		succeeds := func(key, subject string) string {
			id := h.Accept(t, key, func(n *imports.NewImport) { n.Subject = subject })
			r := h.Begin(t, id, "w")
			h.FinishStages(t, r)
			testkit.Must(t, h.Imports.Commit(ctx, r, modelstest.OneCredit()))
			return id
		}
		succeeds("before", "clip_site:1")
		clock.Add(time.Second)
		solved := h.fails(t, "a", apierror.CodeNetworkTimeout, func(n *imports.NewImport) { n.Subject = "clip_site:1" })
		open := h.fails(t, "b", apierror.CodeNetworkTimeout, func(n *imports.NewImport) { n.Subject = "clip_site:2" })
		look := func(want int64, by string) {
			t.Helper()
			clock.Add(time.Second)
			groups, err := h.Support.FailureGroups(ctx, support.FailureFilter{}, time.Hour)
			if err != nil || len(groups) != 1 || !groups[0].LookedThrough || groups[0].Count != 2 || groups[0].Solved != want || groups[0].Runs != 2-want {
				t.Errorf("%d solved and the other to run wanted, of %+v, %v", want, groups, err)
			}
			listed, err := h.Support.FailedImports(ctx, support.FailureFilter{}, true, db.PageRequest{Limit: 10})
			if err != nil || int64(len(listed.Items)) != 2-want || listed.Items[0].ID != open {
				t.Errorf("open are %+v, want %d, %v", listed, 2-want, err)
			}
			for id, by := range map[string]string{solved: by, open: ""} {
				if i, err := h.Support.FindImport(ctx, id); err != nil || i.SolvedBy != by {
					t.Errorf("%s is solved by %q, want %q, %v", id, i.SolvedBy, by, err)
				}
			}
		}
		look(0, "")
		again := succeeds("again", "clip_site:1")
		look(1, again)
		if i, err := h.Support.FindImport(ctx, again); err != nil || i.SolvedBy != "" {
			t.Errorf("what succeeded is solved by %q, %v", i.SolvedBy, err)
		}
	})
}

// TestSupportSeesNoWords holds that what people wrote and what was read has no way into what support sees.
func TestSupportSeesNoWords(t *testing.T) {
	eachHelped(t, 100, func(t *testing.T, h helped, _ *modelstest.Clock) {
		title := "SECRET TITLE"
		id := h.fails(t, "k", apierror.CodeSourceChanged, func(n *imports.NewImport) {
			n.CustomTitle, n.Notes, n.Tags, n.RequestID = &title, &title, `["SECRET TITLE"]`, "req-1"
		})
		d, err := h.Support.FindImport(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		if d.RequestID != "req-1" || len(d.Attempts) != 1 || d.Attempts[0].FailedStage() == "" || d.Attempts[0].Cause != "it said no" {
			t.Errorf("%+v", d)
		}
		holdsNoText(t, reflect.ValueOf(*d), title)
		for _, by := range []string{id, "req-1"} {
			if found, err := h.Support.FindImportByAnyID(context.Background(), by); err != nil || found != id {
				t.Errorf("%s leads to %s, %v", by, found, err)
			}
		}
		_, err = h.Support.FindImportByAnyID(context.Background(), "")
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

// holdsNoText walks a value and fails where any text of it holds words.
func holdsNoText(t *testing.T, v reflect.Value, words string) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), words) {
			t.Errorf("support sees %q", v.String())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			holdsNoText(t, v.Elem(), words)
		}
	case reflect.Slice:
		for n := range v.Len() {
			holdsNoText(t, v.Index(n), words)
		}
	case reflect.Struct:
		for n := range v.NumField() {
			holdsNoText(t, v.Field(n), words)
		}
	}
}

func TestSupportRunsAgain(t *testing.T) {
	eachHelped(t, 10, func(t *testing.T, h helped, _ *modelstest.Clock) {
		ctx := context.Background()
		note := "mine"
		id := h.fails(t, "k", apierror.CodeNetworkTimeout, func(n *imports.NewImport) { n.Notes, n.MediaProfile, n.Transcript = &note, imports.ProfileFull, true })
		errs := modelstest.AtOnce(4, func(int) error { _, err := h.Support.RunAgain(ctx, h.act("again"), id); return err })
		if got := modelstest.Outcomes(errs); got["ok"] != 1 || got[apierror.CodeRevisionConflict] != 3 {
			t.Fatalf("the same form four times: %v", got)
		}
		d, err := h.Support.FindImport(ctx, id)
		if err != nil || len(d.Reruns) != 1 {
			t.Fatalf("%+v, %v", d, err)
		}
		again := h.Import(t, d.Reruns[0])
		if again.State != imports.Accepted || *again.RerunOf != id || *again.Notes != "mine" || again.MediaProfile != imports.ProfileFull || !again.Transcript || again.RequestID != "req-again" {
			t.Errorf("%+v", again.Import)
		}
		_, err = h.Support.RunAgain(ctx, h.act("too early"), again.ID)
		modelstest.WantCode(t, err, apierror.CodeRevisionConflict)
		_, err = h.Support.RunAgain(ctx, h.act("none"), db.NewID())
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		log := h.audit(t, h.Workspace)
		if len(log) != 1 || log[0].Action != support.ActionImportRerun || log[0].Subject != id || log[0].Reason != "again" || log[0].Person != "Sam Support" || log[0].Workspace != "First" {
			t.Errorf("%+v", log)
		}
	})
}

func TestAnActNeedsARightAndAReason(t *testing.T) {
	eachHelped(t, 0, func(t *testing.T, h helped, _ *modelstest.Clock) {
		ctx := context.Background()
		id := db.NewID()
		for name, c := range map[string]struct {
			by   support.Actor
			code apierror.Code
		}{
			"no reason":       {h.act("  "), apierror.CodeInvalidInput},
			"a long reason":   {h.act(strings.Repeat("é", 501)), apierror.CodeInvalidInput},
			"an owner":        {support.Actor{UserID: h.Owner, Reason: "mine"}, apierror.CodeForbidden},
			"nobody":          {support.Actor{Reason: "mine"}, apierror.CodeForbidden},
			"too much credit": {h.act("x"), apierror.CodeLimitExceeded},
		} {
			amount := int64(5)
			if c.code == apierror.CodeLimitExceeded {
				amount = billing.MostCredits + 1
			}
			if err := h.Support.GrantBySupport(ctx, c.by, h.Workspace, amount, id); !apierror.Is(err, c.code) {
				t.Errorf("%s: %v, want %s", name, err, c.code)
			}
		}
		if log := h.audit(t, ""); len(log) != 0 {
			t.Errorf("what was refused is written down: %+v", log)
		}
		errs := modelstest.AtOnce(4, func(int) error { return h.Support.GrantBySupport(ctx, h.act("outage"), h.Workspace, 25, id) })
		if got := modelstest.Outcomes(errs); got["ok"] != 4 {
			t.Errorf("%v", got)
		}
		c, err := h.Billing.Credits(ctx, h.Workspace)
		if log := h.audit(t, h.Workspace); err != nil || c.Balance != 25 || len(log) != 1 || log[0].Subject != "25 credits" {
			t.Errorf("the same form four times gives %+v, %+v, %v", c, log, err)
		}
		modelstest.WantCode(t, h.Support.GrantBySupport(ctx, h.act("x"), db.NewID(), 1, ""), apierror.CodeNotFound)
	})
}

func TestSupportSwitchesARoute(t *testing.T) {
	eachHelped(t, 0, func(t *testing.T, h helped, _ *modelstest.Clock) {
		ctx := context.Background()
		admit := func() error { _, err := h.RouteHealth.AdmitCall(ctx, "clip_site.web", "item"); return err }
		errs := modelstest.AtOnce(4, func(int) error { return h.Support.SwitchRouteOff(ctx, h.act("they asked us to"), "clip_site.web") })
		if got := modelstest.Outcomes(errs); got["ok"] != 1 || got[apierror.CodeRevisionConflict] != 3 {
			t.Errorf("%v", got)
		}
		modelstest.WantCode(t, admit(), apierror.CodeRouteDisabled)
		if _, err := h.RouteHealth.ReportCall(ctx, routehealth.Call{RouteID: "clip_site.web", Operation: "item"}); err != nil {
			t.Fatal(err)
		}
		modelstest.WantCode(t, admit(), apierror.CodeRouteDisabled) // one that was on its way changes nothing
		health, err := h.RouteHealth.Health(ctx)
		if off := health["clip_site.web"].Off; err != nil || off == nil || off.OffReason != "they asked us to" {
			t.Errorf("%+v, %v", off, err)
		}
		if err := h.Support.SwitchRouteOn(ctx, h.act("it is over"), "clip_site.web"); err != nil || admit() != nil {
			t.Errorf("it stays off: %v", err)
		}
		modelstest.WantCode(t, h.Support.SwitchRouteOn(ctx, h.act("twice"), "clip_site.web"), apierror.CodeRevisionConflict)
		if log := h.audit(t, ""); len(log) != 2 || log[0].Action != support.ActionRouteEnabled || log[1].WorkspaceID != nil || log[1].Workspace != "" {
			t.Errorf("%+v", log)
		}
		if log := h.audit(t, h.Workspace); len(log) != 0 {
			t.Errorf("a workspace sees what concerns all: %+v", log)
		}
	})
}

func TestSupportFindsWorkspaces(t *testing.T) {
	eachHelped(t, 7, func(t *testing.T, h helped, _ *modelstest.Clock) {
		ctx := context.Background()
		other, err := h.Accounts.CreateWorkspace(ctx, "Ça va 100%_fine", h.Owner, 3)
		if err != nil {
			t.Fatal(err)
		}
		h.fails(t, "k", apierror.CodeNetworkTimeout)
		for find, want := range map[string]int{"": 2, "first": 1, "FIRST": 1, "Ça": 1, "100%": 1, "100_": 0, "%": 1, h.Workspace: 1, other.ID: 1, "OWNER@example": 2, "nobody@": 0, "!": 0} {
			p, err := h.Support.Workspaces(ctx, find, db.PageRequest{Limit: 10})
			if err != nil || len(p.Items) != want {
				t.Errorf("%q finds %d, want %d, %v", find, len(p.Items), want, err)
			}
		}
		w, err := h.Support.FindWorkspace(ctx, h.Workspace)
		if err != nil || w.Name != "First" || w.Balance != 7 || w.Members != 1 || w.Imports != 1 || w.Failed != 1 {
			t.Errorf("%+v, %v", w, err)
		}
		_, err = h.Support.FindWorkspace(ctx, db.NewID())
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

func TestSpendingOverTime(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 100)
		spend := func(key string) {
			t.Helper()
			r := in.Begin(t, in.Accept(t, key), "w")
			in.FinishStages(t, r)
			if err := s.Imports.Commit(ctx, r, modelstest.OneCredit()); err != nil {
				t.Fatal(err)
			}
		}
		spend("a")
		clock.Add(3 * time.Hour)
		spend("b")
		spend("c")
		w, _ := s.Usage.PresetWindow("6h", time.UTC)
		series, err := s.Usage.Spending(ctx, in.Workspace, w)
		if err != nil {
			t.Fatal(err)
		}
		used, err := s.Usage.Report(ctx, in.Workspace, w)
		if err != nil || len(used.Series) != len(series) {
			t.Fatalf("%d buckets, usage has %d, %v", len(series), len(used.Series), err)
		}
		sum := int64(0)
		for n, b := range series {
			sum += b.Credits
			if !b.Start.Equal(used.Series[n].Start) || b.Credits != used.Series[n].Succeeded {
				t.Errorf("bucket %d is %+v, usage says %+v", n, b, used.Series[n])
			}
		}
		if sum != 3 || series[len(series)-1].Credits != 2 {
			t.Errorf("spent %d, in the last bucket %d", sum, series[len(series)-1].Credits)
		}
	})
}

func TestImportsInFlight(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		in.Accept(t, "a")
		in.Accept(t, "b")
		in.Begin(t, in.Accept(t, "c"), "w")
		got := map[imports.State]int64{}
		list, err := s.Support.ImportsInFlight(context.Background())
		for _, f := range list {
			got[f.State] = f.Count
		}
		if err != nil || len(list) != 4 || got[imports.Accepted] != 2 || got[imports.Running] != 1 || got[imports.Queued] != 0 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
