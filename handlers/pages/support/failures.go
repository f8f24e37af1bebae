package support

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/models/support"
	"socialdata/views"
)

// spans lists the periods in which failures can be counted.
var spans = []struct {
	name, word string
	length     time.Duration
}{
	{"1h", "1 hour", time.Hour},
	{"24h", "24 hours", 24 * time.Hour},
	{"7d", "7 days", 7 * 24 * time.Hour},
	{"30d", "30 days", 30 * 24 * time.Hour},
}

const usualSpan = 1 // 24 hours

// failureQuery holds the filters of the failures page.
type failureQuery struct {
	code, reason, platform, route, workspace string
	importID                                 string // of pages about a single import; "" for all
	open                                     bool   // only those that nothing was decided about since
	span                                     int
}

func readFailureQuery(c *fiber.Ctx) failureQuery {
	f := page.ReadQuery(c)
	q := failureQuery{code: f.Word("code"), reason: f.Word("reason"), platform: f.Word("platform"), route: f.Word("route"), workspace: f.Word("workspace"), importID: f.Word("import"), open: f.Word("open") == onlyOpen, span: usualSpan}
	for n, s := range spans {
		if s.name == f.Text("range") {
			q.span = n
		}
	}
	return q
}

// onlyOpen is the value of the filter for failures that nothing was decided about since.
const onlyOpen = "yes"

// at returns the address of the page with these filters.
func (q failureQuery) at() string {
	open := ""
	if q.open {
		open = onlyOpen
	}
	return page.Address("/support", "code", q.code, "reason", q.reason, "platform", q.platform, "route", q.route, "workspace", q.workspace, "import", q.importID, "open", open, "range", spans[q.span].name)
}

func (q failureQuery) filtered() bool {
	return q.open || q.code+q.reason+q.platform+q.route+q.workspace != ""
}

func (q failureQuery) filter(now time.Time) support.FailureFilter {
	if q.importID != "" {
		return support.FailureFilter{ImportID: q.importID} // whenever it failed
	}
	return support.FailureFilter{Code: apierror.Code(q.code), Reason: q.reason, Platform: content.Platform(q.platform), RouteID: q.route, WorkspaceID: q.workspace, Since: now.Add(-spans[q.span].length)}
}

// failures shows failed imports, grouped and one by one. If the query contains something to find, it redirects to
// what was found.
func (h *Handlers) failures(c *fiber.Ctx) error {
	q := readFailureQuery(c)
	v := views.Failures{Filtered: q.filtered(), Span: spans[q.span].word}
	v.Find = findField("", "")
	if typed := page.ReadQuery(c).Text("find"); typed != "" {
		if handled, err := h.find(c, typed); handled || err != nil {
			return err
		}
		v.Find = findField(typed, "Nothing is known by this: no import, no workspace, and no request that is still in the log.")
	}
	if err := h.countFailures(c, q, &v); err != nil {
		return err
	}
	if err := h.failureFilters(c, q, &v); err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.FailuresPage(h.Frame(c, "Failures", "support-failures"), v))
}

// fewRows is how many imports of a group are listed among other groups. Alone, it has pages of them.
const fewRows = 5

