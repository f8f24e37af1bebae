package lookup_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
)

// TestAnswersCountTheirFields fetches twice; the counts are stored by kind, null as missing. A stored answer counts nothing.
func TestAnswersCountTheirFields(t *testing.T) {
	f := &fake{item: video(7)}
	inTurn(t, []sources.Route{f.route("r")}, func(t *testing.T, b *bench) {
		for _, maxAge := range []time.Duration{0, time.Hour, 0} {
			_, err := b.ask(maxAge)
			modelstest.Must(t, err)
			b.clock.Add(2 * time.Minute)
		}
		modelstest.Must(t, b.StoreFills(t.Context()))
		list, err := b.store.RouteHealth.FieldHistories(t.Context(), "r")
		modelstest.Must(t, err)
		got := map[string]routehealth.Fill{}
		for _, h := range list {
			if h.Operation != "item" || h.Kind != "video" {
				t.Errorf("%+v is counted", h)
			}
			got[h.Field] = h.Sum(1)
		}
		if got["stats.views"] != (routehealth.Fill{Filled: 2, Answers: 2}) || got["stats.likes"] != (routehealth.Fill{Answers: 2}) || got["title"] != (routehealth.Fill{Answers: 2}) {
			t.Errorf("counted %+v", got)
		}
		for _, name := range []string{"id", "unavailableFields", "transcript"} {
			if _, counted := got[name]; counted {
				t.Errorf("%s is counted", name)
			}
		}
	})
}

// TestListsWarnOnceOfAField has a field decay in two kinds of content: a list of both warns of the worse one.
func TestListsWarnOnceOfAField(t *testing.T) {
	route := sources.Route{ID: "r", Platform: content.VideoSite, ContractVersion: "1", Items: func(context.Context, sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
		return &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{{ID: "video_site:aaaaaaaaaaa", Platform: content.VideoSite, Kind: content.KindVideo}}}, nil
	}}
	inTurn(t, []sources.Route{route}, func(t *testing.T, b *bench) {
		for kind, share := range map[string]int64{"video": 700, "short": 300} {
			i := routehealth.Incident{ID: db.NewID(), Cause: routehealth.ByField, RouteID: "r", Operation: "items/" + kind + "/stats.likes", Kind: kind, Field: "stats.likes", Share: share, BeganAt: db.Micros(b.clock.Now())}
			modelstest.Must(t, b.store.Write(t.Context()).Create(&i).Error)
		}
		modelstest.Must(t, b.ReadWarnings(t.Context()))
		r, err := b.Answer(t.Context(), lookup.ListRequest{Workspace: b.workspace, Platform: content.VideoSite, Account: sources.AccountSelector{ID: "UCaaaaaaaaaaaaaaaaaaaaaa"}})
		modelstest.Must(t, err)
		var served content.Served
		modelstest.Must(t, json.Unmarshal(r.Body, &served))
		if len(served.Warnings) != 1 || served.Warnings[0].Share != 0.3 {
			t.Errorf("it warns of %+v", served.Warnings)
		}
	})
}

// logged counts what is logged.
type logged struct{ lines atomic.Int64 }

// Write implements io.Writer.
func (l *logged) Write(line []byte) (int, error) {
	l.lines.Add(1)
	return len(line), nil
}

// TestFieldsAreKeptUntilTheEnd of the program: counts are stored and what has decayed is read. A failure is logged, unless it is the end.
func TestFieldsAreKeptUntilTheEnd(t *testing.T) {
	f := &fake{item: video(7)}
	var log logged
	inTurn(t, []sources.Route{f.route("r")}, func(t *testing.T, b *bench) {
		log.lines.Store(0)
		_, err := b.ask(0)
		modelstest.Must(t, err)
		keep := func(what string, so func() bool) {
			ctx, end := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				b.KeepFields(ctx)
			}()
			testkit.Eventually(t, what, so)
			end()
			<-ended
		}
		keep("the counts are stored", func() bool {
			list, err := b.store.RouteHealth.FieldHistories(t.Context(), "r")
			return err == nil && len(list) > 0
		})
		over, end := context.WithCancel(t.Context())
		end()
		b.KeepFields(over)
		if n := log.lines.Load(); n != 0 {
			t.Errorf("%d lines are logged, and nothing failed", n)
		}
		modelstest.Run(t, b.store, "ALTER TABLE incidents RENAME TO moved")
		keep("the failure is logged", func() bool { return log.lines.Load() == 1 })
	}, func(o *lookup.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
}

// TestAnswersWarnOfDecayedFields has a field of videos decay: every way to the item warns of it, as long as the incident is open, in
// answers of that kind alone.
func TestAnswersWarnOfDecayedFields(t *testing.T) {
	f := &fake{item: video(7)}
	inTurn(t, []sources.Route{f.route("r")}, func(t *testing.T, b *bench) {
		ctx, began := t.Context(), b.clock.Now().Truncate(time.Millisecond)
		_, key, err := b.store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: b.workspace, Name: "k", CreatedBy: b.owner})
		modelstest.Must(t, err)
		for _, i := range []routehealth.Incident{
			{ID: db.NewID(), RouteID: "r", Operation: "item/video/stats.likes", Kind: "video", Field: "stats.likes", Share: 610, Settled: 980, BeganAt: db.Micros(began)},
			{ID: db.NewID(), RouteID: "r", Operation: "item/photo/title", Kind: "photo", Field: "title", BeganAt: db.Micros(began)},
			{ID: db.NewID(), RouteID: "other", Operation: "item/video/title", Kind: "video", Field: "title", BeganAt: db.Micros(began)},
			{ID: db.NewID(), RouteID: "r", Operation: "item", Code: "source_changed", BeganAt: db.Micros(began)},
		} {
			modelstest.Must(t, b.store.Write(ctx).Create(&i).Error)
		}
		answers := func() map[string][]content.Warning {
			got := map[string][]content.Warning{}
			read := func(name string, r *lookup.Result, err error) {
				modelstest.Must(t, err)
				var served content.Served
				modelstest.Must(t, json.Unmarshal(r.Body, &served))
				got[name] = served.Warnings
			}
			r, err := b.ask(0)
			read("live", r, err)
			r, err = b.ask(time.Hour)
			read("stored", r, err)
			found, err := b.FindItemByKey(ctx, key, lookup.ItemRequest{URL: link, MaxAge: time.Hour})
			modelstest.Must(t, err)
			r, err = b.ServeItem(ctx, found)
			read("stored, by key", r, err)
			return got
		}
		if got := answers(); got["live"] != nil || got["stored"] != nil || got["stored, by key"] != nil {
			t.Errorf("before anything was read they warn: %+v", got)
		}
		modelstest.Must(t, b.ReadWarnings(ctx))
		warned := []content.Warning{{Field: "stats.likes", Since: content.At(began), Share: 0.61}}
		want := map[string][]content.Warning{"live": warned, "stored": warned, "stored, by key": warned}
		if diff := cmp.Diff(want, answers(), cmp.Comparer(func(a, b content.Time) bool { return a.String() == b.String() })); diff != "" {
			t.Errorf("the warnings differ (-want +got)\n%s", diff)
		}
		modelstest.Run(t, b.store, "UPDATE incidents SET ended_at = 1")
		modelstest.Must(t, b.ReadWarnings(ctx))
		if got := answers(); got["live"] != nil || got["stored, by key"] != nil {
			t.Errorf("after its end they warn: %+v", got)
		}
	})
}
