package jobs_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/internal/mail"
	"socialdata/internal/rollout"
	"socialdata/internal/sources"
	"socialdata/internal/sources/instagram"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/reruns"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/models/work"
)

// deliverTo runs an import where it is delivered.
type deliverTo func(id string)

// Deliver implements jobs.Deliverer.
func (f deliverTo) Deliver(_ context.Context, id string) { f(id) }

// season is an installation that reads the simulated Instagram for weeks, and the mails that its operator gets.
type season struct {
	*bench
	t        *testing.T
	shapes   *rollout.Shapes
	changes  *jobs.Rollouts
	canaries *jobs.Canaries
	by       support.Actor
	mails    []string // their texts
}

func newSeason(t *testing.T, s *models.Store, clock *modelstest.Clock) *season {
	w := &season{bench: newBench(t, s, clock), t: t}
	w.Backoff = nil
	helper, err := s.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "support@example.com", Name: "Sam", Password: modelstest.Password, Support: true})
	testkit.Must(t, err)
	w.by = support.Actor{UserID: helper.ID, Reason: "They renewed their documents.", RequestID: "req"}
	log := slog.New(slog.DiscardHandler)
	fetcher := sourcestest.Fetcher(t, w.platforms, allHosts()...)
	routes := func(from shapes.Source) []sources.Route {
		return instagram.Routes(fetcher, instagram.Options{Shapes: from})
	}
	w.shapes = rollout.New(s.Rollouts, nil, release(), "this", log)
	w.Lookup = lookup.New(lookup.Options{Store: s, Platforms: release(), Fetcher: fetcher, Routes: routes(w.shapes.Now), Budget: 5 * time.Second, Clock: clock.Now, Log: log,
		Shapes: func() string { return w.shapes.Now().Version() }})
	w.changes = &jobs.Rollouts{Store: s, Shapes: w.shapes, Trial: &rollout.Trial{Shapes: w.shapes, Lookup: w.Lookup, Routes: routes}}
	w.canaries = &jobs.Canaries{Store: s, Lookup: w.Lookup, Operator: "ops@example.com", Origin: "https://social.example",
		Mailer: fallibleMailer(func(m mail.Message) error { w.mails = append(w.mails, m.Text); return nil })}
	return w
}

// watch checks the routes twice, six hours apart, judges the counts of fields and tells the operator.
func (w *season) watch() {
	w.t.Helper()
	for range 2 {
		w.clock.Add(6 * time.Hour)
		_, err := w.canaries.Check(w.t.Context())
		testkit.Must(w.t, err)
		testkit.Must(w.t, w.Store.RouteHealth.JudgeFills(w.t.Context()))
		testkit.Must(w.t, w.canaries.Tell(w.t.Context()))
	}
	w.clock.Add(12 * time.Hour)
}

// answers counts 400 answers, of which so many have the likes.
func (w *season) answers(likes int64) {
	w.t.Helper()
	hour := db.Micros(w.Store.Now().Truncate(time.Hour))
	testkit.Must(w.t, w.Store.RouteHealth.AddFills(w.t.Context(), []routehealth.FieldFill{{RouteID: "photo_site.web", Operation: "item", Kind: "photo", Field: "stats.likes", Hour: hour, Filled: likes, Answers: 400}}))
}

// incidents returns the incidents of an operation or a field, and how many go on.
func (w *season) incidents(operation, field string) (all, open int) {
	w.t.Helper()
	list, err := w.Store.RouteHealth.Incidents(w.t.Context())
	testkit.Must(w.t, err)
	for _, i := range list {
		if i.Field != field || field == "" && i.Operation != operation {
			continue
		}
		if all++; i.EndedAt == nil {
			open++
		}
	}
	return all, open
}

// saves has a workspace import links, and returns how many of them failed because the platform has changed.
func (w *season) saves(workspace string, links []string) (changed int) {
	w.t.Helper()
	w.workspace = workspace
	for _, w.link = range links {
		w.clock.Add(time.Second)
		d := w.run(w.t, w.accept(w.t, imports.ProfileNone, false))
		if d.State == imports.Failed && d.Attempts[0].FailureCode == apierror.CodeSourceChanged {
			changed++
		}
	}
	return changed
}

// mends has support change the documents, and follows the change until all processes use it.
func (w *season) mends() {
	w.t.Helper()
	renewed := `{"photo_site":{"documents":{`
	for n, document := range []string{"post", "profile", "posts", "reels", "comments", "search"} {
		d := shapes.Default().PhotoSite.Documents
		old := map[string][]string{"post": d.Post, "profile": d.Profile, "posts": d.Posts, "reels": d.Reels, "comments": d.Comments, "search": d.Search}[document]
		if n > 0 {
			renewed += ","
		}
		renewed += `"` + document + `":["` + simulator.RenewedDocument + old[0] + `"]`
	}
	row, err := w.shapes.Propose(renewed + "}}}")
	testkit.Must(w.t, err)
	made, err := w.Store.Support.ChangeShapes(w.t.Context(), w.by, row)
	testkit.Must(w.t, err)
	for range 60 {
		modelstest.RunDue(w.t, w.Store, work.Rollouts, w.changes.Run)
		w.clock.Add(15 * time.Second)
		testkit.Must(w.t, w.shapes.Refresh(w.t.Context()))
	}
	if r, err := w.Store.Rollouts.Find(w.t.Context(), made.ID); err != nil || r.State != rollouts.Everywhere {
		w.t.Fatalf("the change is %s: %s, %v", r.State, r.Why, err)
	}
}

