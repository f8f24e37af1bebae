package jobs_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/support"
)

// olderAdapter is a version of a route that does not understand what it reads.
func olderAdapter(routes []sources.Route) []sources.Route {
	for n := range routes {
		read := routes[n].Item
		routes[n].Media = nil
		routes[n].Item = func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
			if _, err := read(ctx, r); err != nil {
				return nil, err
			}
			return nil, apierror.New(apierror.CodeSourceChanged, "missing", []string{"title"})
		}
	}
	return routes
}

// counted counts the requests to a handler.
func counted(h http.Handler, n *atomic.Int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		h.ServeHTTP(w, r)
	})
}

// TestFailedReadsAreReplayed fails 160 imports, 143 because this version does not understand the answers and 17 because the answers
// have nothing in them. The next version reads them again without the platform.
func TestFailedReadsAreReplayed(t *testing.T) {
	t.Parallel()
	clock := &modelstest.Clock{}
	s := modelstest.SQLite(t, clock)
	b, sent := newBench(t, s, clock), atomic.Int64{}
	b.Backoff = nil
	client := sourcestest.Fetcher(t, counted(b.platforms, &sent), allHosts()...)
	log := slog.New(slog.DiscardHandler)
	o := lookup.Options{Store: s, Platforms: release(), Fetcher: client, Budget: 5 * time.Second, Clock: clock.Now, Log: log,
		Replaying: func(calls []sources.Recording) []sources.Route {
			return tiktok.Routes(client.Replay(calls), tiktok.Options{})
		}}
	o.Routes = olderAdapter(tiktok.Routes(client, tiktok.Options{}))
	b.Lookup = lookup.New(o)
	for n := range 160 {
		if n == 143 {
			b.platforms.Fail(simulator.Failure{Platform: "clip_site", Status: 500, Body: "over capacity"})
		}
		d := b.run(t, b.accept(t, imports.ProfileNone, false))
		if d.State != imports.Failed {
			t.Fatalf("import %d: %s, %s", n, d.State, d.Attempts[0].FailureCode)
		}
		clock.Add(time.Second)
	}
	before := sent.Load()
	o.Routes = tiktok.Routes(client, tiktok.Options{})
	next := lookup.New(o)
	list, err := s.Support.KeptAnswers(t.Context(), support.FailureFilter{RouteID: "clip_site.web"})
	modelstest.Must(t, err)
	all, err := next.ReplayAll(t.Context(), list)
	modelstest.Must(t, err)
	if len(all.Imports) != 160 || all.Succeeded != 143 || all.Left != 0 || len(all.Outcomes) != 2 || all.Outcomes[0].Count != 143 || all.Outcomes[1].Count != 17 || all.Outcomes[1].Code != apierror.CodeNetworkTransport || all.Outcomes[1].Missing != "" {
		t.Errorf("%d read again, %d would succeed, %d left: %+v", len(all.Imports), all.Succeeded, all.Left, all.Outcomes)
	}
	if n := sent.Load() - before; n != 0 {
		t.Errorf("%d calls were sent while answers were read again", n)
	}
	if n := modelstest.CountRows(t, s, "saved_references"); n != 0 {
		t.Errorf("%d references were made", n)
	}
	if f := fieldNamed(all.Fields, "author.handle"); f == nil || f.Read != 143 || f.Example == "" || f.Good != "" {
		t.Errorf("the author's handle: %+v of %+v", f, all.Fields)
	}
}

func fieldNamed(list []lookup.ReplayField, name string) *lookup.ReplayField {
	for _, f := range list {
		if f.Name == name {
			return &f
		}
	}
	return nil
}

