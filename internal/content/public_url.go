package content

import (
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// publicURL returns nil unless clients may follow or show the address: http or https, a public host, no user info.
// Callers put these addresses into their pages, so anything else (javascript:, data:, //host, 127.0.0.1) is dropped.
func publicURL(s *string) *string {
	if s = fits(s, maxURL); s == nil {
		return nil
	}
	scheme, rest, ok := strings.Cut(*s, "://")
	if !ok || !strings.EqualFold(scheme, "https") && !strings.EqualFold(scheme, "http") || strings.ContainsFunc(*s, unsafeInURL) {
		return nil
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	if strings.Contains(rest, "@") || !publicHost(rest) {
		return nil
	}
	return s
}

// unsafeInURL reports whether browsers drop a character from an address or read it as a slash.
func unsafeInURL(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }

// publicHost reports whether an authority can be a host on the public internet. It does not resolve the name.
func publicHost(authority string) bool {
	if strings.HasPrefix(authority, "[") {
		literal, port, ok := strings.Cut(authority[1:], "]")
		a, err := netip.ParseAddr(literal)
		return ok && err == nil && a.Zone() == "" && publicAddress(a) && (port == "" || isPort(strings.TrimPrefix(port, ":")))
	}
	host, port, _ := strings.Cut(authority, ":")
	if !isPort(port) || strings.ContainsAny(host, "%<>\"^`{|}[]") {
		return false
	}
	host, ok := asciiDots(host)
	if !ok {
		return false
	}
	host = strings.TrimSuffix(host, ".")
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	switch {
	case strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x"): // browsers read this as an IPv4 address
		a, err := netip.ParseAddr(host)
		return err == nil && publicAddress(a)
	case len(labels) < 2, last == "localhost", last == "local", last == "internal", strings.HasSuffix(host, ".home.arpa"):
		return false
	}
	return true
}

// asciiDots lower-cases a host and maps it as browsers do before they look for an address in it: full-width digits and
// dots become ASCII, and invisible characters are removed.
func asciiDots(host string) (string, bool) {
	for i := range len(host) {
		if host[i] >= utf8.RuneSelf {
			host = strings.ReplaceAll(norm.NFKC.String(host), "\u3002", ".")
			return strings.ToLower(host), !strings.ContainsFunc(host, func(r rune) bool { return unicode.Is(unicode.Cf, r) })
		}
	}
	return strings.ToLower(host), true
}

func isPort(s string) bool { return len(s) <= 5 && strings.Trim(s, "0123456789") == "" }

// notPublic lists networks that are not on the public internet, or lead to an IPv4 address, and that net/netip does not know.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
	netip.MustParsePrefix("::/96"),
}

func publicAddress(a netip.Addr) bool {
	a = a.Unmap()
	listed := func(p netip.Prefix) bool { return p.Contains(a) }
	return a.IsGlobalUnicast() && !a.IsPrivate() && !slices.ContainsFunc(notPublic, listed)
}
