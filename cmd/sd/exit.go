package main

import (
	"errors"
	"net/http"

	"socialdata/internal/client"
)

// The exit codes, by the class of an error.
const (
	exitFailed     = 1 // the connection, or anything of ours
	exitUsage      = 2 // of the command, or input that the service refuses
	exitCredential = 3
	exitGone       = 4 // not there, removed, private or restricted
	exitCredits    = 5
	exitLimit      = 6
	exitSource     = 7 // the platform, or the way to it
	exitConflict   = 8
)

const exitWords = `Exit codes: 0 done, 1 failed, 2 wrong use or input, 3 credential or permission, 4 not found, removed, private or
restricted, 5 credits, 6 limit, 7 the platform or the way to it, 8 conflict.`

// usage is a wrong use of the command.
type usage struct{ error }

// exitCode returns the exit code of an error.
func exitCode(err error) int {
	var wrong usage
	var refused *client.Refusal
	switch {
	case errors.As(err, &wrong):
		return exitUsage
	case !errors.As(err, &refused):
		return exitFailed
	}
	switch refused.Code {
	case "route_degraded", "route_disabled", "source_changed", "network_timeout", "network_transport", "retry_exhausted":
		return exitSource
	case "limit_exceeded":
		return exitLimit
	}
	switch refused.Status {
	case http.StatusBadRequest:
		return exitUsage
	case http.StatusUnauthorized, http.StatusForbidden:
		return exitCredential
	case http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity:
		return exitGone
	case http.StatusPaymentRequired:
		return exitCredits
	case http.StatusTooManyRequests:
		return exitLimit
	case http.StatusConflict:
		return exitConflict
	}
	return exitFailed
}
