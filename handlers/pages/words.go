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

// whenAt says a time both ways.
func (h *Handlers) whenAt(t time.Time) views.When {
	return views.When{Exact: formatTime(t), Ago: timeAgo(h.Store.Now().Sub(t)), Machine: t.UTC().Format(time.RFC3339)}
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

// formatDuration says a duration in its largest unit; hours and days are the nearest, so that 30 days that have just begun
// are 30 days. static/assets/app.js says ages in the same way.
func formatDuration(d time.Duration) string {
	switch {
	case d < time.Minute:
		return strconv.Itoa(int(d.Seconds())) + " s"
	case d < time.Hour:
		return strconv.Itoa(int(d.Minutes())) + " min"
	case d.Round(time.Hour) < 48*time.Hour:
		return strconv.Itoa(int(d.Round(time.Hour).Hours())) + " h"
	}
	return views.Count(int(d.Round(24*time.Hour).Hours()/24), "day")
}

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
	apierror.CodeRouteDegraded:         "The platform is temporarily refusing requests",
	apierror.CodeRouteDisabled:         "This source is switched off",
	apierror.CodeNetworkTimeout:        "The platform did not respond in time",
	apierror.CodeNetworkTransport:      "The connection to the platform failed",
	apierror.CodeSourceChanged:         "The platform's response has changed and could not be read",
	apierror.CodeUnavailablePrivate:    "This content is private",
	apierror.CodeUnavailableRestricted: "This content is restricted",
	apierror.CodeUnavailableRemoved:    "This content has been removed",
	apierror.CodeNotFound:              "The platform could not find this content",
	apierror.CodeMediaInvalid:          "The media file is damaged or is not what it claims to be",
	apierror.CodeUnsupportedMedia:      "This type of media is not supported",
	apierror.CodeUnsupportedObject:     "This link is not supported",
	apierror.CodeStorageUnavailable:    "Storage was temporarily unavailable",
	apierror.CodeInsufficientCredits:   "The workspace did not have enough credits",
	apierror.CodeRetryExhausted:        "The import gave up",
	apierror.CodePolicyBlocked:         "The operator has blocked this source",
	apierror.CodeInternalError:         "Something went wrong on our side",
	apierror.CodeLimitExceeded:         "A limit was exceeded",
}
