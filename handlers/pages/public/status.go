package public

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/lookup"
	"socialdata/models/routehealth"
	"socialdata/views"
)

// statusKept is how long the status page is cached, because anyone may request it any number of times. Reading it
// takes the same time however many calls there were, because a worker adds them up.
const statusKept = 30 * time.Second

// status shows which sources work now, the last 24 hours, and the success rate of the last 30 days. It is public.
func (h *Handlers) status(c *fiber.Ctx) error {
	v, err := h.readStatusPage(c)
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.StatusPage(h.Frame(c, "Source status", "status"), v))
}

func (h *Handlers) readStatusPage(c *fiber.Ctx) (views.Status, error) {
	return h.statusPage.get(h.Store.Now(), func() (views.Status, error) { return h.readStatus(c.UserContext()) })
}

// keptStatus caches the status page. Requests that arrive while it is being read wait for the result.
type keptStatus struct {
	mu   sync.Mutex
	page views.Status
	at   time.Time
}

func (k *keptStatus) get(now time.Time, read func() (views.Status, error)) (views.Status, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.at.IsZero() && now.Sub(k.at) < statusKept {
		return k.page, nil
	}
	v, err := read()
	if err == nil {
		k.page, k.at = v, now
	}
	return v, err
}

func (h *Handlers) readStatus(ctx context.Context) (views.Status, error) {
	states, report, err := h.Lookup.PublicRoutes(ctx)
	if err != nil {
		return views.Status{}, err
	}
	all := views.Status{At: page.FormatTime(report.At), Counted: h.WhenAt(report.At).Machine}
	checks := shown.ChecksByRoute(h.Base, report.Checks)
	for _, s := range states {
		v := h.routeStatus(s, report.Past)
		v.Checked = checkedSentence(checks[s.Route.ID])
		if h.Aging != nil {
			v.Aging = h.Aging(s.Route)
		}
		all.Routes = append(all.Routes, v)
	}
	all.Incidents = shown.Incidents(h.Base, report.Incidents)
	return all, nil
}

// checkedSentence says when a route was last checked with its known objects and whether it worked. It returns "" if
// it was never checked.
func checkedSentence(checks []views.RouteCheck) string {
	if len(checks) == 0 {
		return ""
	}
	var failing []string
	for _, c := range checks {
		if c.Code != "" {
			failing = append(failing, c.Operation)
		}
	}
	sentence := "Last checked " + checks[0].At.Exact + ": "
	if len(failing) == 0 {
		return sentence + "answers."
	}
	return sentence + "no answer for " + strings.Join(failing, ", ") + "."
}

func (h *Handlers) routeStatus(s lookup.RouteState, past routehealth.Past) views.RouteStatus {
	failedAt, code := s.LastFailure()
	day := past.Day(s.Route.ID)
	v := views.RouteStatus{Route: h.RouteOf(s.Route.ID), State: shown.RouteState(s, day), Sentence: stateText(s, day), Operations: shown.OperationsSentence(s.Operations),
		Total: s.Stats.Total, Failed: s.Stats.Total - s.Stats.Succeeded, P50: shown.Milliseconds(s.Stats.P50), P95: shown.Milliseconds(s.Stats.P95),
		LastFailure: string(code), Past: shown.RoutePast(past, s.Route.ID)}
	if s.Since > 0 {
		v.Since = page.FormatTime(time.UnixMicro(s.Since))
	}
	if failedAt != nil {
		v.LastFailureAt = page.FormatTime(time.UnixMicro(*failedAt))
	}
	return v
}

// stateText says what a state means for someone whose lookups depend on it; day counts the calls of the last 24 hours. The words of the
// state stand beside it and are not repeated; "" if they say everything.
func stateText(s lookup.RouteState, day routehealth.Answered) string {
	switch shown.RouteState(s, day) {
	case "disabled":
		return "Reason: " + strings.TrimSuffix(s.Reason, ".") + ". Lookups answer route_disabled; stored observations are still served."
	case "degraded":
		return "Half of the latest calls failed, and so did one of ours (" + s.Reason + "). Lookups fail fast and free; one probe goes every 30 seconds, and one success brings it back."
	case "broken", "failing", "mostly":
		return shown.AnsweredShare(shown.LastHour(s)) + " of the calls of the last hour succeeded. A failed lookup costs nothing; try it again."
	case "earlier":
		return shown.AnsweredShare(day) + " of the calls of the last 24 hours succeeded, and " + shown.AnsweredShare(shown.LastHour(s)) + " of those of the last hour."
	case "uncalled":
		return "Nothing is known about it."
	case "idle":
		return "None in the last hour, so nothing is known about now."
	}
	if day.Succeeded < day.Total {
		return shown.AnsweredShare(day) + " of the calls of the last 24 hours succeeded."
	}
	return ""
}
