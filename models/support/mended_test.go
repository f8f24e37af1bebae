package support_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/alerts"
	"socialdata/models/events"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/support"
	"socialdata/models/work"
)

// kind is the group of what h.fails makes.
func kind(code apierror.Code) support.FailureKind {
	return support.FailureKind{Code: code, Platform: content.ClipSite, RouteID: "clip_site.web"}
}

// told are the texts of imports.retried of a workspace, with how many imports each names.
func (h helped) told(t *testing.T, workspace string) map[string]int64 {
	t.Helper()
	var list []events.Event
	testkit.Must(t, h.Read(t.Context()).Where("workspace_id = ? AND type = ?", workspace, events.ImportsRetried).Find(&list).Error)
	told := map[string]int64{}
	for _, e := range list {
		var data support.ImportsRetried
		testkit.Must(t, json.Unmarshal([]byte(e.Data), &data))
		if told[data.Text] > 0 {
			t.Errorf("%s was told twice of %q", workspace, data.Text)
		}
		told[data.Text] = data.Imports
	}
	return told
}

// tell does the work of mendings, killed before each of its statements first.
func (h helped) tell(t *testing.T) {
	t.Helper()
	modelstest.RunDue(t, h.Store, work.Mendings, func(ctx context.Context, j *work.Job) work.Outcome {
		for n := range 20 {
			_, _ = h.Support.TellMended(modelstest.KilledAfter(t, h.Store, n), j.Key)
		}
		for {
			more, err := h.Support.TellMended(ctx, j.Key)
			testkit.Must(t, err)
			if !more {
				return work.Done()
			}
		}
	})
}

// TestEachWorkspaceIsToldOnce marks three groups of failures of two workspaces as mended, each by forms that are sent several times at
// once, and kills who tells of it before each statement.
func TestEachWorkspaceIsToldOnce(t *testing.T) {
	eachHelped(t, 1000, func(t *testing.T, h helped, clock *modelstest.Clock) {
		other, err := h.Accounts.CreateWorkspace(t.Context(), "Other", h.Owner, 100)
		testkit.Must(t, err)
		elsewhere := func(n *imports.NewImport) { n.WorkspaceID = other.ID }
		h.fails(t, "a1", apierror.CodeSourceChanged)
		h.fails(t, "a2", apierror.CodeSourceChanged)
		h.fails(t, "a3", apierror.CodeSourceChanged, elsewhere)
		h.fails(t, "b1", apierror.CodeMediaInvalid)
		h.fails(t, "c1", apierror.CodeRouteDegraded, elsewhere)
		h.fails(t, "d1", apierror.CodeUnavailableRemoved)
		mend := func(code apierror.Code, text string) {
			t.Helper()
			for _, err := range modelstest.AtOnce(4, func(int) error {
				_, err := h.Support.MarkMended(t.Context(), h.act("released"), kind(code), text)
				return err
			}) {
				testkit.Must(t, err)
			}
			h.tell(t)
			_, err := h.Support.MarkMended(t.Context(), h.act("released"), kind(code), text+" once more")
			testkit.Must(t, err)
			h.tell(t)
		}
		clock.Add(time.Second)
		mend(apierror.CodeSourceChanged, "a")
		mend(apierror.CodeMediaInvalid, "b")
		mend(apierror.CodeRouteDegraded, "c")
		if got := h.told(t, h.Workspace); len(got) != 2 || got["a"] != 2 || got["b"] != 1 {
			t.Errorf("the first workspace was told %v", got)
		}
		if got := h.told(t, other.ID); len(got) != 2 || got["a"] != 1 || got["c"] != 1 {
			t.Errorf("the second workspace was told %v", got)
		}
		list, err := h.Alerts.List(t.Context(), h.Workspace)
		if err != nil || len(list) != 2 || list[0].Kind != alerts.ImportsRetried || list[0].Name != "a" || list[0].Imports != 2 {
			t.Errorf("%+v, %v", list, err)
		}
		if n := modelstest.CountRows(t, h.Store, "mendings"); n != 3 {
			t.Errorf("%d mendings", n)
		}
		if mails := modelstest.FindWork(t, h.Store, work.AlertMails, h.Workspace+" imports_retried "+h.Owner); mails == nil {
			t.Error("no e-mail is due")
		}
		acts := 0
		for _, a := range h.audit(t, "") {
			if a.Action == support.ActionFailureMended && a.Reason == "released" {
				acts++
			}
		}
		if acts != 3 {
			t.Errorf("%d acts are in the audit", acts)
		}
		h.fails(t, "a4", apierror.CodeSourceChanged)
		mend(apierror.CodeSourceChanged, "a moment later")
		if got := h.told(t, h.Workspace); len(got) != 2 {
			t.Errorf("a moment later: %v", got)
		}
		clock.Add(time.Minute)
		mend(apierror.CodeSourceChanged, "a again")
		if got := h.told(t, h.Workspace); len(got) != 3 || got["a again"] != 1 || len(h.told(t, other.ID)) != 2 {
			t.Errorf("after it failed again: %v", got)
		}
		clock.Add(8 * 24 * time.Hour)
		if list, err := h.Alerts.List(t.Context(), h.Workspace); err != nil || len(list) != 0 {
			t.Errorf("after a week: %+v, %v", list, err)
		}
	})
}

