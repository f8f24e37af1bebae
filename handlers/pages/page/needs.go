package page

import "time"

// What the list of references shows beside a state, as its address names it: the overview leads there.
const (
	MayPass = "retryable" // failed imports that may succeed another time
	Ending  = "ending"    // what is kept for no longer than EndsSoon
)

// EndsSoon is how long before the end of a hold its owners are told on pages.
const EndsSoon = 3 * 24 * time.Hour
