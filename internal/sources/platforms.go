package sources

import (
	"slices"
	"strings"

	"socialdata/internal/content"
)

// Platforms is a set of platforms that recognises their links, ids and handles. It is built once, handed down as a value
// and never changed; the zero value knows no platform.
type Platforms struct {
	all    []Platform
	byHost map[string]int // of Links.Hosts
}

// NewPlatforms makes a set in the order in which people see it.
func NewPlatforms(all ...Platform) Platforms {
	set := Platforms{all: all, byHost: map[string]int{}}
	for i, p := range all {
		for _, host := range p.Links.Hosts {
			set.byHost[host] = i
		}
	}
	return set
}

// All returns the platforms in their order; the list is not to be changed.
func (set Platforms) All() []Platform { return set.all }

// Names returns the names on the wire of the platforms that match; nil matches all.
func (set Platforms) Names(match func(Platform) bool) []string {
	names := []string{}
	for _, p := range set.all {
		if match == nil || match(p) {
			names = append(names, string(p.Name))
		}
	}
	return names
}

// Find returns the platform of a name on the wire; ok is false if there is none.
func (set Platforms) Find(name content.Platform) (p Platform, ok bool) {
	if i := set.Index(name); i >= 0 {
		return set.all[i], true
	}
	return Platform{}, false
}

// Index returns the place of a platform in the order, -1 if it is not in the set.
func (set Platforms) Index(name content.Platform) int {
	return slices.IndexFunc(set.all, func(p Platform) bool { return p.Name == name })
}

// Title returns a platform's name as people know it; a name that is not in the set is its own title.
func (set Platforms) Title(name content.Platform) string {
	if p, ok := set.Find(name); ok {
		return p.Title
	}
	return string(name)
}

// OfHost returns the platforms whose links a host serves, or one above or below it. An unknown host gives an empty list.
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

// ofLink returns the platform whose links a host serves, nil if none does.
func (set *Platforms) ofLink(host string) *Platform {
	if i, ok := set.byHost[host]; ok {
		return &set.all[i]
	}
	for i := range set.all {
		if has := set.all[i].Links.HasHost; has != nil && has(host) {
			return &set.all[i]
		}
	}
	return nil
}