// TestManyWorkspacesAreTold tells more workspaces than one transaction does, killed on the way.
func TestManyWorkspacesAreTold(t *testing.T) {
	eachHelped(t, 1000, func(t *testing.T, h helped, clock *modelstest.Clock) {
		h.fails(t, "a", apierror.CodeSourceChanged)
		const more = 120
		for n := range more {
			w, err := h.Accounts.CreateWorkspace(t.Context(), "W", h.Owner, 10)
			testkit.Must(t, err)
			h.fails(t, fmt.Sprint(n), apierror.CodeSourceChanged, func(i *imports.NewImport) { i.WorkspaceID = w.ID })
		}
		clock.Add(time.Second)
		m, err := h.Support.MarkMended(t.Context(), h.act("r"), kind(apierror.CodeSourceChanged), "all of it")
		testkit.Must(t, err)
		h.tell(t)
		var told []string
		testkit.Must(t, h.Read(t.Context()).Model(&events.Event{}).Where("type = ?", events.ImportsRetried).Pluck("workspace_id", &told).Error)
		slices.Sort(told)
		if once := slices.Compact(slices.Clone(told)); len(told) != more+1 || len(once) != more+1 {
			t.Errorf("%d events, of %d workspaces", len(told), len(once))
		}
		if last, err := h.Support.LastMending(t.Context(), m.FailureKind); err != nil || last.Told != more+1 || last.ToldAt == nil || last.ToldTo != "" {
			t.Errorf("%+v, %v", last, err)
		}
	})
}

func TestMendingsAreChecked(t *testing.T) {
	eachHelped(t, 1000, func(t *testing.T, h helped, _ *modelstest.Clock) {
		h.fails(t, "a", apierror.CodeSourceChanged)
		for _, test := range []struct {
			by   support.Actor
			code apierror.Code
			text string
			want apierror.Code
		}{
			{h.act("r"), apierror.CodeSourceChanged, "", apierror.CodeInvalidInput},
			{h.act("r"), apierror.CodeSourceChanged, strings.Repeat("ä", 281), apierror.CodeInvalidInput},
			{h.act(""), apierror.CodeSourceChanged, "t", apierror.CodeInvalidInput},
			{support.Actor{UserID: h.Owner, Reason: "r"}, apierror.CodeSourceChanged, "t", apierror.CodeForbidden},
			{h.act("r"), apierror.CodeMediaInvalid, "t", apierror.CodeNotFound},
		} {
			_, err := h.Support.MarkMended(t.Context(), test.by, kind(test.code), test.text)
			modelstest.WantCode(t, err, test.want)
		}
		_, err := h.Support.MarkMended(t.Context(), h.act("r"), kind(apierror.CodeSourceChanged), strings.Repeat("ä", 280))
		testkit.Must(t, err)
	})
}
