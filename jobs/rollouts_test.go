package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/rollout"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/models/work"
)

// rolled is a platform that answers some ids of documents, and two processes that read it.
type rolled struct {
	t     *testing.T
	store *models.Store
	clock *modelstest.Clock
	base  *shapes.Shapes
	good  map[string]bool // documents that the platform answers
	first process
	other process
	by    support.Actor
}

type process struct {
	shapes *rollout.Shapes
	jobs   *jobs.Rollouts
}

func newRolled(t *testing.T, s *models.Store, clock *modelstest.Clock) *rolled {
	r := &rolled{t: t, store: s, clock: clock, base: shapes.Default(), good: map[string]bool{}}
	r.first, r.other = r.process("first"), r.process("other")
	helper, err := s.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "support@example.com", Name: "Sam", Password: modelstest.Password, Support: true})
	testkit.Must(t, err)
	r.by = support.Actor{UserID: helper.ID, Reason: "The ids were renewed.", RequestID: "req"}
	return r
}

// process returns a process with routes of its own.
func (r *rolled) process(name string) process {
	p := process{shapes: rollout.New(r.store.Rollouts, func() *shapes.Shapes { return r.base }, release(), name, slog.New(slog.DiscardHandler))}
	service := lookup.New(lookup.Options{Store: r.store, Platforms: release(), Routes: r.routes(p.shapes.Now), Budget: time.Second, Clock: r.clock.Now, Log: slog.New(slog.DiscardHandler)})
	p.jobs = &jobs.Rollouts{Store: r.store, Shapes: p.shapes, Trial: &rollout.Trial{Shapes: p.shapes, Lookup: service, Routes: r.routes}}
	return p
}

// routes returns a route that reads an item by the newest document of posts.
func (r *rolled) routes(s shapes.Source) []sources.Route {
	title := "Soup"
	return []sources.Route{{ID: "photo_site.web", Platform: content.PhotoSite, Known: func() sources.Known { return sources.Known{Item: &sources.Link{LocalID: "1"}} },
		Item: func(context.Context, sources.ItemRequest) (*content.Item, error) {
			if !r.good[s.Now().PhotoSite.Documents.Post[0]] {
				return nil, apierror.New(apierror.CodeSourceChanged)
			}
			return &content.Item{Title: &title}, nil
		}}}
}

// change has support change the document.
func (r *rolled) change(document string) string {
	r.t.Helper()
	row, err := r.first.shapes.Propose(fmt.Sprintf(`{"photo_site":{"documents":{"post":[%q]}}}`, document))
	testkit.Must(r.t, err)
	made, err := r.store.Support.ChangeShapes(r.t.Context(), r.by, row)
	testkit.Must(r.t, err)
	return made.ID
}

// run lets a process do its work about a change, and returns where the change stands then.
func (r *rolled) run(p process, id string) rollouts.State {
	r.t.Helper()
	p.jobs.Run(r.t.Context(), &work.Job{Key: id})
	now, err := r.store.Rollouts.Find(r.t.Context(), id)
	testkit.Must(r.t, err)
	return now.State
}

// uses reports the document that a process uses.
func (r *rolled) uses(p process) string {
	r.t.Helper()
	testkit.Must(r.t, p.shapes.Refresh(r.t.Context()))
	return p.shapes.Now().PhotoSite.Documents.Post[0]
}

// calls records calls with the shapes of a process.
func (r *rolled) calls(p process, n int, code apierror.Code) {
	r.t.Helper()
	for i := range n {
		_, err := r.store.RouteHealth.ReportCall(r.t.Context(), routehealth.Call{RouteID: "photo_site.web", Operation: "item", Subject: fmt.Sprint(i), Code: code, Shapes: p.shapes.Now().Version()})
		testkit.Must(r.t, err)
	}
}

// TestAChangeOfShapesIsTriedFirst mends a renewed document: it is tried with a known object, used by one process, then by all, and can be
// undone.
func TestAChangeOfShapesIsTriedFirst(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		r := newRolled(t, s, clock)
		r.good["777777"] = true
		old := r.base.PhotoSite.Documents.Post[0]
		id := r.change("777777")
		if got := r.run(r.first, id); got != rollouts.OneProcess || r.uses(r.first) != "777777" || r.uses(r.other) != old {
			t.Fatalf("%s, %s, %s", got, r.uses(r.first), r.uses(r.other))
		}
		if got := r.run(r.other, id); got != rollouts.OneProcess || r.uses(r.other) != old {
			t.Errorf("another worker changed something: %s", got)
		}
		r.calls(r.first, 20, "")
		clock.Add(2 * time.Minute)
		r.uses(r.first) // it says that it is there
		if got := r.run(r.other, id); got != rollouts.Everywhere || r.uses(r.other) != "777777" {
			t.Errorf("%s, %s", got, r.uses(r.other))
		}
		clock.Add(time.Hour)
		if got := r.run(r.other, id); got != rollouts.Settled || r.uses(r.first) != "777777" {
			t.Errorf("%s", got)
		}
		testkit.Must(t, s.Support.UndoShapes(t.Context(), r.by, id))
		if r.uses(r.first) != old || r.uses(r.other) != old || !apierror.Is(s.Support.UndoShapes(t.Context(), r.by, id), apierror.CodeRevisionConflict) {
			t.Error("it is not undone, or was undone twice")
		}
	})
}

