package sources

import (
	"net/url"
	"slices"
)

// Files collects an item's files for Media. What is not https on one of the hosts, and what is there already, is left
// out: the way out would refuse it.
type Files struct {
	Hosts []string // the platform's own domains
	List  []MediaFile
}

// Add appends one file.
func (f *Files) Add(m MediaFile) {
	u, err := url.Parse(m.URL)
	if err != nil || u.Scheme != "https" || u.User != nil || !HostAllowed(u.Hostname(), f.Hosts) {
		return
	}
	if !slices.ContainsFunc(f.List, func(known MediaFile) bool { return known.URL == m.URL }) {
		f.List = append(f.List, m)
	}
}