// countFailures reads the groups and the rows, and counts the imports that may still succeed.
func (h *Handlers) countFailures(c *fiber.Ctx, q failureQuery, v *views.Failures) error {
	groups, err := h.Store.Support.FailureGroups(c.UserContext(), q.filter(h.Store.Now()), spans[q.span].length)
	if err != nil {
		return err
	}
	unknown := len(groups) > 0 && !groups[0].LookedThrough
	if !unknown {
		v.Open, _ = page.Options("Any", map[bool]string{true: onlyOpen}[q.open], []string{onlyOpen}, func(string) string { return "Open only" })
	}
	rows, err := h.Store.Support.FailedImports(c.UserContext(), q.filter(h.Store.Now()), q.open && !unknown, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	flight, err := h.Store.Support.ImportsInFlight(c.UserContext())
	if err != nil {
		return err
	}
	alike := map[support.FailureKind][]views.FailedRow{}
	for _, i := range rows.Items {
		kind := support.FailureKind{Code: i.Code, Reason: i.Reason, Platform: i.Platform, RouteID: i.RouteID}
		alike[kind] = append(alike[kind], h.failedRow(i))
	}
	if len(groups) == 1 {
		v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	}
	for _, g := range groups {
		v.Total, v.Runs = v.Total+g.Count, v.Runs+g.Runs
		one := h.failureGroup(g, q)
		if one.Rows = alike[g.Kind()]; len(groups) > 1 {
			one.Rows = one.Rows[:min(len(one.Rows), fewRows)]
		}
		if g.Known != nil && g.Returned == "" {
			v.Known = append(v.Known, one)
		} else {
			v.Groups = append(v.Groups, one)
		}
	}
	slices.SortStableFunc(v.Groups, func(a, b views.FailureGroup) int { return cmp.Compare(min(b.Open, 1), min(a.Open, 1)) }) // what is to be done first
	if v.Runs > 0 || unknown && !apierror.Unavailable(apierror.Code(q.code)) {
		v.RunAgain = q.rerunHref()
	}
	for _, f := range flight {
		if f.State == imports.RetryWait {
			v.Trying = f.Count
		}
	}
	return nil
}

// failureFilters adds the options of the form and the links to the other periods.
func (h *Handlers) failureFilters(c *fiber.Ctx, q failureQuery, v *views.Failures) error {
	for n, s := range spans {
		to := q
		to.span = n
		v.Ranges = append(v.Ranges, views.Choice{Href: to.at(), Word: s.word, On: n == q.span})
	}
	f := page.ReadQuery(c)
	platforms, _ := h.PlatformOptions(q.platform)
	codes, _ := page.Options("Any", q.code, shown.FinalCodes(), func(c apierror.Code) string { return string(c) })
	v.Platforms, v.Codes = f.Known("platform", platforms), f.Known("code", codes)
	v.Routes = []views.Option{{Word: "Any"}}
	states, _, err := h.Lookup.PublicRoutes(c.UserContext())
	if err != nil {
		return err
	}
	for _, s := range states {
		v.Routes = append(v.Routes, views.Option{Value: s.Route.ID, Word: h.Platforms.RouteTitle(s.Route.ID), Chosen: q.route == s.Route.ID})
	}
	v.Routes = f.Known("route", append(v.Routes, views.Option{Value: support.NoRoute, Word: "none chosen", Chosen: q.route == support.NoRoute}))
	v.Range, v.Workspace = spans[q.span].name, q.workspace
	if q.workspace == "" {
		return nil
	}
	w, err := h.Store.Support.FindWorkspace(c.UserContext(), q.workspace)
	if err != nil {
		return err
	}
	all := q
	all.workspace = ""
	v.WorkspaceName, v.AllWorkspaces = w.Name, all.at()
	return nil
}

func (h *Handlers) failureGroup(g support.FailureGroup, q failureQuery) views.FailureGroup {
	alone := q.reason != ""
	q.open = false
	q.code, q.reason, q.platform, q.route = string(g.Code), cmp.Or(string(g.Reason), support.NoReason), string(g.Platform), cmp.Or(g.RouteID, support.NoRoute)
	v := views.FailureGroup{Code: string(g.Code), Words: shown.CauseText(g.Code, g.Reason), Platform: h.PlatformOf(g.Platform), Route: h.RouteOf(g.RouteID), Count: g.Count, Solved: g.Solved, Open: g.Count - g.Solved, Before: g.Before,
		Workspaces: g.Workspaces, Trend: g.Trend, Last: h.WhenAt(g.Last), Mark: groupHref("/support/known", g.Kind()), Mended: groupHref("/support/mended", g.Kind())}
	if !alone {
		v.Href = q.at() + "#each"
	}
	if !apierror.Unavailable(g.Code) {
		v.Replay = q.replayHref()
		if g.LookedThrough {
			v.Open = g.Runs
		}
		if g.Runs > 0 || !g.LookedThrough {
			v.RunAgain, v.Runs = q.rerunHref(), g.Runs
		}
	}
	if k := g.Known; k != nil {
		v.Note, v.Returned, v.MendedIn, v.Until = k.Note, g.Returned, k.MendedIn, h.When(&k.Until)
	}
	return v
}

func (h *Handlers) failedRow(i support.FailedImport) views.FailedRow {
	v := views.FailedRow{Href: "/support/imports/" + i.ID, Link: i.SourceURL, Workspace: i.Workspace, WorkspaceHref: "/support/workspaces/" + i.WorkspaceID,
		Attempts: i.Attempt, Stage: i.Stage.Text().Doing, Made: h.When(&i.CreatedAt)}
	v.Cause, v.Raw = causeInWords(causeBeyond(i.Code, i.Cause))
	if v.Cause != "" && i.Stage == imports.StageFetchSource { // of which nearly all causes speak
		v.Stage = ""
	}
	if i.SolvedBy != "" {
		v.Solved = "/support/imports/" + i.SolvedBy
	}
	return v
}

// causeBeyond returns what the cause of a failure says beyond the code, the route and the content, which stand beside it.
func causeBeyond(code apierror.Code, cause string) string {
	if cause == string(code) {
		return ""
	}
	return besides.ReplaceAllString(strings.TrimPrefix(cause, string(code)), "")
}

// causeInWords says the cause of a failure in words where it ends with an error of the network, and returns it as it was recorded beside
// them. Other causes are words already, and raw is "".
func causeInWords(cause string) (words, raw string) {
	for _, n := range networkErrors {
		if strings.HasSuffix(cause, n.end) {
			return n.words, cause
		}
	}
	return cause, ""
}

// networkErrors maps how errors of the network end to what they mean.
var networkErrors = []struct{ end, words string }{
	{"EOF", "the connection was closed before the answer ended"},
	{"connection reset by peer", "the connection was closed by the other side"},
	{"broken pipe", "the connection was closed by the other side"},
	{"connection refused", "the connection was refused"},
	{"no such host", "no address was found for this host name"},
	{"context deadline exceeded", "no answer came in time"},
	{"i/o timeout", "no answer came in time"},
	{"handshake timeout", "no answer came in time"},
	{"context canceled", "the call was given up"},
}

// besides matches what apierror and lookup write before an error, behind its code.
var besides = regexp.MustCompile(`^(?: routeId=[a-z_.]+)?: (?:lookup source\([^)]*\): )?`)
