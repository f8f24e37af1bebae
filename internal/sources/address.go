package sources

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"socialdata/internal/content"
)

// Address is an absolute http(s) address, split into the parts that recognition reads. The parts are slices of the input
// where possible. It is passed by value because a pointer would make every address escape to the heap.
type Address struct {
	secure   bool
	host     string // lower-case, without port and trailing dot
	port     string // "" for the scheme's own
	path     string // as written
	query    string // as written
	seg      [5]string
	count    int              // number of segments in the path; only the first len(seg) are stored
	platform content.Platform // that has links on the host; "" for none
}

// parseAddress splits an absolute http(s) address; reason says why raw is not one. It does not use net/url, which
// allocates and accepts addresses that browsers read differently.
func parseAddress(raw string) (a Address, reason string) {
	if reason = lengthOf(raw); reason != "" {
		return a, reason
	}
	rest, ok := a.scheme(raw)
	if !ok || !printable(rest) {
		return a, "pattern"
	}
	if i := strings.IndexByte(rest, '#'); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		rest, a.query = rest[:i], rest[i+1:]
	}
	authority := rest
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		authority, a.path = rest[:i], rest[i:]
	}
	if strings.IndexByte(rest, '\\') >= 0 || !a.authority(authority) {
		return a, "pattern"
	}
	a.split()
	return a, ""
}

func (a *Address) scheme(raw string) (rest string, ok bool) {
	i := strings.IndexByte(raw, ':')
	if i < 4 || i > 5 || !strings.HasPrefix(raw[i:], "://") || LowerASCII(raw[:i]) != "https"[:i] {
		return "", false
	}
	a.secure = i == 5
	return raw[i+3:], true
}

// authority reads host and port; user info is dropped.
func (a *Address) authority(s string) bool {
	s = s[strings.LastIndexByte(s, '@')+1:]
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		host, port = s[:i], s[i+1:]
	}
	if !isPort(port) || !isHost(host) {
		return false
	}
	if a.secure && port != "443" || !a.secure && port != "80" {
		a.port = port
	}
	a.host = LowerASCII(strings.TrimSuffix(host, "."))
	return true
}

// isHost reports whether s is a name without empty labels, or an IPv6 address in brackets. One dot at the end is the
// root.
func isHost(s string) bool {
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		ip, err := netip.ParseAddr(s[1 : len(s)-1])
		return err == nil && ip.Is6() && ip.Zone() == ""
	}
	label := 0 // bytes of the label so far
	for i := range len(s) {
		switch s[i] {
		case '%', '<', '>', '"', '^', '`', '{', '|', '}', ':', '[', ']':
			return false
		case '.':
			if label == 0 {
				return false
			}
			label = 0
		default:
			label++
		}
	}
	return s != "" // a name of one dot alone has an empty label
}

// split decodes each segment of the path once, so an encoded slash never divides a segment. Empty segments are dropped.
func (a *Address) split() {
	for part := range strings.SplitSeq(a.path, "/") {
		if part == "" {
			continue
		}
		if a.count < len(a.seg) {
			a.seg[a.count] = unescape(part)
		}
		a.count++
	}
}

// Host returns the host in lower case, without its port and the dot at its end.
func (a *Address) Host() string { return a.host }

// Segments returns how many segments the path has, without empty ones.
func (a *Address) Segments() int { return a.count }

// Segment returns the decoded segment i of the path, counted from 0; "" past the end and past the fifth.
func (a *Address) Segment(i int) string {
	if i >= len(a.seg) {
		return ""
	}
	return a.seg[i]
}

// Param returns the first value of a query parameter, decoded; "" if the query does not have it.
func (a *Address) Param(name string) string {
	for pair := range strings.SplitSeq(a.query, "&") {
		key, v, _ := strings.Cut(pair, "=")
		if key == name || strings.IndexByte(key, '%') >= 0 && unescape(key) == name {
			return unescape(v)
		}
	}
	return ""
}

// normal returns the address without user info, default port and fragment, with scheme and host in lower case.
func (a *Address) normal() string {
	scheme, port, query := "http://", "", ""
	if a.secure {
		scheme = "https://"
	}
	if a.port != "" {
		port = ":" + a.port
	}
	if a.query != "" {
		query = "?" + a.query
	}
	return scheme + a.host + port + a.path + query
}

// Unsupported returns an unsupported link to the address, with the reason.
func (a *Address) Unsupported(reason Reason) Link {
	return Link{Canonical: a.normal(), Platform: a.platform, Reason: reason}
}

// ShortLink returns the unresolved link of a short address: only the platform knows where it leads.
func (a *Address) ShortLink() Link {
	if a.count == 0 {
		return a.Unsupported(UnrecognizedURL)
	}
	return a.Unsupported(ShortLink)
}

// printable reports whether s is text without blanks and control characters.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7f {
			return false
		}
	}
	return utf8.ValidString(s)
}

func isPort(s string) bool {
	return s == "" || len(s) <= 5 && digitsOnly(s) && (len(s) < 5 || s <= "65535")
}
