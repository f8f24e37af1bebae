package sources

import (
	"context"
	"net/http"
)

// Fetcher is the guarded outbound client. It sends https only, to the platforms' own hosts only, and bounds size and
// time. Its errors are of the catalogue: network_timeout, network_transport (also for the platform's 5xx and a cut
// answer), route_degraded (its 429). Every other status is an Answer: the body decides.
type Fetcher interface {
	Fetch(context.Context, Request) (*Answer, error)
}

// Request is one call to a platform. Method "" is GET, or POST when there is a Body.
type Request struct {
	Method string
	URL    string
	Header map[string]string
	Body   []byte
	Stay   bool // do not follow redirects: return the 3xx itself
}

// Answer is what the platform answered, fully read. Redirects inside the platforms' hosts were followed; one that leaves
// them is returned as the 3xx itself.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	URL    string // the address that answered
}
