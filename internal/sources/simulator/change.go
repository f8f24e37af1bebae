package simulator

import "time"

// changer is a platform whose lists change while someone reads them.
type changer interface {
	// publish adds one invented item on top of an account's list and returns its local id; "" for an unknown account.
	publish(account string) string
	// remove takes an item away everywhere.
	remove(id string)
}

// Publish adds an invented item on top of an account's list, as people do between two pages of a reader. The account is
// a handle, or an advertiser's page id. It returns the new item's local id, "" where platform or account are unknown.
func (s *Simulator) Publish(platform, account string) string {
	for _, site := range s.sites {
		if c, ok := site.Handler.(changer); ok && site.Platform == platform {
			return c.publish(account)
		}
	}
	return ""
}

// follower is a platform that can play at the time of a clock.
type follower interface {
	follow(now func() int64, from int64)
}

// Follow lets the platforms play at the time of a clock rather than at a fixed moment: their lists and their items then agree
// about dates. What is published gets ids that no earlier start gave, because they count the minutes.
func (s *Simulator) Follow(now func() time.Time) {
	minutes := int64(time.Since(followedSince).Minutes())
	for _, site := range s.sites {
		if f, ok := site.Handler.(follower); ok {
			f.follow(func() int64 { return now().Unix() }, minutes)
		}
	}
}

// followedSince is where Follow counts from.
var followedSince = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Remove takes an item away by its local id.
func (s *Simulator) Remove(platform, id string) {
	for _, site := range s.sites {
		if c, ok := site.Handler.(changer); ok && site.Platform == platform {
			c.remove(id)
		}
	}
}

// PassDay lets a day go by on YouTube: each video is seen and liked some more. The other platforms' counts stay.
func (s *Simulator) PassDay() {
	for _, site := range s.sites {
		if v, ok := site.Handler.(*videoSite); ok {
			v.passDay()
		}
	}
}
