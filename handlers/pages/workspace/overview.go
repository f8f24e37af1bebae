package workspace

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/usage"
	"socialdata/views"
)

// madeIn returns the address of the imports that one bar of a chart counts. The window can cut off part of the first
// and the last bucket.
func madeIn(list string, start time.Time, w usage.Window) string {
	end := w.After(start)
	if start.Before(w.Start) {
		start = w.Start
	}
	if !w.End.IsZero() && end.After(w.End) {
		end = w.End
	}
	return page.Address(list, "from", start.UTC().Format(time.RFC3339Nano), "before", end.UTC().Format(time.RFC3339Nano))
}

// flyingShown is the maximum number of unfinished imports on the overview.
const flyingShown = 5

// overview shows the front page of a workspace.
func (h *Handlers) overview(c *fiber.Ctx) error {
	who, f := page.Caller(c), page.ReadQuery(c)
	zone := who.Zone()
	v := views.Overview{Zone: zoneName(zone, h.Store.Now())}
	w := h.span(f, &v.Span, ranges, zone)
	report, err := h.Store.Usage.Report(c.UserContext(), who.WorkspaceID, w)
	if err != nil {
		return err
	}
	spent, err := h.Store.Usage.Spending(c.UserContext(), who.WorkspaceID, w)
	if err != nil {
		return err
	}
	if err := h.compare(c, &v, w, report, spent); err != nil {
		return err
	}
	if v.FlyingTotal, err = h.Store.Imports.InFlight(c.UserContext(), who.WorkspaceID); err != nil {
		return err
	}
	flying, err := h.Store.Imports.List(c.UserContext(), who.WorkspaceID, imports.Filter{InFlight: true}, db.PageRequest{Limit: flyingShown})
	if err != nil {
		return err
	}
	if v.Flying, err = shown.ImportRows(c.UserContext(), h.Base, who.WorkspaceID, flying.Items); err != nil {
		return err
	}
	if v.Alerts, err = h.alerts(c); err != nil {
		return err
	}
	needs, err := h.needs(c)
	if err != nil {
		return err
	}
	v.Alerts = append(v.Alerts, needs...)
	if v.Lasts, err = h.lasts(c, report.Credits.Balance); err != nil {
		return err
	}
	v.Balance, v.Spent, v.Granted = report.Credits.Balance, report.Credits.Spent, billing.WithoutAdvance(report.Credits.Granted)
	v.Imports = views.Totals(report.Imports)
	v.Fresh = v.Spent == 0 && report.Imports.Total == 0 && v.FlyingTotal == 0
	if v.Steps, err = h.firstSteps(c, &v); err != nil {
		return err
	}
	v.Charts = []views.Chart{importChart(report, v.Period, page.WorkspacePath(c, "imports")), spendingChart(spent, w, report.At, v.Period)}
	for i := range v.Charts {
		v.Charts[i].Zone = v.Zone
	}
	if err := h.splits(c, &v, w, report); err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.OverviewPage(h.LiveFrame(c, "Overview", "overview", v.FlyingTotal > 0, 5), v))
}

// wellUnderWay is how many credits a workspace has spent when its overview stops to show the first steps.
const wellUnderWay = 100

// firstSteps returns which of the first steps are done; nil if all are, if the workspace is well under way, or if the
// person may not take them and others have.
func (h *Handlers) firstSteps(c *fiber.Ctx, v *views.Overview) (*views.FirstSteps, error) {
	who := page.Caller(c)
	if v.Spent >= wellUnderWay || !v.Fresh && !who.Has(accounts.Editor) {
		return nil, nil
	}
	saved, err := h.Store.References.ListReferences(c.UserContext(), who.WorkspaceID, references.Listing{WithoutFailed: true}, db.PageRequest{Limit: 1})
	if err != nil {
		return nil, err
	}
	keys, err := h.Store.Accounts.Keys(c.UserContext(), who.WorkspaceID, db.PageRequest{Limit: 1})
	if err != nil {
		return nil, err
	}
	steps := &views.FirstSteps{Looked: !v.Fresh, Imported: len(saved.Items) > 0, HasKey: len(keys.Items) > 0}
	if steps.Done() {
		return nil, nil
	}
	return steps, nil
}

