package jobs

import (
	"net/url"
	"strings"
)

// scrub keeps of every address in a text only its scheme and host: signed queries and tokens stay inside.
func scrub(text string) string {
	words := strings.Fields(text)
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
