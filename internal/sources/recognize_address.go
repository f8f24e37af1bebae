package sources

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"socialdata/internal/content"
)

// address is a web address in the parts that recognition reads, all of them slices of the input where possible.
type address struct {
	secure bool
	host   string // lower-case, without port and trailing dot
	port   string // "" for the scheme's own
	path   string // as written
	query  string // as written
	seg    [5]string
	n      int // segments of the path; more than len(seg) are counted, not kept
}

// parse splits an absolute http(s) address; a reason says why it is none. net/url is not asked: it allows what no
// browser would follow to the same place, and it allocates.
func parse(raw string) (a address, reason string) {
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

func (a *address) scheme(raw string) (rest string, ok bool) {
	i := strings.IndexByte(raw, ':')
	if i < 4 || i > 5 || !strings.HasPrefix(raw[i:], "://") || lower(raw[:i]) != "https"[:i] {
		return "", false
	}
	a.secure = i == 5
	return raw[i+3:], true
}

// authority reads host and port; user info is dropped.
func (a *address) authority(s string) bool {
	s = s[strings.LastIndexByte(s, '@')+1:]
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		host, port = s[:i], s[i+1:]
	}
	if !isPort(port) || strings.ContainsAny(host, "%<>\"^`{|}") || !isHost(host) {
		return false
	}
	if a.secure && port != "443" || !a.secure && port != "80" {
		a.port = port
	}
	a.host = lower(strings.TrimSuffix(host, "."))
	return true
}

// isHost refuses empty labels, a second port and brackets around what is no IPv6 address. One dot at the end is the root.
func isHost(s string) bool {
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		ip, err := netip.ParseAddr(s[1 : len(s)-1])
		return err == nil && ip.Is6()
	}
	s = strings.TrimSuffix(s, ".")
	return s != "" && s[0] != '.' && s[len(s)-1] != '.' && !strings.Contains(s, "..") && !strings.ContainsAny(s, ":[]")
}

// split decodes the segments of the path, each once, so that an encoded slash never divides. Empty ones do not count.
func (a *address) split() {
	for rest := a.path; rest != ""; {
		rest = rest[1:]
		part := rest
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			part, rest = rest[:i], rest[i:]
		} else {
			rest = ""
		}
		if part == "" {
			continue
		}
		if a.n < len(a.seg) {
			a.seg[a.n] = unescape(part)
		}
		a.n++
	}
}

// param is the first value of a query parameter, decoded; has tells "?v=" from no v at all.
func (a *address) param(name string) (value string, has bool) {
	for rest := a.query; rest != ""; {
		pair := rest
		if i := strings.IndexByte(rest, '&'); i >= 0 {
			pair, rest = rest[:i], rest[i+1:]
		} else {
			rest = ""
		}
		key, v, _ := strings.Cut(pair, "=")
		if key == name || strings.IndexByte(key, '%') >= 0 && unescape(key) == name {
			return unescape(v), true
		}
	}
	return "", false
}

// normal is the address without user info, default port and fragment, with scheme and host in lower case.
func (a *address) normal() string {
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

// unsupported is a link that the service cannot read.
func (a *address) unsupported(p content.Platform, reason Reason) Link {
	return Link{Canonical: a.normal(), Platform: p, Reason: reason}
}

// printable tells whether s is text without blanks and control characters.
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
