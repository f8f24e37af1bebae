package input

import "net/url"

// IsEndpoint reports whether an address can be that of an endpoint: https, or http where local ones are allowed, without a
// user or a fragment. Whether it is public is seen when it is dialled.
func IsEndpoint(address string, local bool) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return false
	}
	return u.Scheme == "https" || local && u.Scheme == "http"
}