// splits adds the failures by cause and the imports by platform.
func (h *Handlers) splits(c *fiber.Ctx, v *views.Overview, w usage.Window, report *usage.Report) error {
	causes, err := h.Store.Usage.FailureCauses(c.UserContext(), page.Caller(c).WorkspaceID, w)
	if err != nil {
		return err
	}
	from, before := w.Start.UTC().Format(time.RFC3339), w.End.UTC().Format(time.RFC3339)
	for _, x := range causes {
		v.Failures = append(v.Failures, views.Share{Name: shown.CauseText(x.Code, x.Reason), Code: string(x.Code), Count: x.Count, Part: -1,
			Href: page.Address(page.WorkspacePath(c, "imports"), "state", string(imports.Failed), "code", cmp.Or(string(x.Reason), string(x.Code)), "from", from, "before", before)})
	}
	v.LatestFailures = report.Imports.Failed > usage.MaxCauses
	slices.SortStableFunc(report.ByPlatform, func(a, b usage.PlatformTotals) int {
		return h.Platforms.Index(a.Platform) - h.Platforms.Index(b.Platform)
	})
	for _, x := range report.ByPlatform {
		v.Platforms = append(v.Platforms, views.Share{Name: h.Platforms.Title(x.Platform), Count: x.Total, Part: x.Failed,
			Href: page.WorkspacePath(c, "imports?platform="+string(x.Platform))})
	}
	return nil
}

var ranges = []preset{{"6h", "6 hours"}, {"24h", "24 hours"}, {"7d", "7 days"}, {"30d", "30 days"}}

// preset is a period that ends now.
type preset struct{ name, word string }

// span returns the requested period: one of the presets or two days. If it is invalid, it reports that and uses 30 days.
func (h *Handlers) span(f *page.Form, v *views.Span, presets []preset, zone *time.Location) usage.Window {
	name, from, to := f.Text("range"), f.Text("from"), f.Text("to")
	v.From = views.Field{Name: "from", Label: "From day", Type: "date", Value: from, Required: true}
	v.To = views.Field{Name: "to", Label: "To day", Type: "date", Value: to, Required: true}
	if from != "" || to != "" {
		w, err := usage.CustomWindow(from, to, zone)
		if err == nil {
			v.Custom, v.Period = true, dayWords(from)+" to "+dayWords(to)
			rangeLinks(f, v, presets, "")
			return w
		}
		v.Problem = "Give a first and a last day, at most 90 days apart."
	}
	if !slices.ContainsFunc(presets, func(p preset) bool { return p.name == name }) {
		name = "30d"
	}
	w, _ := h.Store.Usage.PresetWindow(name, zone)
	rangeLinks(f, v, presets, name)
	return w
}

// dayWords writes a day that a query gives in digits as pages write days; anything else stays as it is.
func dayWords(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return page.FormatDay(t)
}

// rangeLinks links to the presets, for the same spender if only one is shown.
func rangeLinks(f *page.Form, v *views.Span, presets []preset, chosen string) {
	v.Preset = chosen
	for _, r := range presets {
		if r.name == chosen {
			v.Period = "the last " + r.word
		}
		v.Ranges = append(v.Ranges, views.Choice{Word: r.word, Href: page.Address("", "by", f.Word("by"), "range", r.name), On: r.name == chosen})
	}
}

func importChart(r *usage.Report, period, list string) views.Chart {
	c := views.Chart{Name: "Imports", Unit: "import", Period: period}
	for _, b := range r.Series {
		c.Bars = append(c.Bars, views.Bar{Label: bucketLabel(b.Start, r.Window), Good: b.Succeeded, Failed: b.Failed, Other: b.Total - b.Succeeded - b.Failed,
			Open: r.Window.After(b.Start).After(r.At), Href: madeIn(list, b.Start, r.Window)})
	}
	return c
}

func spendingChart(spent []usage.SpentBucket, w usage.Window, now time.Time, period string) views.Chart {
	c := views.Chart{Name: "Spending", Unit: "credit", Spent: true, Period: period}
	for _, b := range spent {
		c.Bars = append(c.Bars, views.Bar{Label: bucketLabel(b.Start, w), Good: b.Credits, Open: w.After(b.Start).After(now)})
	}
	return c
}

// bucketLabel names a bucket by its start in the window's zone, to the day or to the minute.
func bucketLabel(t time.Time, w usage.Window) string {
	if w.Zone != nil {
		t = t.In(w.Zone)
	}
	if w.Bucket >= 24*time.Hour {
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 15:04")
}

// zoneName formats a time zone for charts: UTC, Europe/Berlin (UTC+1).
func zoneName(zone *time.Location, now time.Time) string {
	if zone == time.UTC {
		return "UTC"
	}
	name := now.In(zone).Format("-07:00")
	return zone.String() + " (UTC" + strings.TrimSuffix(strings.Replace(name, "0", "", 1), ":00") + ")"
}
