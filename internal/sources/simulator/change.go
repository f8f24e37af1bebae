package simulator

import "time"

// changer is a platform whose lists can change while they are read.
type changer interface {
	// publish adds one invented item on top of an account's list and returns its local id; "" for an unknown account.
	publish(account string) string
	// remove removes an item everywhere.
	remove(id string)
}

// Publish adds an invented item on top of an account's list, as may happen between two pages of a reader. The account is
// a handle, or an advertiser's page id. It returns the new item's local id; "" if platform or account are unknown.
func (s *Simulator) Publish(platform, account string) string {
	for _, site := range s.sites {
		if c, ok := site.Handler.(changer); ok && site.Platform == platform {
			return c.publish(account)
		}
	}
	return ""
}

// follower is a platform whose time can follow a clock.
type follower interface {
	follow(now func() int64, from int64)
}

// Follow makes the platforms use the time of a clock instead of a fixed moment, so that the dates of lists and items
// agree. Published items get ids that no earlier start used, because they count the minutes.
func (s *Simulator) Follow(now func() time.Time) {
	minutes := int64(time.Since(followedSince).Minutes())
	for _, site := range s.sites {
		if f, ok := site.Handler.(follower); ok {
			f.follow(func() int64 { return now().Unix() }, minutes)
		}
	}
}

// dater is a platform whose invented items have dates that can be moved.
type dater interface{ date(until int64) }

// Date moves the dates of all invented items up to a moment, days apart; ids and addresses stay as they are.
func (s *Simulator) Date(until time.Time) {
	for _, site := range s.sites {
		if d, ok := site.Handler.(dater); ok {
			d.date(until.Unix())
		}
	}
}

// publishedBefore returns when the n-th newest item of an account was published, at other hours of the day each.
func publishedBefore(until int64, account, n int) int64 {
	newest := []int64{5, 8 * 24, 3 * 24, 30}[account%4] * 3600 // the second account of each platform is watched by the demo
	return until - newest - int64(n)*33*3600 - int64(n*7919%10)*3600
}

// followedSince is the start of Follow's count.
var followedSince = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Remove removes an item by its local id.
func (s *Simulator) Remove(platform, id string) {
	for _, site := range s.sites {
		if c, ok := site.Handler.(changer); ok && site.Platform == platform {
			c.remove(id)
		}
	}
}

// PassDay increases the views and likes of each video on YouTube by those of a day. The other platforms' counts do not change.
func (s *Simulator) PassDay() {
	for _, site := range s.sites {
		if v, ok := site.Handler.(*videoSite); ok {
			v.passDay()
		}
	}
}
