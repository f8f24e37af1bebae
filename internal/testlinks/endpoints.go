package testlinks

import "slices"

// Endpoint is an address of a webhook endpoint to which nothing is sent: a delivery ends as it says.
type Endpoint struct {
	URL, Does string
	Status    int    // of the answer; 0 if there is none
	Failure   string // as in internal/webhooks; "" if the delivery succeeds
}

// endpointsHost is under a domain that never exists.
const endpointsHost = "https://webhooks.invalid/"

// Endpoints lists every endpoint.
func Endpoints() []Endpoint {
	return []Endpoint{
		{endpointsHost + "taken", "Takes every delivery, with 204.", 204, ""},
		{endpointsHost + "refused", "Answers 500 to every delivery, which is tried again.", 500, "status"},
		{endpointsHost + "gone", "Answers 410 to every delivery.", 410, "status"},
		{endpointsHost + "late", "Does not answer in time.", 0, "timeout"},
		{endpointsHost + "closed", "Takes no connection.", 0, "connection"},
		{endpointsHost + "untrusted", "Has no certificate that can be trusted.", 0, "tls"},
		{endpointsHost + "private", "Leads to an address that is not public.", 0, "address_forbidden"},
	}
}

// FindEndpoint returns the endpoint at an address; ok is false for any other address.
func FindEndpoint(url string) (e Endpoint, ok bool) {
	list := Endpoints()
	i := slices.IndexFunc(list, func(e Endpoint) bool { return e.URL == url })
	if i < 0 {
		return e, false
	}
	return list[i], true
}
