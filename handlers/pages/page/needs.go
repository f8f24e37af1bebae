package page

import "time"

// Filter values of the list of references besides states. The overview links to them.
const (
	MayPass = "retryable" // failed imports that may succeed if retried
	Ending  = "ending"    // media whose hold ends within EndsSoon
)

// EndsSoon is how long before the end of a hold the pages warn about it.
const EndsSoon = 3 * 24 * time.Hour
