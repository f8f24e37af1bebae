package page

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/views"
)

// FirstWords shortens a title for the browser's tab.
func FirstWords(title string) string {
	const most = 60
	title, _, _ = strings.Cut(title, "\n")
	if runes := []rune(title); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return title
}

// OrEmpty returns a text; "" where there is none.
func OrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Clock writes a length as a player does: 3:07, 1:02:03.
func Clock(ms int64) string {
	s := ms / 1000
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return strconv.FormatInt(s/60, 10) + fmt.Sprintf(":%02d", s%60)
}

// When says a time both ways; nil and 0 are a time that is not known.
func (b *Base) When(us *int64) views.When {
	if us == nil || *us == 0 {
		return views.When{}
	}
	return b.WhenAt(time.UnixMicro(*us))
}

// WhenAt says a time both ways.
func (b *Base) WhenAt(t time.Time) views.When {
	return views.When{Exact: FormatTime(t), Ago: TimeAgo(b.Store.Now().Sub(t)), Machine: t.UTC().Format(time.RFC3339)}
}

// FormatTime writes a time as detail pages show it.
func FormatTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") + " UTC" }

// TimeAgo says how long ago something was, or how soon it will be.
func TimeAgo(d time.Duration) string {
	if d.Abs() < time.Second {
		return "just now"
	}
	if d < 0 {
		return "in " + FormatDuration(-d)
	}
	return FormatDuration(d) + " ago"
}

// FormatDuration says a duration in its largest unit; hours and days are the nearest, so that 30 days that have just begun
// are 30 days. static/assets/app.js says ages in the same way.
func FormatDuration(d time.Duration) string {
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

// PlatformOf returns what a page shows of a platform.
func (b *Base) PlatformOf(name content.Platform) views.Platform {
	p, _ := b.Platforms.Find(name)
	return views.Platform{Mark: p.Mark, Word: b.Platforms.Title(name)}
}

// PlatformOptions returns the platforms as a filter's choices, and the one that is asked for.
func (b *Base) PlatformOptions(asked string) ([]views.Option, content.Platform) {
	var names []content.Platform
	for _, p := range b.Platforms.All() {
		names = append(names, p.Name)
	}
	return Options("Any", asked, names, b.Platforms.Title)
}
