// Package httpx reads the parts of HTTP answers that several packages need. It may import nothing of ours and sends
// nothing.
package httpx

import (
	"net/http"
	"strconv"
	"time"
)

// maxRetryAfter bounds a wait that a server asks for; a longer one is taken for a mistake.
const maxRetryAfter = 24 * time.Hour

// RetryAfter returns the wait that a Retry-After header in whole seconds asks for; 0 if it is absent, a date, not
// positive or longer than a day.
func RetryAfter(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || n < 1 || n > int(maxRetryAfter/time.Second) {
		return 0
	}
	return time.Duration(n) * time.Second
}
