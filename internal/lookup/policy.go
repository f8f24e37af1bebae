package lookup

import (
	"net/url"
	"strings"

	"socialdata/models/content"
	"socialdata/models/fault"
)

// permitted holds what is asked for against what the operator blocked: natural ids, and the hosts of addresses, as
// typed or canonical. A blocked host blocks every host below it.
func (s *Service) permitted(p content.Platform, local string, addresses ...string) error {
	if len(s.blocked) == 0 {
		return nil
	}
	names := []string{content.NaturalID(p, local)}
	for _, a := range addresses {
		if u, err := url.Parse(strings.TrimSpace(a)); err == nil {
			names = append(names, withParents(strings.ToLower(u.Hostname()))...)
		}
	}
	for _, n := range names {
		if s.blocked[n] {
			return fault.New(fault.PolicyBlocked, "policy", "blocked_by_operator")
		}
	}
	return nil
}

// withParents lists a host and the domains that it lies in.
func withParents(host string) []string {
	names := []string{host}
	for _, above, found := strings.Cut(host, "."); found; _, above, found = strings.Cut(above, ".") {
		names = append(names, above)
	}
	return names
}
