package shapes

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"socialdata/internal/content"
)

// AgingAfter is the age at which values are reported as old: document ids last between two weeks and two months.
const AgingAfter = 45 * 24 * time.Hour

// dates returns the date of each platform's own values; "" if it has none.
func (s *Shapes) dates() map[content.Platform]string {
	return map[content.Platform]string{content.VideoSite: s.VideoSite.AsOf, content.ClipSite: s.ClipSite.AsOf,
		content.PhotoSite: s.PhotoSite.AsOf, content.AdLibrary: s.AdLibrary.AsOf}
}

// AsOfPlatform returns when the values of a platform were last seen to work, as yyyy-mm-dd.
func (s *Shapes) AsOfPlatform(p content.Platform) string {
	return cmp.Or(s.dates()[p], s.AsOf)
}

// latest returns the latest date of all values.
func (s *Shapes) latest() string {
	return max(s.AsOf, slices.Max(slices.Collect(maps.Values(s.dates()))))
}

// Aging returns how many days old the values of a platform are; ok is false if they are not old.
func (s *Shapes) Aging(p content.Platform, now time.Time) (days int, ok bool) {
	if _, has := s.dates()[p]; !has {
		return 0, false // the platform has none
	}
	since, err := time.Parse(time.DateOnly, s.AsOfPlatform(p))
	if err != nil {
		return 0, false // unreachable: the date was validated before
	}
	age := now.Sub(since)
	return int(age / (24 * time.Hour)), age > AgingAfter
}
