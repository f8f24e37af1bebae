package input

import "testing"

func TestEndpoints(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]struct{ public, local bool }{
		"https://example.com/hook":      {true, true},
		"https://example.com:8443/?a=b": {true, true},
		"http://localhost:8080/hook":    {false, true},
		"ftp://example.com/":            {},
		"example.com/hook":              {},
		"https:///hook":                 {},
		"https://:443/hook":             {},
		"http:///hook":                  {},
		"https://user@example.com/":     {},
		"https://example.com/#part":     {},
		"https://exa mple.com/":         {},
		"":                              {},
	} {
		if public, local := IsEndpoint(address, false), IsEndpoint(address, true); public != want.public || local != want.local {
			t.Errorf("%q: %v, and %v where local ones are allowed", address, public, local)
		}
	}
}
