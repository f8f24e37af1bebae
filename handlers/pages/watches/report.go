package watches

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/history"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// usualDays is the period of the report's page that does not specify one.
const usualDays = 30

// reportOf reads the report of the period in the query: days until now, or from and to.
func (h *Handlers) reportOf(c *fiber.Ctx) (r *operations.WatchReport, days int, err error) {
	f := page.ReadQuery(c)
	in := operations.ReportOnWatch{From: f.Word("from"), To: f.Word("to")}
	if in.From == "" && in.To == "" {
		days = usualDays
		for _, d := range history.GrowthDays() {
			if f.Word("days") == strconv.Itoa(d) {
				days = d
			}
		}
		in.From = h.Store.Now().AddDate(0, 0, -days).Format(time.RFC3339Nano)
	}
	r, err = h.ReportWatch(c.UserContext(), page.Caller(c), c.Params("watchId"), in)
	return r, days, err
}

// report shows what a watch knows: what runs, what ended, what is new, and how it grew.
func (h *Handlers) report(c *fiber.Ctx) error {
	r, days, err := h.reportOf(c)
	if err != nil {
		return err
	}
	at := page.WorkspacePath(c, "watches/"+r.Watch.ID)
	v := views.WatchReport{Name: r.Watch.Name, Back: at, Single: r.Watch.Source().Kind == watches.Single, Ads: r.Ads, Period: "this period",
		CSV: page.Address(at+"/report.csv", "from", instant(r.From), "to", instant(r.To)), Range: page.FormatDay(r.From) + " to " + page.FormatDay(r.To) + ", UTC"}
	for _, d := range history.GrowthDays() {
		v.Spans = append(v.Spans, views.Choice{Word: views.Count(d, "day"), Href: at + "/report?days=" + strconv.Itoa(d), On: d == days})
	}
	if days > 0 {
		v.Period = "the last " + views.Count(days, "day")
	}
	v.Days = h.reportDays(r, at, v.Period)
	saved, err := h.savedOf(c, reported(r))
	if err != nil {
		return err
	}
	v.Found = h.reportList(c, r.Found, r.Ads, saved, during(r, at, "new"))
	v.Ended = h.reportList(c, r.Ended, r.Ads, saved, during(r, at, "ended"))
	running := r.Running
	running.Items = slices.DeleteFunc(slices.Clone(running.Items), func(i watches.Item) bool {
		return slices.ContainsFunc(r.Found.Items, func(found watches.Item) bool { return found.ItemID == i.ItemID })
	})
	v.Running = h.reportList(c, running, r.Ads, saved, at+"?show=live")
	v.Running.More, v.Running.Above = r.Running.Count > int64(len(r.Running.Items)), len(r.Running.Items)-len(running.Items)
	v.Published = h.reportList(c, publishedOf(r), r.Ads, saved, during(r, at, "published"))
	for _, cr := range r.Creatives.Items {
		if cr.Variants == 1 {
			continue // the last ones: those with the most variants come first
		}
		i := h.reportItem(c, &cr.Item, r.Ads, saved)
		v.Creatives = append(v.Creatives, views.ReportCreative{Pictured: i.Pictured, Title: i.Title, Link: i.Link, Variants: views.Number(cr.Variants), Days: daysWords(cr.Running(h.Store.Now())), Seen: h.When(&cr.FirstSeenAt),
			Href: page.Address(at, "show", "live", "creative", cr.Creative)})
	}
	one := map[bool]string{true: "more creative", false: "more item"}[r.Ads]
	if n := r.Creatives.Count - int64(len(v.Creatives)); n > 0 && len(v.Creatives) < len(r.Creatives.Items) {
		v.SingleVariants = views.Count(n, one) + " with one variant each."
	} else if n > 0 {
		v.SingleVariants = views.Count(n, one) + " with fewer variants."
	}
	v.Reach = h.reportReach(c, r)
	if err := h.addAccount(c, r, &v); err != nil {
		return err
	}
	if v.NoneFound = "Nothing new was found in " + v.Period + "."; r.Watch.CreatedAt >= db.Micros(r.From) {
		v.NoneFound = "Nothing new since its first look on " + page.FormatDay(db.FromMicros(r.Watch.CreatedAt)) + ": what was there then does not count as new."
	}
	if v.NoneEnded = "Nothing ended in " + v.Period + ", as far as complete looks can tell."; r.EndsUnknown() {
		v.NoneEnded = "Whether anything ended in " + v.Period + " is not known: " + noCompleteLook + "."
	}
	if !v.Single {
		v.Tally = reportTally(r, &v)
	}
	return page.Show(c, fiber.StatusOK, views.WatchReportPage(h.Frame(c, "Report: "+r.Watch.Name, "watches"), v))
}

