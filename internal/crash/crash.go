// Package crash turns panics into errors. A goroutine that runs code for a request or a task defers Recover first: a panic
// that is not recovered ends the process, and with it every other request. It may import nothing of ours.
package crash

import (
	"fmt"
	"runtime/debug"
)

// Recover must be deferred directly. After a panic it sets err to one that says what crashed and where; it is unknown to the
// error catalogue, and so becomes internal_error with the stack as its cause.
func Recover(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("crashed: %v\n%s", r, debug.Stack())
	}
}

// Call runs f and returns its error, or what it crashed with.
func Call(f func() error) (err error) {
	defer Recover(&err)
	return f()
}