// TestABadChangeOfShapesIsRefused proposes a document that nothing answers, and one that breaks what answered.
func TestABadChangeOfShapesIsRefused(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		r := newRolled(t, s, clock)
		for says, works := range map[string]bool{"No known object answered": false, "answered before": true} {
			r.good[r.base.PhotoSite.Documents.Post[0]] = works
			id := r.change("777777")
			if got := r.run(r.first, id); got != rollouts.Refused {
				t.Errorf("%s: %s", says, got)
			}
			ended, err := s.Rollouts.Find(t.Context(), id)
			if tried := rollout.ReadTried(ended); err != nil || !strings.Contains(ended.Why, says) || len(tried) == 0 || tried[0].With != string(apierror.CodeSourceChanged) {
				t.Errorf("%q, %+v, %v", ended.Why, tried, err)
			}
		}
		if r.uses(r.first) != r.base.PhotoSite.Documents.Post[0] {
			t.Error("a refused change is used")
		}
	})
}

// TestAChangeOfShapesIsWithdrawn has fewer calls succeed with a change, at one process and at all.
func TestAChangeOfShapesIsWithdrawn(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		r := newRolled(t, s, clock)
		r.good["777777"], r.good["888888"] = true, true
		r.calls(r.other, 40, "")
		for _, everywhere := range []bool{false, true} {
			document := map[bool]string{false: "777777", true: "888888"}[everywhere]
			id := r.change(document)
			r.run(r.first, id)
			if everywhere {
				r.calls(r.first, 20, "")
				clock.Add(2 * time.Minute)
				r.uses(r.first)
				r.run(r.other, id)
				r.uses(r.other)
				r.calls(r.other, 40, apierror.CodeSourceChanged)
			} else {
				r.calls(r.first, 12, apierror.CodeSourceChanged)
			}
			if got := r.run(r.other, id); got != rollouts.Withdrawn || r.uses(r.first) == document || r.uses(r.other) == document {
				t.Errorf("everywhere %t: %s", everywhere, got)
			}
			if ended, err := s.Rollouts.Find(t.Context(), id); err != nil || !strings.Contains(ended.Why, "photo_site.web item: ") {
				t.Errorf("%+v, %v", ended, err)
			}
		}
	})
}

// TestAnotherProcessTakesAChangeOver has the process that uses a change die.
func TestAnotherProcessTakesAChangeOver(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		r := newRolled(t, s, clock)
		r.good["777777"] = true
		id := r.change("777777")
		r.run(r.first, id)
		clock.Add(time.Minute)
		r.run(r.other, id)
		if r.uses(r.other) != "777777" || r.uses(r.first) == "777777" {
			t.Errorf("%s, %s", r.uses(r.other), r.uses(r.first))
		}
		clock.Add(20 * time.Minute) // without a call
		r.uses(r.other)
		if got := r.run(r.other, id); got != rollouts.Everywhere {
			t.Errorf("%s", got)
		}
	})
}

// TestAChangeOfShapesIsOnlyForItsRelease brings a release with other values: the change is no longer used, and a second change may only be
// proposed when the first one has ended.
func TestAChangeOfShapesIsOnlyForItsRelease(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		r := newRolled(t, s, clock)
		r.good["777777"] = true
		id := r.change("777777")
		row, err := r.first.shapes.Propose(`{"asOf":"2026-12-01"}`)
		testkit.Must(t, err)
		if _, err := s.Support.ChangeShapes(t.Context(), r.by, row); !apierror.Is(err, apierror.CodeRevisionConflict) {
			t.Errorf("two changes are tried at once: %v", err)
		}
		if _, err := r.first.shapes.Propose(`{"photo_site":{"app":"https://evil.example"}}`); err == nil {
			t.Error("a bad value was not refused")
		}
		r.run(r.first, id)
		if r.uses(r.first) != "777777" {
			t.Fatal("it is not used")
		}
		r.base, err = shapes.Overlay(shapes.Default(), []byte(`{"asOf":"2027-01-01"}`), release())
		testkit.Must(t, err)
		if r.first.shapes.Now() != r.base || r.uses(r.first) == "777777" {
			t.Error("the change is used with another release")
		}
	})
}
