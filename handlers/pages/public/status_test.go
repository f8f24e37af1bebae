package public

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
	"socialdata/views"
)

func TestStatusSentences(t *testing.T) {
	t.Parallel()
	called := []lookup.OperationState{{State: "unverified", Health: routehealth.OperationHealth{Operation: routehealth.Operation{LastFailureAt: new(int64(1))}}}}
	tests := map[string]struct {
		state      lookup.RouteState
		word, text string
	}{
		"switched off": {lookup.RouteState{State: "disabled", Reason: "by the operator", Operations: called}, "disabled",
			"Reason: by the operator. Lookups answer route_disabled; " +
				"stored observations are still served."},
		"switched off before its first call": {lookup.RouteState{State: "disabled", Reason: "x"}, "disabled",
			"Reason: x. Lookups answer route_disabled; stored observations are still served."},
		"degraded": {lookup.RouteState{State: "degraded", Reason: "network_timeout", Operations: called}, "degraded",
			"Half of the latest calls failed, and so did one of ours (network_timeout). Lookups fail fast and free; " +
				"one probe goes every 30 seconds, and one success brings it back."},
		"never called": {lookup.RouteState{State: "enabled",
			Operations: []lookup.OperationState{{State: "unverified"}}},
			"uncalled", "Nothing is known about it."},
		"quiet": {lookup.RouteState{State: "enabled", Operations: called}, "idle",
			"None in the last hour, so nothing is known about now."},
		"well": {lookup.RouteState{State: "enabled", Operations: called, Stats: routehealth.CallStats{Total: 20, Succeeded: 19}},
			"enabled", ""},
		"not so well": {lookup.RouteState{State: "enabled", Operations: called, Stats: routehealth.CallStats{Total: 25, Succeeded: 17}},
			"failing", "68 % of the calls of the last hour succeeded. A failed lookup costs nothing; try it again."},
		"badly": {lookup.RouteState{State: "enabled", Operations: called, Stats: routehealth.CallStats{Total: 25, Succeeded: 3}},
			"broken", "12 % of the calls of the last hour succeeded. A failed lookup costs nothing; try it again."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := shown.RouteState(tt.state, routehealth.Answered{}); got != tt.word {
				t.Errorf("stateWord = %q, want %q", got, tt.word)
			}
			if diff := cmp.Diff(tt.text, stateText(tt.state, routehealth.Answered{})); diff != "" {
				t.Errorf("stateText (-want +got)\n%s", diff)
			}
		})
	}
}

// TestWordsOfARouteFollowTheNumbersOfTheDay: a route that works now is not said to work beside a day in which it often failed.
func TestWordsOfARouteFollowTheNumbersOfTheDay(t *testing.T) {
	t.Parallel()
	works := lookup.RouteState{State: "enabled", Stats: routehealth.CallStats{Total: 3, Succeeded: 3}}
	for _, tt := range []struct {
		succeeded  int64 // of 100
		word, text string
	}{
		{49, "earlier", "49 % of the calls of the last 24 hours succeeded, and 100 % of those of the last hour."},
		{94, "earlier", "94 % of the calls of the last 24 hours succeeded, and 100 % of those of the last hour."},
		{95, "enabled", "95 % of the calls of the last 24 hours succeeded."},
		{99, "enabled", "99 % of the calls of the last 24 hours succeeded."},
		{100, "enabled", ""},
	} {
		day := routehealth.Answered{Succeeded: tt.succeeded, Total: 100}
		if word, text := shown.RouteState(works, day), stateText(works, day); word != tt.word || text != tt.text {
			t.Errorf("%d of 100: %s, %q", tt.succeeded, word, text)
		}
	}
}

// TestBadgeAndSentenceOfARouteAgree compares both for every share of the last hour and of the day: the sentence has the number that the badge
// follows, and does not repeat the badge.
func TestBadgeAndSentenceOfARouteAgree(t *testing.T) {
	t.Parallel()
	for hour := range int64(21) {
		for d := range int64(21) {
			s := lookup.RouteState{State: "enabled", Stats: routehealth.CallStats{Total: 20, Succeeded: hour}}
			day := routehealth.Answered{Succeeded: d, Total: 20}
			badge, share := views.RouteWord(shown.RouteState(s, day)).Word, 5*hour
			want, says := "Works", true
			switch {
			case share < 50:
				want = "Fails mostly"
			case share < 75:
				want = "Fails often"
			case share < 95:
				want = "Works mostly"
			case 5*d < 95:
				share = 5 * d
			default:
				says = false
			}
			text := stateText(s, day)
			if badge != want || strings.Contains(text, badge) || says && !strings.HasPrefix(text, strconv.FormatInt(share, 10)+" % ") {
				t.Errorf("%d and %d of 20: %q beside %q, want %q", hour, d, badge, text, want)
			}
		}
	}
}

func TestChecksInASentence(t *testing.T) {
	t.Parallel()
	at := views.When{Exact: "2 Jan 2026, 03:04:05 UTC"}
	good := views.RouteCheck{Operation: "item", At: at}
	bad := views.RouteCheck{Operation: "list", Code: "network_timeout", At: at}
	worse := views.RouteCheck{Operation: "search", Code: "source_changed", At: at}
	for want, checks := range map[string][]views.RouteCheck{
		"": nil,
		"Last checked 2 Jan 2026, 03:04:05 UTC: answers.":                    {good},
		"Last checked 2 Jan 2026, 03:04:05 UTC: no answer for list, search.": {good, bad, worse},
	} {
		if got := checkedSentence(checks); got != want {
			t.Errorf("checkedSentence = %q, want %q", got, want)
		}
	}
}

func TestStatusOfARoute(t *testing.T) {
	t.Parallel()
	failed := lookup.OperationState{Operation: "item", State: "enabled"}
	failed.Health.LastFailureAt, failed.Health.LastFailureCode = new(int64(60_000_000)), "network_timeout"
	state := lookup.RouteState{Route: sources.Route{ID: "video_site.web", Platform: content.VideoSite}, State: "enabled",
		Since: 1_000_000, Operations: []lookup.OperationState{failed},
		Stats: routehealth.CallStats{Total: 10, Succeeded: 7, P50: new(int64(120))}}
	want := views.RouteStatus{Route: views.Route{ID: "video_site.web", Word: "YouTube website"}, State: "failing", Sentence: "70 % of the calls of the last hour succeeded. A failed lookup costs nothing; try it again.",
		Operations: "Answers: item.", Total: 10, Failed: 3, P50: "120 ms", Since: "1 Jan 1970, 00:00:01 UTC",
		LastFailure: "network_timeout", LastFailureAt: "1 Jan 1970, 00:01:00 UTC"}
	got := (&Handlers{Base: &page.Base{Service: pagetest.Service()}}).routeStatus(state, routehealth.Past{})
	if len(got.Past.Hours) != 24 {
		t.Errorf("%d hours are drawn", len(got.Past.Hours))
	}
	got.Past.Hours = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("routeStatus (-want +got)\n%s", diff)
	}
	state.Since, state.Operations = 0, nil
	if got := (&Handlers{Base: &page.Base{Service: pagetest.Service()}}).routeStatus(state, routehealth.Past{}); got.Since+got.LastFailureAt+got.LastFailure != "" {
		t.Errorf("what is not known is shown: %+v", got)
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
