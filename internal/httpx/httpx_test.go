package httpx_test

import (
	"net/http"
	"testing"
	"time"

	"socialdata/internal/httpx"
)

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		header string
		want   time.Duration
	}{
		{"", 0},
		{"1", time.Second},
		{"120", 2 * time.Minute},
		{"86400", 24 * time.Hour},
		{"86401", 0},
		{"0", 0},
		{"-5", 0},
		{"1.5", 0},
		{"9999999999999999999999", 0},
		{"Wed, 21 Oct 2026 07:28:00 GMT", 0},
	} {
		t.Run(c.header, func(t *testing.T) {
			if got := httpx.RetryAfter(http.Header{"Retry-After": {c.header}}); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if got := httpx.RetryAfter(nil); got != 0 {
		t.Errorf("no header: %s", got)
	}
}
