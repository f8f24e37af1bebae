package issuer

import (
	"net/http"
	"testing"

	"socialdata/internal/testkit"
)

// sent counts requests that would leave.
type sent int

// RoundTrip implements http.RoundTripper.
func (s *sent) RoundTrip(*http.Request) (*http.Response, error) {
	*s++
	return &http.Response{Body: http.NoBody}, nil
}

// TestNothingIsSentInClear but to an issuer that is itself on this machine.
func TestNothingIsSentInClear(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]sent{"https://id.example.com/token": 1, "https://elsewhere.example.com/token": 1, "http://localhost:8080/token": 1,
		"http://localhost:8081/token": 0, "http://id.example.com/token": 0, "http://localhost/token": 0} {
		var got sent
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, nil)
		testkit.Must(t, err)
		res, err := bounded{own: "http://localhost:8080", next: &got}.RoundTrip(req)
		if err == nil {
			_ = res.Body.Close()
		}
		if got != want || (err == nil) != (want == 1) {
			t.Errorf("%s was sent %d times, %v", address, got, err)
		}
	}
}
