// Package httpx parses parts of HTTP responses for several packages. It may import nothing of ours and makes no requests.
package httpx

import (
	"net/http"
	"strconv"
	"time"
)

// maxRetryAfter is the longest accepted wait; a longer one is considered a mistake.
const maxRetryAfter = 24 * time.Hour

// RetryAfter returns the wait in a Retry-After header of whole seconds; 0 if it is absent, a date, not positive or longer than a day.
func RetryAfter(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || n < 1 || n > int(maxRetryAfter/time.Second) {
		return 0
	}
	return time.Duration(n) * time.Second
}
