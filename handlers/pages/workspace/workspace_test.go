package workspace

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/models/events"
	"socialdata/models/usage"
	"socialdata/views"
)

func TestChangeAgainstThePeriodBefore(t *testing.T) {
	t.Parallel()
	for want, n := range map[string][2]int64{
		"as in the period before": {7, 7}, "none in the period before": {3, 0}, "−100 % on the period before": {0, 10}, "9 in the period before": {0, 9},
		"+50 % on the period before": {30, 20}, "−33 % on the period before": {20, 30}, "+1,100 % on the period before": {120, 10},
		"up by less than 1 % on the period before": {1001, 1000}, "down by less than 1 % on the period before": {999, 1000},
	} {
		if got := change(n[0], n[1]); got != want {
			t.Errorf("change of %v = %q, want %q", n, got, want)
		}
	}
}

func TestMoreFailedThanBefore(t *testing.T) {
	t.Parallel()
	of := func(failed, total int64) usage.ImportTotals { return usage.ImportTotals{Failed: failed, Total: total} }
	for _, tt := range []struct {
		now, before usage.ImportTotals
		want        bool
	}{
		{of(2, 10), of(1, 10), true}, {of(2, 20), of(1, 10), false}, {of(1, 20), of(1, 10), false}, {of(1, 10), of(0, 10), true}, {of(5, 10), of(0, 0), false}, {of(0, 0), of(1, 10), false},
	} {
		if got := failedMore(tt.now, tt.before); got != tt.want {
			t.Errorf("%v after %v: %t, want %t", tt.now, tt.before, got, tt.want)
		}
	}
}

func TestBucketLabels(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 1, 1, 30, 0, 0, time.FixedZone("east", 2*60*60)) // 31 October, 23:30 UTC
	for bucket, want := range map[time.Duration]string{
		15 * time.Minute: "31 Oct 23:30", 6 * time.Hour: "31 Oct 23:30", 24 * time.Hour: "31 Oct",
		48 * time.Hour: "31 Oct",
	} {
		if got := bucketLabel(at, usage.Window{Bucket: bucket, Zone: time.UTC}); got != want {
			t.Errorf("bucketLabel of %v = %q, want %q", bucket, got, want)
		}
	}
}

func TestChartOfImports(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	r := &usage.Report{Window: usage.Window{Start: day(1).Add(8 * time.Hour), End: day(3).Add(time.Hour), Bucket: 24 * time.Hour}, At: day(3).Add(time.Hour),
		Series: []usage.BucketTotals{
			{Start: day(1)}, {Start: day(2), Total: 9, Succeeded: 4, Failed: 3}, {Start: day(3), Total: 1}}}
	want := views.Chart{Name: "Imports", Unit: "import", Period: "the last 3 days", Bars: []views.Bar{
		{Label: "1 Jan", Href: "/i?before=2026-01-02T00%3A00%3A00Z&from=2026-01-01T08%3A00%3A00Z"},
		{Label: "2 Jan", Good: 4, Failed: 3, Other: 2, Href: "/i?before=2026-01-03T00%3A00%3A00Z&from=2026-01-02T00%3A00%3A00Z"},
		{Label: "3 Jan", Other: 1, Open: true, Href: "/i?before=2026-01-03T01%3A00%3A00Z&from=2026-01-03T00%3A00%3A00Z"}}}
	if diff := cmp.Diff(want, importChart(r, "the last 3 days", "/i")); diff != "" {
		t.Errorf("importChart (-want +got)\n%s", diff)
	}
}

func TestChartOfSpending(t *testing.T) {
	t.Parallel()
	hour := func(n int) time.Time { return time.Date(2026, 1, 1, n, 0, 0, 0, time.UTC) }
	spent := []usage.SpentBucket{{Start: hour(1), Credits: 5}, {Start: hour(2)}, {Start: hour(3), Credits: 1}}
	tests := map[string]struct {
		now  time.Time
		open []bool
	}{
		"in the last bucket":        {hour(3).Add(time.Minute), []bool{false, false, true}},
		"when the last one is over": {hour(4), []bool{false, false, false}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := views.Chart{Name: "Spending", Unit: "credit", Spent: true, Period: "today", Bars: []views.Bar{
				{Label: "1 Jan 01:00", Good: 5, Open: tt.open[0]}, {Label: "1 Jan 02:00", Open: tt.open[1]},
				{Label: "1 Jan 03:00", Good: 1, Open: tt.open[2]}}}
			if diff := cmp.Diff(want, spendingChart(spent, usage.Window{Bucket: time.Hour}, tt.now, "today")); diff != "" {
				t.Errorf("spendingChart (-want +got)\n%s", diff)
			}
		})
	}
}

