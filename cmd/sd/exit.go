package main

import (
	"cmp"
	"errors"
	"net/http"

	"socialdata/cmd/sd/client"
)

// The exit codes, by class of error.
const (
	exitFailed     = 1 // the connection, or an error of this program
	exitUsage      = 2 // wrong use of the command, or input that the service rejects
	exitCredential = 3
	exitGone       = 4 // not found, removed, private or restricted
	exitCredits    = 5
	exitLimit      = 6
	exitSource     = 7 // the platform, or the connection to it
	exitConflict   = 8
)

const exitWords = `Exit codes: 0 done, 1 failed, 2 wrong use or input, 3 credential or permission, 4 not found, removed, private or
restricted, 5 credits, 6 limit, 7 the platform or the way to it, 8 conflict.`

// usage is an error in how the command was used.
type usage struct{ error }

// gone is an error for something that does not exist.
type gone struct{ error }

// codeExits has the exit codes of errors whose HTTP status is not specific enough, or that have none, such as those
// of imports.
var codeExits = map[string]int{
	"route_degraded": exitSource, "route_disabled": exitSource, "source_changed": exitSource, "network_timeout": exitSource,
	"network_transport": exitSource, "retry_exhausted": exitSource, "media_invalid": exitSource, "limit_exceeded": exitLimit, "rate_limited": exitLimit,
	"unavailable_removed": exitGone, "unavailable_private": exitGone, "unavailable_restricted": exitGone, "not_found": exitGone,
	"unsupported_object": exitUsage, "unsupported_media": exitUsage, "invalid_input": exitUsage, "insufficient_credits": exitCredits,
	"policy_blocked": exitCredential, "forbidden": exitCredential,
}

// exitCode returns the exit code of an error.
func exitCode(err error) int {
	var wrong usage
	var nothing gone
	var failed importFailed
	var refused *client.Refusal
	switch {
	case errors.As(err, &wrong):
		return exitUsage
	case errors.As(err, &nothing):
		return exitGone
	case errors.As(err, &failed):
		return cmp.Or(codeExits[failed.code], exitFailed)
	case !errors.As(err, &refused):
		return exitFailed
	}
	if exit := codeExits[string(refused.Code)]; exit != 0 {
		return exit
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
