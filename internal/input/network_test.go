package input

import "testing"

// TestNetworks that a key may be limited to: an address is the network of itself, and no address is written in two ways.
func TestNetworks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"203.0.113.7":           "203.0.113.7/32",
		"203.0.113.7/24":        "203.0.113.0/24",
		"2001:db8::1":           "2001:db8::1/128",
		"2001:db8::1/32":        "2001:db8::/32",
		"::ffff:203.0.113.7":    "203.0.113.7/32",
		"::ffff:203.0.113.7/96": "",
		"fe80::1%eth0":          "",
		"203.0.113.7/33":        "",
		"203.0.113":             "",
		"":                      "",
	} {
		got, ok := Network(text)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("%q is %v, %v, want %q", text, got, ok, want)
		}
	}
}
