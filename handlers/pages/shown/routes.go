package shown

import (
	"strconv"
	"strings"
	"time"

	"socialdata/handlers/pages/page"
	"socialdata/internal/lookup"
	"socialdata/models/routehealth"
	"socialdata/views"
)

// RoutePast returns the measurements of a route before now.
func RoutePast(p routehealth.Past, routeID string) views.RoutePast {
	v := views.RoutePast{Day: AnsweredShare(p.Day(routeID)), Thirty: AnsweredShare(p.Thirty(routeID))}
	for _, h := range p.Of(routeID) {
		v.Hours = append(v.Hours, views.HourStatus{Label: h.Start.Format("02 Jan 15:04"), Succeeded: h.Succeeded, Failed: h.Failed})
	}
	return v
}

// AnsweredShare formats the share of successful calls, such as 99.2 %: 100 % means all of them, and 0 % none. It returns "" if
// there were no calls.
func AnsweredShare(a routehealth.Answered) string {
	if a.Total == 0 {
		return ""
	}
	return FieldShare(routehealth.Thousandths(float64(a.Succeeded) / float64(a.Total)))
}

// A route works if at least worksShare percent of its calls succeeded, mostly from mostlyShare up, and fails mostly below half of them.
const (
	worksShare  = 95
	mostlyShare = 75
	failsShare  = 50
)

// RouteState returns the state that pages show, which only claims what was measured: the calls of the last hour decide, a route that was
// not called then is idle, and one that works now is "earlier" if too many calls of the last 24 hours, day, failed. views.RouteWord has its
// words.
func RouteState(s lookup.RouteState, day routehealth.Answered) string {
	hour := LastHour(s)
	switch {
	case s.State != "enabled":
		return s.State
	case s.Uncalled() && hour.Total == 0:
		return "uncalled"
	case hour.Total == 0:
		return "idle"
	case below(hour, failsShare):
		return "broken"
	case below(hour, mostlyShare):
		return "failing"
	case below(hour, worksShare):
		return "mostly"
	case below(day, worksShare):
		return "earlier"
	}
	return "enabled"
}

// LastHour returns the calls of the last hour.
func LastHour(s lookup.RouteState) routehealth.Answered {
	return routehealth.Answered{Succeeded: s.Stats.Succeeded, Total: s.Stats.Total}
}

func below(a routehealth.Answered, percent int64) bool { return 100*a.Succeeded < percent*a.Total }

// OperationsSentence groups operations by their results. Operations that were never called are not described as
// working.
func OperationsSentence(list []lookup.OperationState) string {
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

// Milliseconds formats how long a call took, or returns "" if it is unknown.
func Milliseconds(ms *int64) string {
	if ms == nil {
		return ""
	}
	return FormatStep(time.Duration(*ms) * time.Millisecond)
}

// ChecksByRoute returns the result of the last check of each operation, by route.
func ChecksByRoute(b *page.Base, kept []routehealth.Check) map[string][]views.RouteCheck {
	found := map[string][]views.RouteCheck{}
	for _, k := range kept {
		word := "answers"
		if k.Code != "" {
			word = "does not answer"
		}
		found[k.RouteID] = append(found[k.RouteID], views.RouteCheck{Operation: k.Operation, Word: word, Code: string(k.Code), Detail: k.Detail, At: b.WhenAt(time.UnixMicro(k.At))})
	}
	return found
}

// Incidents returns incidents of routes for display.
func Incidents(b *page.Base, list []routehealth.Incident) (shown []views.Incident) {
	for _, i := range list {
		v := views.Incident{ID: i.ID, Route: b.RouteOf(i.RouteID), Operation: i.Operation, Code: string(i.Code), Cause: LowerFirst(ErrorText(i.Code)), Detail: i.Detail, Began: b.WhenAt(time.UnixMicro(i.BeganAt)), Ended: b.When(i.EndedAt)}
		if i.Field != "" {
			v.Operation = strings.TrimSpace(i.FieldOperation() + " " + i.Kind)
			v.Field, v.Share, v.Before = i.Field, FieldShare(i.Share), FieldShare(i.Settled)
		}
		shown = append(shown, v)
	}
	return shown
}

// FieldShare returns a share in thousandths as a text: 61.2 %.
func FieldShare(thousandths int64) string {
	return strconv.FormatFloat(float64(thousandths)/10, 'f', -1, 64) + " %"
}
