package apierror

import "slices"

// The codes, in the order of the documentation.
const (
	CodeInvalidInput          Code = "invalid_input"
	CodeUnauthenticated       Code = "unauthenticated"
	CodeInvalidCredential     Code = "invalid_credential"
	CodeCredentialConflict    Code = "credential_conflict"
	CodeForbidden             Code = "forbidden"
	CodePolicyBlocked         Code = "policy_blocked"
	CodeRouteDisabled         Code = "route_disabled"
	CodeRouteDegraded         Code = "route_degraded"
	CodeNotFound              Code = "not_found"
	CodeBootstrapConflict     Code = "bootstrap_conflict"
	CodeLastOwnerConflict     Code = "last_owner_conflict"
	CodeRevisionConflict      Code = "revision_conflict"
	CodeIdempotencyConflict   Code = "idempotency_conflict"
	CodeUnavailablePrivate    Code = "unavailable_private"
	CodeUnavailableRestricted Code = "unavailable_restricted"
	CodeUnavailableRemoved    Code = "unavailable_removed"
	CodeUnsupportedObject     Code = "unsupported_object"
	CodeUnsupportedMedia      Code = "unsupported_media"
	CodeInsufficientCredits   Code = "insufficient_credits"
	CodeLimitExceeded         Code = "limit_exceeded"
	CodeRateLimited           Code = "rate_limited"
	CodeSourceChanged         Code = "source_changed"
	CodeNetworkTimeout        Code = "network_timeout"
	CodeNetworkTransport      Code = "network_transport"
	CodeMediaInvalid          Code = "media_invalid"
	CodeStorageUnavailable    Code = "storage_unavailable"
	CodeRetryExhausted        Code = "retry_exhausted"
	CodeInternalError         Code = "internal_error"
)

// Entry describes a code.
type Entry struct {
	Code      Code
	Status    int
	Retryable bool
	Message   string // safe to show to callers: what happened and, after a colon, what a program does about it
	Advice    string // what to do about it, for the documentation
}