// TestReplayIsComparedWithTheLastGoodAnswer checks the route's known object, whose item stands beside what is read again.
func TestReplayIsComparedWithTheLastGoodAnswer(t *testing.T) {
	t.Parallel()
	clock := &modelstest.Clock{}
	s := modelstest.SQLite(t, clock)
	b := newBench(t, s, clock)
	b.Backoff = nil
	client := sourcestest.Fetcher(t, b.platforms, allHosts()...)
	link, err := b.Lookup.ItemLink(t.Context(), b.link)
	modelstest.Must(t, err)
	routes := tiktok.Routes(client, tiktok.Options{})
	for n := range routes {
		routes[n].Known = func() sources.Known { return sources.Known{Item: &link} }
	}
	o := lookup.Options{Store: s, Platforms: release(), Fetcher: client, Routes: routes, Budget: 5 * time.Second, Clock: clock.Now, Log: slog.New(slog.DiscardHandler),
		Replaying: func(calls []sources.Recording) []sources.Route {
			return tiktok.Routes(client.Replay(calls), tiktok.Options{})
		}}
	service := lookup.New(o)
	if _, err := service.CheckRoutes(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.Routes = olderAdapter(tiktok.Routes(client, tiktok.Options{}))
	b.Lookup = lookup.New(o)
	b.run(t, b.accept(t, imports.ProfileNone, false))
	list, err := s.Support.KeptAnswers(t.Context(), support.FailureFilter{})
	modelstest.Must(t, err)
	all, err := service.ReplayAll(t.Context(), list)
	modelstest.Must(t, err)
	if f := fieldNamed(all.Fields, "author.handle"); f == nil || f.Good == "" || f.Good != f.Example {
		t.Errorf("the author's handle is %+v", f)
	}
	b.platforms.Fail(simulator.Failure{Platform: "clip_site", Status: 500})
	if _, err := service.CheckRoutes(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all, err = service.ReplayAll(t.Context(), list); err != nil || fieldNamed(all.Fields, "author.handle").Good == "" {
		t.Errorf("a check that fails takes the good answer away: %v", err)
	}
}

// TestKeptAnswersAreSealedAndScrubbed keeps the answers of a read that failed: sealed in the database, without secrets, until the import
// or the week is over, and within bounds.
func TestKeptAnswersAreSealedAndScrubbed(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		b := newBench(t, s, clock)
		b.Backoff = nil
		b.platforms.Fail(simulator.Failure{Platform: "clip_site", Status: 500, Body: `<html>ask jane@mail.example.org {"sessionid":"SECRET"}</html>`})
		id := b.accept(t, imports.ProfileNone, false)
		d := b.run(t, id)
		var stored string
		modelstest.Must(t, s.Read(t.Context()).Raw("SELECT calls FROM attempt_answers WHERE attempt_id = ?", d.Attempts[0].ID).Scan(&stored).Error)
		if stored == "" || strings.Contains(stored, "html") {
			t.Fatalf("stored as %.80q", stored)
		}
		kept, err := s.Imports.ReadAnswers(t.Context(), d.Attempts[0].ID)
		if err != nil || len(kept.Calls) == 0 || kept.RouteID != "clip_site.web" {
			t.Fatalf("%+v, %v", kept, err)
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(kept.Calls))
		modelstest.Must(t, err)
		calls, err := io.ReadAll(unpacked)
		modelstest.Must(t, err)
		if text := string(calls); !strings.Contains(text, "somebody@example.com") || strings.Contains(text, "jane") || strings.Contains(text, "SECRET") {
			t.Errorf("kept as %s", text)
		}
		owner := support.Actor{UserID: b.owner, Reason: "a look"}
		_, err = s.Support.OpenAnswers(t.Context(), owner, support.ActionAnswersReplayed, support.FailureFilter{})
		modelstest.WantCode(t, err, apierror.CodeForbidden)
		modelstest.Run(t, s, "UPDATE users SET support = TRUE")
		list, err := s.Support.OpenAnswers(t.Context(), owner, support.ActionAnswersReplayed, support.FailureFilter{})
		if err != nil || len(list) != 1 || list[0].ImportID != id {
			t.Fatalf("%+v, %v", list, err)
		}
		log, err := s.Support.FilteredAudit(t.Context(), support.AuditFilter{WorkspaceID: b.workspace, Action: support.ActionAnswersReplayed}, db.PageRequest{Limit: 10})
		if err != nil || len(log.Items) != 1 || log.Items[0].Reason != "a look" {
			t.Errorf("the audit has %+v, %v", log, err)
		}
		clock.Add(imports.AnswersKeptFor + time.Hour)
		_, err = s.Imports.ReadAnswers(t.Context(), d.Attempts[0].ID)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		modelstest.Must(t, s.Housekeep(t.Context()))
		if n := modelstest.CountRows(t, s, "attempt_answers"); n != 0 {
			t.Errorf("after a week %d are kept", n)
		}
	})
}
