package shown

import (
	"strconv"
	"testing"

	"socialdata/internal/content"
	"socialdata/models/history"
	"socialdata/views"
)

// TestTrendsSayOnlyWhatWasSeen draws a count that changed, from the first look to the last, leaves out hidden values, and
// shows no chart of what stayed.
func TestTrendsSayOnlyWhatWasSeen(t *testing.T) {
	t.Parallel()
	when := func(*int64) views.When { return views.When{} }
	counts := func(n int64, likes *int64) string { return history.CountsOf(content.Stats{Views: &n, Likes: likes}) }
	one := int64(1)
	records := []history.Record{{Counts: counts(5, nil), ObservedAt: 1, ConfirmedAt: 2}, {Counts: counts(7, &one), ObservedAt: 3, ConfirmedAt: 9}}
	got := ""
	for _, p := range trendOf(when, records, itemStats[0]).Points {
		got += strconv.FormatInt(p.At.UnixMicro(), 10) + ":" + strconv.FormatInt(p.Value, 10) + " "
	}
	if got != "1:5 3:7 9:7 " {
		t.Errorf("views are drawn as %s", got)
	}
	likes := trendOf(when, records, itemStats[1])
	if len(likes.Points) != 2 || changes(likes) || changes(views.Trend{}) {
		t.Errorf("likes are drawn as %v", likes)
	}
}
