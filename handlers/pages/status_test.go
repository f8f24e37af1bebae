package pages

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
	"socialdata/views"
)

// operation is an operation in a state; failed says that it was called, in vain.
func operation(name, state string, failed bool) lookup.OperationState {
	o := lookup.OperationState{Operation: sources.Operation(name), State: state}
	if failed {
		o.Health.LastFailureAt = new(int64(1))
	}
	return o
}

func TestStatusSentences(t *testing.T) {
	t.Parallel()
	called := []lookup.OperationState{operation("item", "unverified", true)}
	tests := map[string]struct {
		state      lookup.RouteState
		word, text string
	}{
		"switched off": {lookup.RouteState{State: "disabled", Reason: "by the operator", Operations: called}, "disabled",
			"This source is switched off (by the operator). Lookups answer route_disabled; " +
				"stored observations are still served."},
		"switched off before its first call": {lookup.RouteState{State: "disabled", Reason: "x"}, "disabled",
			"This source is switched off (x). Lookups answer route_disabled; stored observations are still served."},
		"degraded": {lookup.RouteState{State: "degraded", Reason: "network_timeout", Operations: called}, "degraded",
			"Half of the latest calls failed, and so did one of ours (network_timeout). Lookups fail fast and free; " +
				"one probe goes every 30 seconds, and one success brings it back."},
		"never called": {lookup.RouteState{State: "enabled",
			Operations: []lookup.OperationState{operation("item", "unverified", false)}},
			"uncalled", "Not used yet, so nothing is known about it."},
		"quiet": {lookup.RouteState{State: "enabled", Operations: called}, "idle",
			"No calls in the last hour, so nothing is known about now."},
		"well": {lookup.RouteState{State: "enabled", Operations: called, Stats: routehealth.CallStats{Total: 20, Succeeded: 19}},
			"enabled", "Working normally."},
		"not so well": {lookup.RouteState{State: "enabled", Operations: called, Stats: routehealth.CallStats{Total: 25, Succeeded: 17}},
			"failing", "Some calls of the last hour failed. A failed lookup costs nothing; try it again."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := stateWord(tt.state); got != tt.word {
				t.Errorf("stateWord = %q, want %q", got, tt.word)
			}
			if diff := cmp.Diff(tt.text, stateText(tt.state)); diff != "" {
				t.Errorf("stateText (-want +got)\n%s", diff)
			}
		})
	}
}

func TestOperationsAreGroupedByWhatWasSeen(t *testing.T) {
	t.Parallel()
	tests := map[string][]lookup.OperationState{
		"": nil,
		"Answers: item, search. Degraded: list.": {operation("item", "enabled", false), operation("list", "degraded", true),
			operation("search", "enabled", true)},
		"Not called yet: item. No successful response yet: list.": {operation("item", "unverified", false),
			operation("list", "unverified", true)},
		"Switched off: item.": {operation("item", "disabled", true)},
	}
	for want, list := range tests {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			if got := operationsSentence(list); got != want {
				t.Errorf("operationsSentence = %q", got)
			}
		})
	}
}

func TestChecksInASentence(t *testing.T) {
	t.Parallel()
	at := views.When{Exact: "2026-01-02 03:04:05 UTC"}
	good := views.RouteCheck{Operation: "item", At: at}
	bad := views.RouteCheck{Operation: "list", Code: "network_timeout", At: at}
	worse := views.RouteCheck{Operation: "search", Code: "source_changed", At: at}
	for want, checks := range map[string][]views.RouteCheck{
		"": nil,
		"Last checked 2026-01-02 03:04:05 UTC: answers.":                    {good},
		"Last checked 2026-01-02 03:04:05 UTC: no answer for list, search.": {good, bad, worse},
	} {
		if got := checkedSentence(checks); got != want {
			t.Errorf("checkedSentence = %q, want %q", got, want)
		}
	}
}

func TestStatusOfARoute(t *testing.T) {
	t.Parallel()
	failed := operation("item", "enabled", false)
	failed.Health.LastFailureAt, failed.Health.LastFailureCode = new(int64(60_000_000)), "network_timeout"
	state := lookup.RouteState{Route: sources.Route{ID: "video.web", Platform: content.VideoSite}, State: "enabled",
		Since: 1_000_000, Operations: []lookup.OperationState{failed},
		Stats: routehealth.CallStats{Total: 10, Succeeded: 7, P50: new(int64(120))}}
	want := views.RouteStatus{ID: "video.web", Platform: "YouTube", State: "failing", Sentence: "Some calls of the last hour failed. A failed lookup costs nothing; try it again.",
		Operations: "Answers: item.", Total: 10, Failed: 3, P50: "120 ms", Since: "1970-01-01 00:00:01 UTC",
		LastFailure: "network_timeout", LastFailureAt: "1970-01-01 00:01:00 UTC"}
	got := allPlatforms().routeStatus(state, routehealth.Past{})
	if len(got.Past.Hours) != 24 {
		t.Errorf("%d hours are drawn", len(got.Past.Hours))
	}
	got.Past.Hours = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("routeStatus (-want +got)\n%s", diff)
	}
	state.Since, state.Operations = 0, nil
	if got := allPlatforms().routeStatus(state, routehealth.Past{}); got.Since+got.LastFailureAt+got.LastFailure != "" {
		t.Errorf("what is not known is shown: %+v", got)
	}
}

func TestShareOfARoute(t *testing.T) {
	t.Parallel()
	for want, stats := range map[string]routehealth.CallStats{
		"": {}, "0 %": {Total: 3}, "66.6 %": {Total: 3, Succeeded: 2}, "99.9 %": {Total: 30000, Succeeded: 29999}, "100 %": {Total: 9, Succeeded: 9},
	} {
		got := allPlatforms().routeRow(lookup.RouteState{Route: sources.Route{ID: "r"}, Stats: stats})
		if got.Share != want || got.Failed != stats.Total-stats.Succeeded || got.Failures != "/support?range=24h&route=r" {
			t.Errorf("share %q, failed %d, failures %q; want a share of %q", got.Share, got.Failed, got.Failures, want)
		}
	}
}

// TestStatusPageIsReadOnceInAWhile asks for the page many times at once and again later: it is read once for each half minute,
// and a reading that failed is not kept.
func TestStatusPageIsReadOnceInAWhile(t *testing.T) {
	t.Parallel()
	var kept keptStatus
	var reads atomic.Int64
	read := func(err error) func() (views.Status, error) {
		return func() (views.Status, error) { reads.Add(1); return views.Status{}, err }
	}
	now := time.Now()
	if _, err := kept.get(now, read(errors.New("away"))); err == nil {
		t.Error("a reading that failed was served")
	}
	for range 3 {
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { _, _ = kept.get(now, read(nil)) })
		}
		all.Wait()
		now = now.Add(statusKept)
	}
	if n := reads.Load(); n != 4 {
		t.Errorf("the page was read %d times, want once in vain and three times", n)
	}
}
