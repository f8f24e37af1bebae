package apierror

import (
	"net/url"
	"strings"
)

// Scrub is the text of a cause for logs and support: it keeps of every address in a text only its scheme and
// host, because paths and queries may hold signatures, tokens and keys. nil is "".
func Redact(cause error) string {
	if cause == nil {
		return ""
	}
	words := strings.Fields(cause.Error())
	for n, w := range words {
		at := strings.Index(w, "://")
		if at < 0 {
			continue
		}
		begin := strings.LastIndexAny(w[:at], "\"'(<") + 1
		if u, err := url.Parse(strings.TrimRight(w[begin:], "\"'>):,.")); err == nil && u.Host != "" {
			words[n] = w[:begin] + u.Scheme + "://" + u.Host + "/…"
			continue
		}
		words[n] = w[:at] + "://…"
	}
	return strings.Join(words, " ")
}
