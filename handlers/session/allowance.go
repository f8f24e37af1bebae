package session

import "time"

// Allowance is what remains of a caller's rate limit.
type Allowance struct {
	Limit     Limit
	Rate      int // requests in a window; 0 if the limit is disabled
	Remaining int
	Window    time.Duration
	Reset     time.Duration // until the whole limit is available again
}
