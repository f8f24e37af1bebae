// Package fault is the error catalogue: every code that may leave the service, with its status, whether a repeat may
// help, and a text that is safe to show. It may not import any other package of ours. A Fault carries its cause inside;
// the cause is logged once at the edge and never leaves.
package apierror

import (
	"errors"
	"fmt"
	"time"
)

// Code is a stable error code of the wire.
type Code string

// Fault is one error of the catalogue with the facts of this occurrence.
type Error struct {
	Code       Code
	Message    string         // overrides the catalogue's text; must be safe
	Details    map[string]any // safe facts as decided per code
	Status     int            // overrides the catalogue's status (405, 413, 415, 431)
	RetryAfter time.Duration  // > 0: until another attempt is likely to succeed
	Cause      error          // never leaves the process
}

// New makes a fault of the catalogue. Details are pairs: New(NotFound, "resource", "workspace").
func New(code Code, pairs ...any) *Error {
	f := &Error{Code: code, Details: map[string]any{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.Details[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return f
}

// Wrap is New with a cause.
func Wrap(cause error, code Code, pairs ...any) *Error {
	f := New(code, pairs...)
	f.Cause = cause
	return f
}

// After sets how long a caller should wait.
func (f *Error) After(d time.Duration) *Error { f.RetryAfter = d; return f }

// With sets one detail.
func (f *Error) With(key string, value any) *Error { f.Details[key] = value; return f }

// Error is for logs: it holds the cause.
func (f *Error) Error() string {
	if f.Cause == nil {
		return string(f.Code)
	}
	return string(f.Code) + ": " + f.Cause.Error()
}

// Unwrap gives the cause to errors.Is and errors.As.
func (f *Error) Unwrap() error { return f.Cause }

// From finds the fault in err; what is none becomes internal_error with err as its cause. nil stays nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var f *Error
	if errors.As(err, &f) {
		return f
	}
	return Wrap(err, CodeInternalError)
}

// Is tells whether err is a fault of one of the codes.
func Is(err error, codes ...Code) bool {
	var f *Error
	if !errors.As(err, &f) {
		return false
	}
	for _, c := range codes {
		if f.Code == c {
			return true
		}
	}
	return false
}
