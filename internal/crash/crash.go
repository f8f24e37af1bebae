// Package crash turns panics into errors. A goroutine that runs code for a request or a task must first defer Recover: a
// panic that is not recovered ends the process with all other requests. It may import nothing of ours.
package crash

import (
	"fmt"
	"runtime/debug"
)

// Recover must be deferred directly. After a panic it sets err to an error with the panic and its stack. The error
// catalogue does not know that error, so it becomes internal_error with the stack as its cause.
func Recover(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("crashed: %v\n%s", r, debug.Stack())
	}
}

// Call runs f and returns its error, or its panic as an error.
func Call(f func() error) (err error) {
	defer Recover(&err)
	return f()
}
