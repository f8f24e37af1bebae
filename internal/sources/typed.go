package sources

import (
	"strings"

	"socialdata/internal/apierror"
)

// RecognizeTyped is Recognize for an address as people type it: youtube.com/watch?v=… is read as https://…. It also
// returns the complete address.
func (set Platforms) RecognizeTyped(typed string) (url string, l Link, problem *apierror.Error) {
	url = withScheme(strings.TrimSpace(typed))
	l, problem = set.Recognize(url)
	return url, l, problem
}

// withScheme adds https:// to an address that has no scheme.
func withScheme(address string) string {
	scheme, _, hasScheme := strings.Cut(address, "://")
	if hasScheme && !strings.ContainsAny(scheme, "/?#") { // a "://" after these belongs to an address inside the query
		return address
	}
	host, _, _ := strings.Cut(address, "/")
	if !strings.Contains(host, ".") || strings.ContainsAny(host, " @") {
		return address
	}
	return "https://" + address
}