func TestACustomPeriodChoosesNoPreset(t *testing.T) {
	t.Parallel()
	v := views.Span{}
	w := (&Handlers{}).span(page.NewForm(url.Values{"from": {"2026-01-01"}, "to": {" 2026-01-02 "}, "range": {"7d"}}), &v, ranges, time.UTC)
	if !v.Custom || v.Period != "1 Jan 2026 to 2 Jan 2026" || v.Problem != "" {
		t.Errorf("custom %t, period %q, problem %q", v.Custom, v.Period, v.Problem)
	}
	if got := w.End.Sub(w.Start); got != 48*time.Hour || w.Range != "" {
		t.Errorf("window of %v, range %q", got, w.Range)
	}
	for _, r := range v.Ranges {
		if r.On {
			t.Errorf("%s is chosen, too", r.Word)
		}
	}
	if v.From.Value != "2026-01-01" || v.To.Value != "2026-01-02" {
		t.Errorf("fields hold %q and %q", v.From.Value, v.To.Value)
	}
}

func TestLinksOfTheRanges(t *testing.T) {
	t.Parallel()
	v := views.Span{}
	rangeLinks(&page.Form{}, &v, ranges, "7d")
	want := []views.Choice{{Word: "6 hours", Href: "?range=6h"}, {Word: "24 hours", Href: "?range=24h"},
		{Word: "7 days", Href: "?range=7d", On: true}, {Word: "30 days", Href: "?range=30d"}}
	if diff := cmp.Diff(want, v.Ranges); diff != "" {
		t.Errorf("ranges (-want +got)\n%s", diff)
	}
	if v.Period != "the last 7 days" {
		t.Errorf("period %q", v.Period)
	}
}

// TestEveryEventHasWords but that of a test, which every endpoint is sent.
func TestEveryEventHasWords(t *testing.T) {
	t.Parallel()
	for _, is := range events.Types() {
		if (eventWords[is] == "" || groupOf(is) == "") && is != events.WebhookTest {
			t.Errorf("%s has no words, or no group", is)
		}
	}
}

// TestABoxOfAllStandsForItsEvents whatever else is ticked, and is ticked if all of them are.
func TestABoxOfAllStandsForItsEvents(t *testing.T) {
	t.Parallel()
	for ticked, want := range map[string]int{"": 0, "credits.low": 1, "all-credits credits.low": 2, "all-imports export.failed": 5, "all": len(events.Types()) - 1, "webhook.test": 0} {
		chosen := tickedTypes(strings.Fields(ticked))
		if len(chosen) != want {
			t.Errorf("%q stands for %v", ticked, chosen)
		}
		all, groups := eventChoices(typeNames(chosen))
		if all.Chosen != (ticked == "all") {
			t.Errorf("%q: all is ticked: %v", ticked, all.Chosen)
		}
		for _, g := range groups {
			if stands := strings.Contains(ticked, g.All.Name) || ticked == "all"; g.All.Chosen != stands {
				t.Errorf("%q: all of %s is ticked: %v", ticked, g.Title, g.All.Chosen)
			}
		}
	}
	if got := toldWords(toldTypes()); len(got) != 1 {
		t.Errorf("an endpoint that is told of everything shows %v", got)
	}
}

func TestStatesOfDeliveriesInWords(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]events.Delivery{
		"On its way": {State: events.DeliveryPending}, "Will be tried again": {State: events.DeliveryPending, Attempts: 1},
		"Delivered": {State: events.DeliveryDelivered, Attempts: 2}, "Given up": {State: events.DeliveryFailed, Attempts: 9},
	} {
		if got := deliveryState(d.State, d.Attempts); got.Word != want {
			t.Errorf("%s after %d attempts: %q, want %q", d.State, d.Attempts, got.Word, want)
		}
	}
}

// TestEveryFailureOfADeliveryHasAdvice holds that the page of an endpoint says of each attempt without an answer what happened and what to do.
func TestEveryFailureOfADeliveryHasAdvice(t *testing.T) {
	t.Parallel()
	at := int64(1)
	for code, words := range failureWords {
		if got, want := failedLast(events.Delivery{LastAt: &at, LastFailure: code}), "The last attempt failed: "+words+". "; !strings.HasPrefix(got, want) || len(got) < len(want)+10 {
			t.Errorf("%s: %q", code, got)
		}
	}
	if got := failedLast(events.Delivery{LastAt: &at, LastFailure: "status", LastStatus: 500}); !strings.Contains(got, "500") {
		t.Errorf("an answer of 500: %q", got)
	}
	if got := failedLast(events.Delivery{LastAt: &at}) + failedLast(events.Delivery{}); got != "" {
		t.Errorf("without a failure: %q", got)
	}
}
