package page

import "time"

// Ending is the filter value of the list of references for media whose hold ends within EndsSoon. The overview links to it.
const Ending = "ending"

// WorthAnother is the filter value of the list of imports for those that failed lately and may succeed now. The overview links to it.
const WorthAnother = "worth_another"

// EndsSoon is how long before the end of a hold the pages warn about it.
const EndsSoon = 3 * 24 * time.Hour
