// Package apierror is the error catalogue: every code that the service may return, with its status, whether a retry may
// help, and a text that is safe to show. It may not import any other package of ours. An Error carries its cause, which
// is logged once, where the error is rendered, and never sent.
package apierror

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Code is a stable error code of the API.
type Code string

// Error is one occurrence of a catalogue error, with its details.
type Error struct {
	Code       Code
	Message    string         // replaces the catalogue's text; must be safe
	Details    map[string]any // safe facts; their keys depend on the code
	Status     int            // replaces the catalogue's status; one of OtherStatuses
	RetryAfter time.Duration  // > 0: until another attempt is likely to succeed
	Cause      error          // never sent
	Evidence   *Evidence      // what the platform answered; never sent; may be nil
}

// New returns an error of the catalogue. Details are pairs: New(CodeNotFound, "resource", "workspace").
func New(code Code, pairs ...any) *Error {
	e := &Error{Code: code, Details: map[string]any{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		e.Details[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return e
}

// Wrap is New with a cause.
func Wrap(cause error, code Code, pairs ...any) *Error {
	e := New(code, pairs...)
	e.Cause = cause
	return e
}

// After sets how long the caller should wait before a retry.
func (e *Error) After(d time.Duration) *Error { e.RetryAfter = d; return e }

// With sets one detail.
func (e *Error) With(key string, value any) *Error { e.Details[key] = value; return e }

// Error returns the code and the cause, for logs.
func (e *Error) Error() string {
	if e.Cause == nil {
		return string(e.Code)
	}
	return string(e.Code) + ": " + e.Cause.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// From returns the Error in err. Any other error becomes internal_error with err as its cause. It returns nil for nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return Wrap(err, CodeInternalError)
}

// PastDeadline reports whether err is an exceeded deadline that has no code yet.
func PastDeadline(err error) bool {
	var named *Error
	return errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &named)
}

// Is reports whether err is an Error with one of the codes.
func Is(err error, codes ...Code) bool {
	var e *Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}
