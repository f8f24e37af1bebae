package sources

import (
	"cmp"
	"slices"
	"strings"

	"socialdata/internal/content"
)

// Platforms is an immutable set of platforms that recognises their links, ids and handles. The zero value is an empty set.
type Platforms struct {
	all    []Platform
	byHost map[string]int // index in all, by each of Links.Hosts
}

// NewPlatforms returns a set that keeps the order of its arguments, which is the order of the pages.
func NewPlatforms(all ...Platform) Platforms {
	set := Platforms{all: all, byHost: map[string]int{}}
	for i, p := range all {
		for _, host := range p.Links.Hosts {
			set.byHost[host] = i
		}
	}
	return set
}

// All returns the platforms in order. Callers must not change the slice.
func (set Platforms) All() []Platform { return set.all }

// Names returns the API names of the platforms that match; a nil match matches all.
func (set Platforms) Names(match func(Platform) bool) []string {
	names := []string{}
	for _, p := range set.all {
		if match == nil || match(p) {
			names = append(names, string(p.Name))
		}
	}
	return names
}

// Find returns the platform with an API name; ok is false if there is none.
func (set Platforms) Find(name content.Platform) (p Platform, ok bool) {
	if i := set.Index(name); i >= 0 {
		return set.all[i], true
	}
	return Platform{}, false
}

// Index returns a platform's position in the set, or -1 if it is not in the set.
func (set Platforms) Index(name content.Platform) int {
	return slices.IndexFunc(set.all, func(p Platform) bool { return p.Name == name })
}

// Title returns a platform's display name, or name itself if it is not in the set.
func (set Platforms) Title(name content.Platform) string {
	if p, ok := set.Find(name); ok {
		return p.Title
	}
	return string(name)
}

// routeWords names what a route reads, by the end of its id.
var routeWords = map[string]string{"web": "website", "api": "official API", "capture": "in a member’s browser"}

// RouteTitle names a route in words, such as YouTube website, or returns id itself if its platform is not in the set.
func (set Platforms) RouteTitle(id string) string {
	name, reads, _ := strings.Cut(id, ".")
	p, ok := set.Find(content.Platform(name))
	if !ok {
		return id
	}
	return p.Title + " " + cmp.Or(routeWords[reads], reads)
}

// OfHost returns the platforms that have links on host, on a parent of it or on a sub-domain of it; empty if there are none.
func (set Platforms) OfHost(host string) []content.Platform {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	var found []content.Platform
	for _, p := range set.all {
		related := func(own string) bool { return isWithin(host, own) || isWithin(own, host) }
		if slices.ContainsFunc(p.Links.Hosts, related) {
			found = append(found, p.Name)
		}
	}
	return found
}

// isWithin reports whether host is domain or lies below it.
func isWithin(host, domain string) bool {
	return domain != "" && (host == domain || strings.HasSuffix(host, "."+domain))
}

// ofLink returns the platform that has links on the address's host, and notes it in a. It returns nil for another host, and for any
// port but the scheme's own.
func (set *Platforms) ofLink(a *Address) *Platform {
	if a.port != "" {
		return nil
	}
	i, ok := set.byHost[a.host]
	if !ok {
		i = slices.IndexFunc(set.all, func(p Platform) bool { return p.Links.HasHost != nil && p.Links.HasHost(a.host) })
	}
	if i < 0 {
		return nil
	}
	a.platform = set.all[i].Name
	return &set.all[i]
}
