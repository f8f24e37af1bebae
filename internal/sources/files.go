package sources

import (
	"net/url"
	"slices"
)

// Files collects an item's files for Media. What is not https on one of the hosts, and what is there already, is left
// out: the outbound client would refuse it.
type Files struct {
	Hosts []string // the platform's own domains
	List  []MediaFile
}

// Add appends one file with those of its addresses that may be fetched.
func (f *Files) Add(m MediaFile) {
	m.Others = slices.DeleteFunc(slices.Clone(m.Others), func(address string) bool { return !f.may(address) })
	if m.Sound != nil && !f.may(m.Sound.URL) || !f.may(m.URL) {
		return
	}
	if !slices.ContainsFunc(f.List, func(known MediaFile) bool { return known.URL == m.URL }) {
		f.List = append(f.List, m)
	}
}

func (f *Files) may(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.User == nil && HostAllowed(u.Hostname(), f.Hosts)
}
