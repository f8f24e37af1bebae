package shown

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/history"
	"socialdata/views"
)

// trendPoints is the maximum number of changes in a chart; older ones are omitted.
const trendPoints = 100

// statOf is one count in the stats S.
type statOf[S any] struct {
	name string
	read func(S) *int64
}

var itemStats = []statOf[content.Stats]{
	{"Views", func(s content.Stats) *int64 { return s.Views }},
	{"Likes", func(s content.Stats) *int64 { return s.Likes }},
	{"Comments", func(s content.Stats) *int64 { return s.Comments }},
	{"Shares", func(s content.Stats) *int64 { return s.Shares }},
	{"Saves", func(s content.Stats) *int64 { return s.Saves }},
}

var accountStats = []statOf[content.AccountStats]{
	{"Followers", func(s content.AccountStats) *int64 { return s.Followers }},
	{"Following", func(s content.AccountStats) *int64 { return s.Following }},
	{"Posts", func(s content.AccountStats) *int64 { return s.Items }},
	{"Views", func(s content.AccountStats) *int64 { return s.Views }},
}

// ItemTrends returns the counts of an item that have changed.
func ItemTrends(ctx context.Context, b *page.Base, workspace, subject string) ([]views.Trend, error) {
	return trendsOf(ctx, b, workspace, subject, itemStats)
}

// TrendsOfAnswer returns the trends of the item or account in a lookup's response.
func TrendsOfAnswer(b *page.Base, c *fiber.Ctx, link sources.Link, body []byte) ([]views.Trend, error) {
	var about struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(body, &about); err != nil {
		return nil, err
	}
	if link.Target == sources.TargetAccount {
		return AccountTrends(c.UserContext(), b, page.Caller(c).WorkspaceID, about.ID)
	}
	return ItemTrends(c.UserContext(), b, page.Caller(c).WorkspaceID, about.ID)
}

// AccountTrends returns the counts of an account that have changed as charts.
func AccountTrends(ctx context.Context, b *page.Base, workspace, subject string) ([]views.Trend, error) {
	return trendsOf(ctx, b, workspace, subject, accountStats)
}

// trendsOf returns the counts that have changed; a constant count needs no chart.
func trendsOf[S any](ctx context.Context, b *page.Base, workspace, subject string, stats []statOf[S]) ([]views.Trend, error) {
	counts, err := countsOf(ctx, b, workspace, subject, stats)
	return slices.DeleteFunc(counts, func(t views.Trend) bool { return !changes(t) }), err
}

// countsOf returns the history of the counts. Counts that were never known are omitted.
func countsOf[S any](ctx context.Context, b *page.Base, workspace, subject string, stats []statOf[S]) ([]views.Trend, error) {
	if subject == "" {
		return nil, nil
	}
	kept, err := b.Store.History.Records(ctx, workspace, subject, history.Period{}, db.PageRequest{Limit: trendPoints})
	if err != nil {
		return nil, err
	}
	records := alike(kept.Items)
	slices.Reverse(records)
	list := []views.Trend{}
	for _, stat := range stats {
		if t := trendOf(b.When, records, stat); len(t.Points) > 0 {
			list = append(list, t)
		}
	}
	return list, nil
}

// alike returns the exact records, or the rounded ones if only these can show a change. Mixing them would show changes
// that never happened.
func alike(records []history.Record) []history.Record {
	exact := slices.DeleteFunc(slices.Clone(records), func(r history.Record) bool { return r.Approximate })
	if len(exact) > 1 {
		return exact
	}
	return slices.DeleteFunc(slices.Clone(records), func(r history.Record) bool { return !r.Approximate })
}

// trendOf returns the history of one count. The last record with it adds two points: when it was first and last seen.
func trendOf[S any](when func(us *int64) views.When, records []history.Record, stat statOf[S]) views.Trend {
	t := views.Trend{Name: stat.name}
	add := func(r history.Record, us, n int64) {
		t.Points = append(t.Points, views.TrendPoint{At: db.FromMicros(us), When: when(&us), Value: n, Approximate: r.Approximate})
	}
	last := history.Record{}
	for _, r := range records {
		var s S
		if json.Unmarshal([]byte(r.Counts), &s) != nil {
			continue // cannot happen: written by this program
		}
		n := stat.read(s)
		if n == nil {
			continue
		}
		add(r, r.ObservedAt, *n)
		last = r
	}
	if last.ConfirmedAt > last.ObservedAt {
		add(last, last.ConfirmedAt, t.Points[len(t.Points)-1].Value)
	}
	return t
}

func changes(t views.Trend) bool {
	return slices.ContainsFunc(t.Points, func(p views.TrendPoint) bool { return p.Value != t.Points[0].Value })
}