// publishedOf returns what a report shows of what was published in its period: all ads that were started, as views of ads are not public,
// and of other items those that were viewed most.
func publishedOf(r *operations.WatchReport) watches.Group {
	if r.Ads {
		return r.Started
	}
	return watches.Group{Count: int64(len(r.Viewed)), Items: r.Viewed}
}

func instant(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// during returns the address of a list of the watch, limited to the period of the report.
func during(r *operations.WatchReport, at, show string) string {
	return page.Address(at, "show", show, "from", instant(r.From), "to", instant(r.To))
}

// reportTally returns the numbers of the report, each with a link to its rows.
func reportTally(r *operations.WatchReport, v *views.WatchReport) []views.Tally {
	ended := views.Tally{Word: "Ended", Count: views.Number(r.Ended.Count), Href: v.Ended.Href}
	if r.EndsUnknown() {
		ended.Count, ended.Why = notKnown, noCompleteLook
	}
	list := []views.Tally{{Word: v.RunningWord(), Count: views.Number(r.Running.Count), Href: v.Running.Href}, {Word: "New", Count: views.Number(r.Found.Count), Href: v.Found.Href}, ended}
	if !r.Ads {
		return list
	}
	list = append(list, views.Tally{Word: "Started", Count: views.Number(r.Started.Count), Href: v.Published.Href})
	return append(list, views.Tally{Word: "Creatives running", Count: views.Number(r.Creatives.Count), Href: map[bool]string{true: "#creatives", false: v.Running.Href}[len(v.Creatives) > 0]})
}

// reported returns the items of a report that have a picture, if the workspace has one.
func reported(r *operations.WatchReport) []watches.Item {
	creatives := page.Map(r.Creatives.Items, func(cr watches.Creative) watches.Item { return cr.Item })
	return slices.Concat(r.Found.Items, r.Ended.Items, r.Running.Items, publishedOf(r).Items, creatives)
}

// reportList returns rows for display; saved has the workspace's references by link.
func (h *Handlers) reportList(c *fiber.Ctx, g watches.Group, ads bool, saved map[string]*references.Reference, href string) views.ReportList {
	v := views.ReportList{Href: href, More: g.Count > int64(len(g.Items)), Rows: page.Map(g.Items, func(i watches.Item) views.ReportItem { return h.reportItem(c, &i, ads, saved) })}
	if g.Count > 0 {
		v.Count = views.Number(g.Count)
	}
	return v
}

func (h *Handlers) reportItem(c *fiber.Ctx, i *watches.Item, ads bool, saved map[string]*references.Reference) views.ReportItem {
	v := views.ReportItem{Title: i.URL, Link: i.URL, ID: i.ItemID, Seen: h.When(&i.FirstSeenAt), LastSeen: h.When(i.LastSeenAt), First: !i.Told, Began: h.When(i.PublishedAt), Ended: h.When(i.EndedAt), Why: endedWords[i.EndedWhy]}
	if ads {
		v.Days = daysWords(i.DaysRunning(h.Store.Now()))
	}
	if i.Title != nil && *i.Title != "" {
		v.Title = *i.Title
	}
	if i.PublishedAt == nil {
		v.Began = h.When(i.MadeAt)
	}
	var counts []string
	facts := i.FactsNow()
	if n := facts.Stats.Views; n != nil {
		counts = append(counts, shortCount(*n, "view"))
	}
	if n := facts.Stats.Likes; n != nil {
		counts = append(counts, shortCount(*n, "like"))
	}
	v.Counts = strings.Join(counts, ", ")
	if i.EUReach != nil {
		v.Reach = views.Number(*i.EUReach)
	}
	v.Pictured = h.pictured(c, i, saved[i.ItemID])
	if v.Saved == "" && i.ImportID != "" {
		v.Import = page.WorkspacePath(c, "imports/"+i.ImportID)
	}
	return v
}

// shortCount is views.Count with a number as on charts.
func shortCount(n int64, one string) string {
	if n < 1000 {
		return views.Count(n, one)
	}
	return views.Short(n) + " " + one + "s"
}

// daysWords says for how long something has been there; "" if that is unknown.
func daysWords(days *int64) string {
	if days == nil {
		return ""
	}
	return views.Count(*days, "day")
}

// trendsOfReach is how many ads have their reach drawn.
const trendsOfReach = 4

func (h *Handlers) reportReach(c *fiber.Ctx, r *operations.WatchReport) (v views.ReportReach) {
	if r.Reach.Ads == 0 {
		return v
	}
	v.Ads, v.Total = views.Count(r.Reach.Ads, "ad"), views.Number(r.Reach.Total)
	for _, ad := range r.Reach.Items {
		i := h.reportItem(c, &ad.Item, r.Ads, nil)
		row := views.ReportReached{Title: i.Title, Link: i.Link, Now: i.Reach}
		if ad.Before != nil {
			row.Before, row.Change = views.Number(*ad.Before), views.Signed(*ad.Item.EUReach-*ad.Before, false)
		}
		v.Rows = append(v.Rows, row)
		t := views.Trend{Name: i.Title}
		for _, p := range ad.Points {
			t.Points = append(t.Points, views.TrendPoint{At: db.FromMicros(p.At), When: h.When(&p.At), Value: p.Reach})
		}
		if len(t.Points) > 1 && len(v.Trends) < trendsOfReach {
			v.Trends = append(v.Trends, t)
		}
	}
	return v
}

// addAccount adds the growth of the account that is watched.
func (h *Handlers) addAccount(c *fiber.Ctx, r *operations.WatchReport, v *views.WatchReport) (err error) {
	if r.Growth == nil {
		return nil
	}
	a := &views.ReportAccount{Since: h.When(&r.Growth.Since), Growth: shown.AccountGrowth(h.Base, r.Growth)}
	if _, link := h.readsOf(r.Watch.Source()); link != "" && page.Caller(c).Has(accounts.Editor) {
		a.TryHref = page.Address(page.WorkspacePath(c, "try"), "url", link)
	}
	if r.AccountID != "" {
		if len(a.Growth.Rows) > 0 {
			a.Href = page.WorkspacePath(c, "accounts/"+r.AccountID)
		}
		a.Trends, err = shown.AccountTrends(c.UserContext(), h.Base, r.Watch.WorkspaceID, r.AccountID)
	}
	v.Account = a
	return err
}

// exportReport sends the items of a report as a CSV file: what runs, what ended and what was found in its period.
func (h *Handlers) exportReport(c *fiber.Ctx) error {
	r, _, err := h.reportOf(c)
	if err != nil {
		return err
	}
	columns := []string{"id", "url", "title", "state", "new_in_period", "ended_in_period", "published_at", "started_about", "first_seen_at", "last_seen_at", "ended_at", "ended_why", "days_running", "creative",
		"views", "likes", "comments", "shares", "saves", "eu_reach", "import_id"}
	from, to := db.Micros(r.From), db.Micros(r.To)
	within := func(at *int64) bool { return at != nil && *at >= from && *at < to }
	return h.SendTable(c, "watch-report", columns, func(ctx context.Context, row func(...string) error) error {
		return h.Store.Watches.EachItem(ctx, r.Watch.WorkspaceID, r.Watch.ID, func(i watches.Item) error {
			found, ended := i.Told && within(&i.FirstSeenAt), within(i.EndedAt)
			if i.State() != watches.Live && !found && !ended {
				return nil
			}
			s := i.FactsNow().Stats
			return row(i.ItemID, i.URL, page.OrEmpty(i.Title), string(i.State()), strconv.FormatBool(found), strconv.FormatBool(ended), page.CellTime(i.PublishedAt), page.CellTime(i.MadeAt), page.CellTime(&i.FirstSeenAt),
				page.CellTime(i.LastSeenAt), page.CellTime(i.EndedAt), string(i.EndedWhy), cellNumber(i.DaysRunning(h.Store.Now())), i.Creative,
				cellNumber(s.Views), cellNumber(s.Likes), cellNumber(s.Comments), cellNumber(s.Shares), cellNumber(s.Saves), cellNumber(i.EUReach), i.ImportID)
		})
	})
}

// cellNumber formats a number for a table; "" if it is unknown.
func cellNumber(n *int64) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}
