package pages

import (
	"strconv"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/views"
)

// when says a time both ways; nil and 0 are a time that is not known.
func (h *Handlers) when(us *int64) views.When {
	if us == nil || *us == 0 {
		return views.When{}
	}
	return h.whenAt(time.UnixMicro(*us))
}

func (h *Handlers) whenAt(t time.Time) views.When {
	return views.When{Exact: formatTime(t), Ago: timeAgo(h.now().Sub(t)), Machine: t.UTC().Format(time.RFC3339)}
}

// formatTime writes a time as detail pages show it.
func formatTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") + " UTC" }

// timeAgo says how long ago something was, or how soon it will be.
func timeAgo(d time.Duration) string {
	if d.Abs() < time.Second {
		return "just now"
	}
	if d < 0 {
		return "in " + formatDuration(-d)
	}
	return formatDuration(d) + " ago"
}

// formatDuration says a duration in its largest unit.
func formatDuration(d time.Duration) string {
	switch {
	case d < time.Minute:
		return strconv.Itoa(int(d.Seconds())) + " s"
	case d < time.Hour:
		return strconv.Itoa(int(d.Minutes())) + " min"
	case d < 48*time.Hour:
		return strconv.Itoa(int(d.Hours())) + " h"
	}
	return count(int(d.Hours()/24), "day")
}

func count(n int, one string) string { return views.Count(int64(n), one) }

// platformOf returns what a page shows of a platform.
func (h *Handlers) platformOf(name content.Platform) views.Platform {
	p, _ := h.Platforms.Find(name)
	return views.Platform{Mark: p.Mark, Word: h.Platforms.Title(name)}
}

// platformOptions returns the platforms as a filter's choices.
func (h *Handlers) platformOptions(chosen string) []views.Option {
	list := []views.Option{{Word: "Any"}}
	for _, p := range h.Platforms.All() {
		list = append(list, views.Option{Value: string(p.Name), Word: p.Title, Chosen: chosen == string(p.Name)})
	}
	return list
}

// errorText says an error code in words, for the one whose import or lookup it ended.
func errorText(code apierror.Code) string {
	if s, ok := errorTexts[code]; ok {
		return s
	}
	return apierror.Lookup(code).Message
}

var errorTexts = map[apierror.Code]string{
	apierror.CodeRouteDegraded:         "The platform asked us to wait",
	apierror.CodeRouteDisabled:         "This source is switched off",
	apierror.CodeNetworkTimeout:        "The platform did not answer in time",
	apierror.CodeNetworkTransport:      "The connection to the platform failed",
	apierror.CodeSourceChanged:         "The platform answered in a shape we do not know",
	apierror.CodeUnavailablePrivate:    "The source is private",
	apierror.CodeUnavailableRestricted: "The source is restricted",
	apierror.CodeUnavailableRemoved:    "The source was removed",
	apierror.CodeNotFound:              "The platform has no such thing",
	apierror.CodeMediaInvalid:          "The media is damaged or not what it says it is",
	apierror.CodeUnsupportedMedia:      "The media is of a kind we do not keep",
	apierror.CodeUnsupportedObject:     "The link does not lead to something we can read",
	apierror.CodeStorageUnavailable:    "Our storage was away",
	apierror.CodeInsufficientCredits:   "The workspace had too few credits",
	apierror.CodeRetryExhausted:        "Every attempt failed",
	apierror.CodePolicyBlocked:         "The operator does not allow this source",
	apierror.CodeInternalError:         "Something went wrong on our side",
	apierror.CodeLimitExceeded:         "A limit was exceeded",
}
