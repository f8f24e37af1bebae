package sources

import (
	"net/http"
	"testing"

	"socialdata/internal/apierror"
)

// TestRedirectsAreFollowed from answers of the 300s alone, unless who asks stays.
func TestRedirectsAreFollowed(t *testing.T) {
	t.Parallel()
	c := &Client{hosts: []string{"one.test"}}
	for _, tt := range []struct {
		status         int
		location, next string
		stay           bool
	}{
		{300, "/a", "https://one.test/a", false}, {399, "/a", "https://one.test/a", false}, {299, "/a", "", false}, {400, "/a", "", false}, {302, "", "", false},
		{302, "/a", "", true}, {302, "https://www.one.test/b#part", "https://www.one.test/b", false}, {302, "https://other.test/", "", false}, {302, "http://one.test/", "", false},
	} {
		next, ok := c.redirect(Request{URL: "https://one.test/", Stay: tt.stay}, &Answer{Status: tt.status, Header: http.Header{"Location": {tt.location}}})
		if next != tt.next || ok != (tt.next != "") {
			t.Errorf("%d to %q, staying %v: %q, %v", tt.status, tt.location, tt.stay, next, ok)
		}
	}
}

// TestStatusesThatMeanTheSameEverywhere are errors: what is asked too often, and a platform's own errors.
func TestStatusesThatMeanTheSameEverywhere(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]apierror.Code{
		200: "", 301: "", 404: "", 428: "", 430: "", 499: "", 429: apierror.CodeRouteDegraded, 500: apierror.CodeNetworkTransport, 503: apierror.CodeNetworkTransport,
	} {
		if err := classify(&Answer{Status: status}); want == "" && err != nil || want != "" && !apierror.Is(err, want) {
			t.Errorf("%d is %v, want %q", status, err, want)
		}
	}
}