// rerunAll runs the group of failures again; the platform is over capacity after so many.
func (w *season) rerunAll(good int) *reruns.Progress {
	w.t.Helper()
	r, err := w.Store.Support.StartRerun(w.t.Context(), w.by, support.FailureFilter{Code: apierror.CodeSourceChanged, RouteID: "photo_site.web"}, 600)
	testkit.Must(w.t, err)
	done := 0
	to := jobs.Reruns{Store: w.Store, Queue: deliverTo(func(id string) {
		if done == good {
			w.platforms.Fail(simulator.Failure{Platform: "photo_site", Status: 500, Body: "over capacity"})
		}
		done++
		testkit.Must(w.t, w.Run(w.t.Context(), id))
	})}
	for range 40 {
		modelstest.RunDue(w.t, w.Store, work.Reruns, to.Run)
		w.clock.Add(time.Second)
	}
	w.platforms.Heal()
	p, err := w.Store.Reruns.Progress(w.t.Context(), r.ID)
	testkit.Must(w.t, err)
	return p
}

// TestSupportsSixtyDays plays two months: a wall that comes and goes is one incident, a field that decays is told before a tenth is lost,
// renewed documents are mended by a change of the shapes, and of the 160 imports that they failed exactly 143 succeed again, while each
// workspace is told once.
func TestSupportsSixtyDays(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := newSeason(t, s, clock)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", w.owner, 10_000)
		testkit.Must(t, err)
		_, err = s.Billing.Grant(t.Context(), w.workspace, 10_000, "for two months")
		testkit.Must(t, err)
		first := w.workspace
		told, lost := -1, int64(0)
		for day := range 60 {
			likes := int64(392)
			switch {
			case day == 8, day == 9:
				testkit.Must(t, w.platforms.Raise("photo_site.login_gate", "photo_site.page_shell", "photo_site.embed_refused"))
			case day == 10:
				w.platforms.Lower()
			case day >= 30 && day < 42:
				likes -= 4 * int64(day-29)
			case day == 50:
				w.renewed(first, other.ID)
			}
			w.answers(likes)
			w.watch()
			if _, open := w.incidents("", "stats.likes"); open > 0 && told < 0 {
				told, lost = day, 392-likes
			}
		}
		if told < 31 || lost > 39 {
			t.Errorf("the decay was told on day %d, with %d of 392 lost", told, lost)
		}
		if all, open := w.incidents("", "stats.likes"); all != 1 || open != 0 {
			t.Errorf("%d incidents of the field, %d open", all, open)
		}
		if all, open := w.incidents("account", ""); all != 2 || open != 0 {
			t.Errorf("%d incidents of accounts, %d open: want the wall and the renewal", all, open)
		}
		if n := strings.Count(strings.Join(w.mails, "\n"), "photo_site.web, account: since"); n != 4 {
			t.Errorf("the operator was told %d times of accounts: want each beginning and end", n)
		}
	})
}

// renewed plays the day on which the platform renews its documents and shows nothing without them.
func (w *season) renewed(workspaces ...string) {
	w.t.Helper()
	testkit.Must(w.t, w.platforms.Raise("photo_site.documents_renewed", "photo_site.page_shell", "photo_site.embed_refused"))
	links := w.platforms.Samples()[2].Items
	half := len(links)
	third, err := w.Store.Accounts.CreateWorkspace(w.t.Context(), "Third", w.owner, 10_000)
	testkit.Must(w.t, err)
	failed := w.saves(workspaces[0], links) + w.saves(workspaces[1], links)
	failed += w.saves(third.ID, links[:160-2*half])
	if failed != 160 {
		w.t.Fatalf("%d imports failed because the platform has changed, of 160", failed)
	}
	for range 2 { // two checks make an incident
		w.clock.Add(time.Hour)
		_, err := w.canaries.Check(w.t.Context())
		testkit.Must(w.t, err)
	}
	testkit.Must(w.t, w.canaries.Tell(w.t.Context()))
	w.mends()
	p := w.rerunAll(143)
	if p.Retried != 160 || p.Succeeded != 143 || p.Failed != 17 || p.Skipped != 0 {
		w.t.Errorf("%+v", p)
	}
	w.tells(append(slices.Clone(workspaces), third.ID))
}

// tells marks the group as mended, twice, and holds that each workspace has one event of it.
func (w *season) tells(workspaces []string) {
	w.t.Helper()
	kind := support.FailureKind{Code: apierror.CodeSourceChanged, Platform: "photo_site", RouteID: "photo_site.web"}
	for range 2 {
		_, err := w.Store.Support.MarkMended(w.t.Context(), w.by, kind, "Posts of Instagram are read again.")
		testkit.Must(w.t, err)
		modelstest.RunDue(w.t, w.Store, work.Mendings, (&jobs.Reruns{Store: w.Store}).TellMended)
	}
	for _, id := range workspaces {
		var n int64
		testkit.Must(w.t, w.Store.Read(w.t.Context()).Raw("SELECT COUNT(*) FROM events WHERE workspace_id = ? AND type = 'imports.retried'", id).Scan(&n).Error)
		if n != 1 {
			w.t.Errorf("%s was told %d times", id, n)
		}
	}
}
