package sources

import (
	"context"
	"net/http"
)

// Fetcher is the guarded way out. It sends https only, to the platforms' own hosts only, and bounds size and time.
// Its errors are faults: network_timeout, network_transport (also for the platform's 5xx and a cut answer),
// route_degraded (its 429). Every other status is an Answer: the body decides.
type Fetcher interface {
	Fetch(context.Context, Request) (*Answer, error)
}

// Request is one call to a platform. Method "" is GET, or POST when there is a Body.
type Request struct {
	Method string
	URL    string
	Header map[string]string
	Body   []byte
	Stay   bool // do not follow redirects: answer the 3xx itself
}

// Answer is what the platform said, fully read. Redirects inside the platforms' hosts were followed; one that leaves
// them is answered as the 3xx itself.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	URL    string // the address that answered
}
