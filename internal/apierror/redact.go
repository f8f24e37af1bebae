package apierror

import (
	"net/url"
	"strings"
)

// Redact returns the text of a cause for logs and support. Of every address in it only scheme and host are kept, because
// paths and queries may hold signatures, tokens and keys. It returns "" for nil.
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
