package page

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/references"
	"socialdata/views"
)

// FirstWords shortens a title for the browser's tab.
func FirstWords(title string) string {
	title, _, _ = strings.Cut(title, "\n")
	return Beginning(title, 60)
}

// Beginning returns a text without what is beyond most characters.
func Beginning(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// WithArticle puts the indefinite article before a noun and begins a sentence with it: An ad.
func WithArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "An " + noun
	}
	return "A " + noun
}

// OrEmpty returns the text, or "" for nil.
func OrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Clock formats a length in milliseconds as media players do: 3:07, 1:02:03.
func Clock(ms int64) string {
	s := ms / 1000
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return strconv.FormatInt(s/60, 10) + fmt.Sprintf(":%02d", s%60)
}

// When converts a time in microseconds for display. nil and 0 are an unknown time.
func (b *Base) When(us *int64) views.When {
	if us == nil || *us == 0 {
		return views.When{}
	}
	return b.WhenAt(time.UnixMicro(*us))
}

// WhenAt converts a time for display.
func (b *Base) WhenAt(t time.Time) views.When {
	return views.When{Exact: FormatTime(t), Ago: TimeAgo(b.Store.Now().Sub(t)), Machine: t.UTC().Format(time.RFC3339)}
}

// FormatMoment formats when something was published or saved, to the minute.
func FormatMoment(t time.Time) string { return t.UTC().Format("2 Jan 2006, 15:04") + " UTC" }

// FormatDay formats a day of UTC.
func FormatDay(t time.Time) string { return t.UTC().Format("2 Jan 2006") }

// FormatTime formats a time to the second, for pages that prove or explain something.
func FormatTime(t time.Time) string { return t.UTC().Format("2 Jan 2006, 15:04:05") + " UTC" }

// TimeAgo describes how long ago something was. A negative duration is in the future.
func TimeAgo(d time.Duration) string {
	switch {
	case d.Abs() < time.Second && d < 0:
		return "now"
	case d.Abs() < time.Second:
		return "just now"
	case d < 0:
		return "in " + FormatDuration(-d)
	}
	return FormatDuration(d) + " ago"
}

// FormatDuration formats a duration in its largest unit. Hours and days are rounded, so that a period of 30 days that
// has just started reads as 30 days. static/assets/app.js formats ages in the same way.
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

// TitleOf returns what pages call a reference: its title, or what it is and whose if it has none, such as "Post by Lumen Harbor". It returns
// the address if nothing of it is known.
func TitleOf(r *references.Reference) string {
	o := r.Observed()
	name := cmp.Or(OrEmpty(o.ChannelName), OrEmpty(o.ChannelHandle))
	if title := r.Title(); title != r.CanonicalURL || name == "" {
		return title
	}
	if o.Kind == nil {
		return "Post by " + name
	}
	return kindWords[*o.Kind] + " by " + name
}

var kindWords = map[content.Kind]string{content.KindVideo: "Video", content.KindShort: "Short", content.KindAd: "Ad", content.KindImage: "Picture", content.KindCarousel: "Post"}

// PlatformOf returns the mark and the name of a platform.
func (b *Base) PlatformOf(name content.Platform) views.Platform {
	p, _ := b.Platforms.Find(name)
	return views.Platform{Mark: p.Mark, Word: b.Platforms.Title(name)}
}

// RouteOf returns a route with its name in words; the zero Route for "".
func (b *Base) RouteOf(id string) views.Route {
	return views.Route{ID: id, Word: b.Platforms.RouteTitle(id)}
}

// PlatformOptions returns the platforms as options of a filter, and the one that is selected.
func (b *Base) PlatformOptions(asked string) ([]views.Option, content.Platform) {
	names := Map(b.Platforms.All(), func(p sources.Platform) content.Platform { return p.Name })
	return Options("Any", asked, names, b.Platforms.Title)
}
