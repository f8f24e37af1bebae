package support_test

import (
	"maps"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/acts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/reruns"
	"socialdata/models/support"
)

// TestSupportRunsAGroupAgain starts, pauses, resumes and stops the rerun of a group; each act is in the audit once, with its reason.
func TestSupportRunsAGroupAgain(t *testing.T) {
	eachHelped(t, 1000, func(t *testing.T, h helped, clock *modelstest.Clock) {
		other, err := h.Accounts.CreateWorkspace(t.Context(), "Other", h.Owner, 100)
		testkit.Must(t, err)
		group := support.FailureFilter{Code: apierror.CodeSourceChanged, Since: clock.Now().Add(-time.Hour)}
		_, err = h.Support.StartRerun(t.Context(), h.act("r"), group, 60)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		first := h.fails(t, "a", apierror.CodeSourceChanged)
		h.fails(t, "b", apierror.CodeMediaInvalid, func(n *imports.NewImport) { n.Subject = "clip_site:2" })
		clock.Add(time.Second)
		h.fails(t, "c", apierror.CodeSourceChanged, func(n *imports.NewImport) { n.WorkspaceID = other.ID })
		if n, err := h.Support.CountFailed(t.Context(), group); err != nil || n != 2 {
			t.Errorf("%d, %v", n, err)
		}
		if n, err := h.Support.CountToRun(t.Context(), group); err != nil || n[""] != 2 {
			t.Errorf("%v are run, %v", n, err)
		}
		_, err = h.Support.StartRerun(t.Context(), support.Actor{UserID: h.Owner, Reason: "r"}, group, 60)
		modelstest.WantCode(t, err, apierror.CodeForbidden)
		r, err := h.Support.StartRerun(t.Context(), h.act("start"), group, 60)
		testkit.Must(t, err)
		if r.Total != 2 || r.More || r.Reason != "start" || support.RerunFilter(r).Code != apierror.CodeSourceChanged {
			t.Errorf("%+v", r)
		}
		group.Since = group.Since.Add(time.Second) // a moment later
		same, err := h.Support.StartRerun(t.Context(), h.act("twice"), group, 60)
		if err != nil || same.ID != r.ID {
			t.Errorf("%+v, %v", same, err)
		}
		step, err := h.Reruns.Next(t.Context(), r.ID)
		testkit.Must(t, err)
		if i := h.Import(t, step.Import); *i.RerunOf != first || i.SpentBy != "" {
			t.Errorf("%+v", i.Import)
		}
		if n, err := h.Support.CountToRun(t.Context(), group); err != nil || n[""] != 1 || n[reruns.SkipUnderWay] != 1 { // the first one is imported again
			t.Errorf("%v are left to run, %v", n, err)
		}
		for _, to := range []reruns.State{reruns.Paused, reruns.Paused, reruns.Running, reruns.Stopped} {
			if _, err := h.Support.SetRerunState(t.Context(), h.act(string(to)), r.ID, to); err != nil {
				t.Error(err)
			}
		}
		_, err = h.Support.SetRerunState(t.Context(), h.act("late"), r.ID, reruns.Running)
		modelstest.WantCode(t, err, apierror.CodeRevisionConflict)
		var did []support.Action
		for _, a := range h.audit(t, "") {
			if did = append(did, a.Action); a.Subject != r.ID || a.Reason == "" || a.RequestID == "" {
				t.Errorf("%+v", a)
			}
		}
		if own := h.audit(t, other.ID); len(did) != 4 || len(own) != 1 || own[0].Action != support.ActionRerunStarted || own[0].Reason != "start" {
			t.Errorf("the audit has %v, that of the workspace %+v", did, own)
		}
		told, err := h.Acts.List(t.Context(), other.ID, acts.Filter{}, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if len(told.Items) != 1 || told.Items[0].Kind != string(support.ActionRerunStarted) || told.Items[0].Subject != r.ID {
			t.Errorf("the owners of the workspace read %+v", told.Items)
		}
	})
}

// TestSupportLeavesOutWhatCannotSucceed runs all failed imports again: those of content that is unavailable are left out at once,
// with the reason, and are not run again either if they are chosen by another way. The form counts the same before.
func TestSupportLeavesOutWhatCannotSucceed(t *testing.T) {
	eachHelped(t, 1000, func(t *testing.T, h helped, clock *modelstest.Clock) {
		other, err := h.Accounts.CreateWorkspace(t.Context(), "Other", h.Owner, 100)
		testkit.Must(t, err)
		codes := append(apierror.UnavailableCodes(), apierror.CodeSourceChanged, apierror.CodeNetworkTimeout)
		for n, code := range codes {
			h.fails(t, string(code), code, func(i *imports.NewImport) { i.Subject = "clip_site:" + string(rune('a'+n)) })
		}
		h.fails(t, "elsewhere", apierror.CodeNotFound, func(n *imports.NewImport) { n.WorkspaceID = other.ID })
		all, removed := support.FailureFilter{}, support.FailureFilter{Code: apierror.CodeUnavailableRemoved}
		hopeless := int64(len(apierror.UnavailableCodes())) + 1
		want := map[reruns.Skip]int64{"": 2, reruns.SkipUnavailable: hopeless}
		if n, err := h.Support.CountToRun(t.Context(), all); err != nil || !maps.Equal(n, want) {
			t.Errorf("%v, want %v, %v", n, want, err)
		}
		_, err = h.Support.StartRerun(t.Context(), h.act("none"), removed, 60)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		r, err := h.Support.StartRerun(t.Context(), h.act("all"), all, 60)
		testkit.Must(t, err)
		if p, err := h.Reruns.Progress(t.Context(), r.ID); err != nil || p.Waiting != 2 || p.SkippedBy[reruns.SkipUnavailable] != hopeless {
			t.Errorf("%+v, %v", p, err)
		}
		if own := h.audit(t, other.ID); len(own) != 0 {
			t.Errorf("the audit of a workspace of which nothing is run has %+v", own)
		}
		modelstest.Run(t, h.Store, "UPDATE rerun_imports SET state = 'waiting', reason = ''")
		for range 3 * len(codes) {
			_, err := h.Reruns.Next(t.Context(), r.ID)
			testkit.Must(t, err)
			clock.Add(time.Minute)
		}
		if p, err := h.Reruns.Progress(t.Context(), r.ID); err != nil || p.Retried != 2 || p.SkippedBy[reruns.SkipUnavailable] != hopeless {
			t.Errorf("%+v, %v", p, err)
		}
	})
}
