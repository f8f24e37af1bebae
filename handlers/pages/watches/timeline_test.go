package watches

import (
	"testing"
	"time"

	"socialdata/models/watches"
)

// TestTimelinesFitWhatTheyShow holds where the axis begins: with the first item, but not long before the first look.
func TestTimelinesFitWhatTheyShow(t *testing.T) {
	const now = 1000
	day := (24 * time.Hour).Microseconds()
	item := func(began, seen int64) watches.Item {
		return watches.Item{PublishedAt: new((now - began) * day), FirstSeenAt: (now - seen) * day}
	}
	for name, one := range map[string]struct {
		items []watches.Item
		want  int64 // days before now
	}{
		"nothing":                     {nil, 1},
		"seen a moment ago":           {[]watches.Item{item(0, 0)}, 1},
		"began shortly before":        {[]watches.Item{item(3, 0), item(1, 0)}, 3},
		"began long before":           {[]watches.Item{item(400, 0)}, 7},
		"looked at for a while":       {[]watches.Item{item(400, 20), item(2, 2)}, 40},
		"all began since it was made": {[]watches.Item{item(20, 20), item(5, 5)}, 20},
	} {
		if got := now - timelineBegin(now*day, one.items)/day; got != one.want {
			t.Errorf("%s: the axis begins %d days ago, not %d", name, got, one.want)
		}
	}
}
