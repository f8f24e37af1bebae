package sources

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// httpOnlyPrefix marks a cookie that scripts may not read. Any other line that begins with # is a comment.
const httpOnlyPrefix = "#HttpOnly_"

// parseCookies reads the Netscape format: domain, subdomains, path, secure, expiry, name and value, separated by tabs.
func parseCookies(text string, hosts []string) ([]cookie, error) {
	var list []cookie
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r")
		rest, httpOnly := strings.CutPrefix(line, httpOnlyPrefix)
		if strings.TrimSpace(rest) == "" || !httpOnly && strings.HasPrefix(line, "#") {
			continue
		}
		c, ok := parseCookie(rest)
		switch {
		case !ok:
			return nil, fmt.Errorf("line %d of the cookie file is not in Netscape format", n+1)
		case !HostAllowed(c.domain, hosts):
			return nil, fmt.Errorf("line %d of the cookie file is of another domain than the platform's", n+1)
		case len(list) >= maxCookies:
			return nil, fmt.Errorf("the cookie file has more than %d cookies", maxCookies)
		}
		c.httpOnly = httpOnly
		list = append(list, c)
	}
	return list, nil
}

func parseCookie(line string) (cookie, bool) {
	f := strings.Split(line, "\t")
	if len(f) != 7 || f[5] == "" || !strings.HasPrefix(f[2], "/") {
		return cookie{}, false
	}
	expires, err := strconv.ParseFloat(f[4], 64)
	domain := strings.ToLower(strings.TrimPrefix(f[0], "."))
	if err != nil || expires < 0 || expires > 1<<53 || domain == "" || strings.ContainsAny(f[5]+f[6], ";\x00") || len(f[5])+len(f[6]) > maxCookieValue {
		return cookie{}, false
	}
	return cookie{domain: domain, subdomains: strings.EqualFold(f[1], "TRUE"), path: f[2], secure: strings.EqualFold(f[3], "TRUE"),
		expires: int64(expires), name: f[5], value: f[6]}, true
}

// formatCookies writes list in the Netscape format, without expired cookies.
func formatCookies(list []cookie, now time.Time) string {
	var b strings.Builder
	b.WriteString("# Netscape HTTP Cookie File\n")
	yes := map[bool]string{true: "TRUE", false: "FALSE"}
	for _, c := range list {
		if c.expires != 0 && c.expires <= now.Unix() {
			continue
		}
		if c.httpOnly {
			b.WriteString(httpOnlyPrefix)
		}
		if c.subdomains {
			b.WriteString(".")
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", c.domain, yes[c.subdomains], c.path, yes[c.secure], c.expires, c.name, c.value)
	}
	return b.String()
}
