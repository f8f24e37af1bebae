package apierror

import (
	"net/url"
	"strings"
)

// Redact returns the text of a cause for logs and support. It reduces every address to scheme and host, because paths
// and queries may contain signatures, tokens and keys. It returns "" for nil.
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
