package pages

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/lookup"
	"socialdata/models/routehealth"
	"socialdata/views"
)

// statusKept is how long the status page is served as it was read: anybody may ask for it, any number of times. What it costs
// to read does not grow with the calls; a worker counts these.
const statusKept = 30 * time.Second

// status is public: which source works now, the last 24 hours, and the share of answers of 30 days.
func (h *Handlers) status(c *fiber.Ctx) error {
	page, err := h.statusPage.get(h.Store.Now(), func() (views.Status, error) { return h.readStatus(c.UserContext()) })
	if err != nil {
		return err
	}
	return show(c, fiber.StatusOK, views.StatusPage(h.frame(c, "Source status", "status"), page))
}

// keptStatus is the status page as it was last read. Requests that come while it is read wait for that reading.
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
	page, err := read()
	if err == nil {
		k.page, k.at = page, now
	}
	return page, err
}

func (h *Handlers) readStatus(ctx context.Context) (views.Status, error) {
	states, report, err := h.Lookup.PublicRoutes(ctx)
	if err != nil {
		return views.Status{}, err
	}
	page := views.Status{At: formatTime(report.At)}
	checks := h.checksByRoute(report.Checks)
	for _, s := range states {
		v := h.routeStatus(s, report.Past)
		v.Checked = checkedSentence(checks[s.Route.ID])
		if h.Aging != nil {
			v.Aging = h.Aging(s.Route)
		}
		page.Routes = append(page.Routes, v)
	}
	return page, nil
}

// checkedSentence says when a route was last asked for its known objects, and whether it answered; "" if it never was.
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
	v := views.RouteStatus{ID: s.Route.ID, Platform: h.Platforms.Title(s.Route.Platform), State: stateWord(s), Sentence: stateText(s), Operations: operationsSentence(s.Operations),
		Total: s.Stats.Total, Failed: s.Stats.Total - s.Stats.Succeeded, P50: milliseconds(s.Stats.P50), P95: milliseconds(s.Stats.P95),
		LastFailure: string(code), Past: routePast(past, s.Route.ID)}
	if s.Since > 0 {
		v.Since = formatTime(time.UnixMicro(s.Since))
	}
	if failedAt != nil {
		v.LastFailureAt = formatTime(time.UnixMicro(*failedAt))
	}
	return v
}

// stateText says a state in words, for somebody whose lookups depend on it.
func stateText(s lookup.RouteState) string {
	switch {
	case s.State == "disabled":
		return "This source is switched off (" + s.Reason + "). Lookups answer route_disabled; stored observations are still served."
	case s.State == "degraded":
		return "Half of the latest calls failed, and so did one of ours (" + s.Reason + "). Lookups fail fast and free; one probe goes every 30 seconds, and one success brings it back."
	}
	switch stateWord(s) {
	case "uncalled":
		return "Not used yet, so nothing is known about it."
	case "idle":
		return "No calls in the last hour, so nothing is known about now."
	case "failing":
		return "Some calls of the last hour failed. A failed lookup costs nothing; try it again."
	}
	return "Working normally."
}

// worksShare is the share of calls, in per cent, from which on a route is said to work.
const worksShare = 95

// stateWord is the state that pages show, which says only what was measured: a route that was not called in the last hour
// is not said to work, nor is one of which more than a few calls failed.
func stateWord(s lookup.RouteState) string {
	switch {
	case s.State != "enabled":
		return s.State
	case s.Stats.Total > 0 && 100*s.Stats.Succeeded < worksShare*s.Stats.Total:
		return "failing"
	case s.Stats.Total > 0:
		return "enabled"
	case s.Uncalled():
		return "uncalled"
	}
	return "idle"
}

// operationsSentence groups operations by what was seen of them; nothing is said to work that was never called.
func operationsSentence(list []lookup.OperationState) string {
	var order []string
	groups := map[string][]string{}
	for _, o := range list {
		word := operationWord(o)
		if groups[word] == nil {
			order = append(order, word)
		}
		groups[word] = append(groups[word], string(o.Operation))
	}
	sentences := make([]string, len(order))
	for n, word := range order {
		sentences[n] = word + ": " + strings.Join(groups[word], ", ") + "."
	}
	return strings.Join(sentences, " ")
}

func operationWord(o lookup.OperationState) string {
	switch {
	case o.State == "unverified" && o.Health.LastFailureAt == nil:
		return "Not called yet"
	case o.State == "unverified":
		return "No successful response yet"
	case o.State == "enabled":
		return "Answers"
	case o.State == "degraded":
		return "Degraded"
	}
	return "Switched off"
}

// milliseconds writes how long something took; "" where that is not known.
func milliseconds(ms *int64) string {
	if ms == nil {
		return ""
	}
	return strconv.FormatInt(*ms, 10) + " ms"
}
