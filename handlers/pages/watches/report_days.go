package watches

import (
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/watches"
	"socialdata/views"
)

// Sizes of what is said of days.
const (
	failedShown = 14  // days on which no look succeeded
	mostBars    = 100 // days in a chart; of more, a bar is a week
)

// reportDays says on which days looks could tell ends, on which they could not, and on which none succeeded.
func (h *Handlers) reportDays(r *operations.WatchReport, at, period string) views.ReportDays {
	runs := func(from, to time.Time) string {
		return page.Address(at, "show", "runs", "from", instant(from), "to", instant(to))
	}
	v := views.ReportDays{Href: runs(r.From, r.To), Chart: views.Chart{Name: "Looks", Unit: "look", Period: period, Zone: "UTC", Words: &views.ChartWords{Good: "Complete", Failed: "Failed", Other: "Incomplete"}}}
	count := map[watches.Coverage]int64{}
	for _, d := range r.Days {
		count[d.Coverage()]++
	}
	v.Summary = "On " + views.Count(count[watches.Complete], "day") + " a look could tell what ended: it had the whole list, or the newest of it in order."
	if count[watches.Complete] == 0 {
		v.Summary = "On no day could a look tell what ended."
	}
	for _, one := range []struct {
		of   watches.Coverage
		says string
	}{{watches.Incomplete, "it saw only a part"}, {watches.FailedDay, "no look succeeded"}} {
		if n := count[one.of]; n > 0 {
			v.Summary += " On " + views.Count(n, "day") + " " + one.says + ": what it missed then does not count as ended."
		}
	}
	for n := len(r.Days) - 1; n >= 0; n-- {
		d := &r.Days[n]
		if d.Coverage() != watches.FailedDay {
			continue
		}
		if len(v.Failed) == failedShown {
			v.More++
			continue
		}
		v.Failed = append(v.Failed, views.ReportDay{Day: page.FormatDay(d.Start), Href: runs(d.Start, d.Start.AddDate(0, 0, 1)), State: failedDay(d.Codes[0]), Why: shown.ErrorText(d.Codes[0])})
	}
	if r.RunsSince != nil && *r.RunsSince > db.Micros(r.From) {
		day := page.FormatDay(db.FromMicros(*r.RunsSince))
		v.Since = "Runs are kept since " + day + "."
		if keep := h.Store.KeepDays().WatchRuns; keep == 0 || r.Watch.CreatedAt >= db.Micros(h.Store.Now().AddDate(0, 0, -keep)) {
			v.Since = "First looked at on " + day + "."
			if day == page.FormatDay(h.Store.Now()) {
				v.Since = "First looked at today."
			}
		}
	}
	days := r.Days
	step := 1
	if len(days) > mostBars {
		step = 7
	}
	for n := 0; n < len(days); n += step {
		end := days[min(n+step, len(days))-1].Start.AddDate(0, 0, 1)
		bar := views.Bar{Label: days[n].Start.Format("2 Jan"), Href: runs(days[n].Start, end), Open: end.After(h.Store.Now())}
		for _, d := range days[n:min(n+step, len(days))] {
			bar.Good, bar.Failed, bar.Other = bar.Good+d.Complete, bar.Failed+d.Failed, bar.Other+d.Incomplete
		}
		v.Chart.Bars = append(v.Chart.Bars, bar)
	}
	return v
}

// failedDay says in a word why no look succeeded.
func failedDay(code apierror.Code) views.State {
	switch code {
	case apierror.CodeRouteDegraded, apierror.CodeRateLimited:
		return views.State{Tone: "bad", Word: "Blocked"}
	case apierror.CodeInsufficientCredits:
		return views.State{Tone: "warn", Word: "Not paid for"}
	}
	return views.State{Tone: "bad", Word: "Failed"}
}