// catalogue is the only table of errors. Status and Retryable are part of the API contract.
var catalogue = [...]Entry{
	{CodeInvalidInput, 400, false, "The request is not valid.", "Read details.fields: each entry names a value and what was expected."},
	{CodeCredentialConflict, 400, false, "Send either a session cookie or an API key, not both.", "Drop one of the two credentials."},
	{CodeUnauthenticated, 401, false, "Authentication required: send the header Authorization: Bearer <key>, with an API key of the workspace.", "Send Authorization: Bearer <key>, with an API key of the workspace; its owners make keys on the page Keys."},
	{CodeInvalidCredential, 401, false, "The credential is invalid: details.reason says whether it is unknown, revoked or expired.", "Read details.reason; create a new key if it was revoked or has expired."},
	{CodeInsufficientCredits, 402, false, "The workspace does not have enough credits.", "Ask the operator for more credits, or an owner for a larger budget of the key; nothing was charged."},
	{CodeForbidden, 403, false, "You do not have permission to do this: details names the scope or the role that it takes.", "Use a key with details.requiredScope or a session with details.requiredRole."},
	{CodePolicyBlocked, 403, false, "The operator of this service has blocked this source.", "Use another source."},
	{CodeNotFound, 404, false, "Not found.", "Check the address or the id."},
	{CodeBootstrapConflict, 409, false, "The service is already set up.", "Sign in instead."},
	{CodeLastOwnerConflict, 409, false, "A workspace needs at least one owner.", "Make another member an owner first."},
	{CodeRevisionConflict, 409, false, "Someone else has changed this record: read it again and retry with details.currentRevision.", "Read it again and retry with details.currentRevision."},
	{CodeIdempotencyConflict, 409, false, "This idempotency key is already in use: send another request with a new key, or wait while details.reason is in_progress.", "Use a new key for a different request; if the reason is in_progress, wait for the first request."},
	{CodeUnavailableRemoved, 410, false, "This content has been removed.", "It cannot be recovered; nothing was charged."},
	{CodeUnavailablePrivate, 422, false, "This content is private.", "Only its owner can make it public."},
	{CodeUnavailableRestricted, 422, false, "This content is restricted.", "It requires a sign-in, an age or a region that this service does not have."},
	{CodeUnsupportedObject, 422, false, "This operation does not support what the link points to.", "Read details.reason and details.supported."},
	{CodeUnsupportedMedia, 422, false, "This media is not supported: details.reason says why.", "Read details.reason."},
	{CodeLimitExceeded, 422, false, "A limit was exceeded: details.subject and details.limit say which.", "Read details.subject and details.limit."},
	{CodeRateLimited, 429, true, "Too many requests: wait as long as Retry-After says, then retry.", "Wait as long as Retry-After says, then retry."},
	{CodeInternalError, 500, true, "Something went wrong on our side: try again and, if it keeps happening, report the request id.", "Try again; if it keeps happening, report the request id."},
	{CodeSourceChanged, 502, false, "The platform's response has changed and could not be read.", "Report the request id; details.missing lists what was missing."},
	{CodeNetworkTransport, 502, true, "The connection to the platform failed.", "Try again."},
	{CodeMediaInvalid, 502, false, "The media file is damaged or is not what it claims to be.", "Read details.reason."},
	{CodeRetryExhausted, 502, true, "All attempts failed.", "Read failureCode of the import's last attempt; import the link again later."},
	{CodeRouteDisabled, 503, false, "This source is switched off.", "Wait until it is switched on again."},
	{CodeRouteDegraded, 503, true, "The platform is temporarily refusing requests.", "This is not your limit: the platform answers 429, asks for a sign-in or checks for bots. Wait as long as Retry-After says, then retry."},
	{CodeStorageUnavailable, 503, true, "Storage is temporarily unavailable.", "Wait as long as Retry-After says, then retry."},
	{CodeNetworkTimeout, 504, true, "The platform did not respond in time.", "Try again."},
}

// Catalogue returns the entry of every code.
func Catalogue() []Entry { return append([]Entry(nil), catalogue[:]...) }

// Lookup returns the entry of a code; for an unknown code that of internal_error.
func Lookup(c Code) Entry {
	for _, entry := range catalogue {
		if entry.Code == c {
			return entry
		}
	}
	return Lookup(CodeInternalError)
}

// otherStatuses are what Error.Status is set to, by code.
var otherStatuses = map[Code][]int{CodeInvalidInput: {405, 406, 415}, CodeLimitExceeded: {413, 431}}

// OtherStatuses lists the statuses beside the catalogue's with which a code is answered.
func OtherStatuses(c Code) []int { return slices.Clone(otherStatuses[c]) }

// HTTPStatus returns the status of the response.
func (e *Error) HTTPStatus() int {
	if e.Status != 0 {
		return e.Status
	}
	return Lookup(e.Code).Status
}

// RetryableCodes lists the codes of what may succeed another time.
func RetryableCodes() (codes []Code) {
	for _, e := range catalogue {
		if e.Retryable {
			codes = append(codes, e.Code)
		}
	}
	return codes
}

// UnavailableCodes lists the codes that say that content is removed, private, restricted or nowhere: nothing that this service
// does makes it available, so an import that failed so is not run again.
func UnavailableCodes() []Code {
	return []Code{CodeUnavailableRemoved, CodeUnavailablePrivate, CodeUnavailableRestricted, CodeNotFound}
}

// Unavailable reports whether a code is one of UnavailableCodes.
func Unavailable(c Code) bool { return slices.Contains(UnavailableCodes(), c) }

// Retryable reports whether the same request may succeed later.
func (e *Error) Retryable() bool {
	if e.Code == CodeIdempotencyConflict {
		return e.Details["reason"] == "in_progress"
	}
	return Lookup(e.Code).Retryable
}
