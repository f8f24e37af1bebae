package web

import (
	"net/netip"
	"testing"
)

// TestAddress: only what trusted proxies added counts; whatever a caller writes in front of it moves no limit.
func TestAddress(t *testing.T) {
	trusted, err := parseProxies([]string{"10.0.0.0/8", "192.0.2.1", "2001:db8::/32"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, peer, forwarded, want string }{
		{"no proxy", "203.0.113.9", "", "203.0.113.9"},
		{"a stranger says it forwards", "203.0.113.9", "198.51.100.1", "203.0.113.9"},
		{"one proxy", "10.1.1.1", "198.51.100.1", "198.51.100.1"},
		{"a forged first hop", "10.1.1.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"},
		{"two proxies", "10.1.1.1", "1.1.1.1,198.51.100.1 , 192.0.2.1", "198.51.100.1"},
		{"a proxy itself", "10.1.1.1", "", "10.1.1.1"},
		{"junk behind the proxy", "10.1.1.1", "198.51.100.1, junk", "10.1.1.1"},
		{"only proxies", "10.1.1.1", "10.2.2.2", "10.2.2.2"},
		{"v6", "2001:db8::5", "2606:4700::1", "2606:4700::1"},
		{"a port", "10.1.1.1", "198.51.100.1:4711", "198.51.100.1"},
		{"a port behind brackets", "10.1.1.1", "[2606:4700::1]:4711", "2606:4700::1"},
		{"brackets", "10.1.1.1", "[2606:4700::1]", "2606:4700::1"},
		{"a zone", "10.1.1.1", "2606:4700::1%eth0", "2606:4700::1"},
		{"v4 in v6", "::ffff:10.1.1.1", "::ffff:198.51.100.1", "198.51.100.1"},
	} {
		if got := trusted.clientAddress(netip.MustParseAddr(c.peer), c.forwarded).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if _, err := parseProxies([]string{"everyone"}); err == nil {
		t.Error("a network that is none was taken")
	}
}

// TestSender: limits count an IPv6 network of one customer as one.
func TestSender(t *testing.T) {
	for a, want := range map[string]string{
		"203.0.113.9": "203.0.113.9", "::ffff:203.0.113.9": "203.0.113.9", "2606:4700:1:2:3:4:5:6": "2606:4700:1:2::/64",
		"2606:4700:1:2::%eth0": "2606:4700:1:2::/64", "2606:4700:1:3::": "2606:4700:1:3::/64",
	} {
		if got := rateAddress(netip.MustParseAddr(a)); got != want {
			t.Errorf("%s: %s, want %s", a, got, want)
		}
	}
}
