package simulator

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
