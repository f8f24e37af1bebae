package session

import "time"

// Allowance is what a caller has left of a rate limit.
type Allowance struct {
	Limit     Limit
	Rate      int // requests in a window; 0 where the limit is lifted
	Remaining int
	Window    time.Duration
	Reset     time.Duration // until all of it is back
}
