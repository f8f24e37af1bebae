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

// RoutePast shows what was measured of one route before now.
func RoutePast(p routehealth.Past, routeID string) views.RoutePast {
	v := views.RoutePast{Day: AnsweredShare(p.Day(routeID)), Thirty: AnsweredShare(p.Thirty(routeID))}
	for _, h := range p.Of(routeID) {
		v.Hours = append(v.Hours, views.HourStatus{Label: h.Start.Format("02 Jan 15:04"), Succeeded: h.Succeeded, Failed: h.Failed})
	}
	return v
}

// AnsweredShare writes the share of calls that succeeded: 99.2 %. It is rounded down, so that 100 % means all of them, and
// "" without a call.
func AnsweredShare(a routehealth.Answered) string {
	if a.Total == 0 {
		return ""
	}
	tenths := 1000 * a.Succeeded / a.Total
	if tenths%10 == 0 {
		return strconv.FormatInt(tenths/10, 10) + " %"
	}
	return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10) + " %"
}

// worksShare is the share of calls, in per cent, from which on a route is said to work.
const worksShare = 95

// RouteState is the state that pages show, which says only what was measured: a route that was not called in the last hour
// is not said to work, nor is one of which more than a few calls failed.
func RouteState(s lookup.RouteState) string {
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

// OperationsSentence groups operations by what was seen of them; nothing is said to work that was never called.
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

// Milliseconds writes how long something took; "" where that is not known.
func Milliseconds(ms *int64) string {
	if ms == nil {
		return ""
	}
	return strconv.FormatInt(*ms, 10) + " ms"
}

// ChecksByRoute shows what the last check of each operation found, by route.
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
