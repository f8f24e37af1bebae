package input

import "net/url"

// IsEndpoint reports whether an address may be an endpoint: https, or also http if local ones are allowed, without a
// user or fragment. Whether the host is public is checked when connecting.
func IsEndpoint(address string, local bool) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return false
	}
	return u.Scheme == "https" || local && u.Scheme == "http"
}
