package apierror

// The codes, in the order of the specification.
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

// Entry is what the catalogue says of a code.
type Entry struct {
	Code      Code
	Status    int
	Retryable bool
	Message   string // safe, shown to callers
	Advice    string // what to do about it, for the documentation
}

// catalogue is the one table of errors; decisions on status and retryable are the wire contract.
var catalogue = [...]Entry{
	{CodeInvalidInput, 400, false, "The request is not valid.", "Read details.fields: each entry names a value and what was expected."},
	{CodeCredentialConflict, 400, false, "Send a session cookie or a bearer key, not both.", "Drop one of the two credentials."},
	{CodeUnauthenticated, 401, false, "This needs a credential.", "Send Authorization: Bearer with an API key of the workspace."},
	{CodeInvalidCredential, 401, false, "The credential is not valid.", "Read details.reason; make a new key if it was revoked or expired."},
	{CodeInsufficientCredits, 402, false, "The workspace has too few credits.", "Ask the operator for more credits; nothing was charged."},
	{CodeForbidden, 403, false, "The credential does not allow this.", "Use a key with details.requiredScope or a session with details.requiredRole."},
	{CodePolicyBlocked, 403, false, "The operator of this service does not allow this source.", "Use another source."},
	{CodeNotFound, 404, false, "There is no such thing.", "Check the address or the id."},
	{CodeBootstrapConflict, 409, false, "The service has been set up already.", "Sign in instead."},
	{CodeLastOwnerConflict, 409, false, "A workspace needs at least one owner.", "Make another member an owner first."},
	{CodeRevisionConflict, 409, false, "The record was changed by someone else.", "Read it again and repeat with details.currentRevision."},
	{CodeIdempotencyConflict, 409, false, "The idempotency key is in use.", "Use a new key for another request; on in_progress wait for the first."},
	{CodeUnavailableRemoved, 410, false, "The source content was removed.", "Nothing brings it back; nothing was charged."},
	{CodeUnavailablePrivate, 422, false, "The source content is private.", "Only its owner can make it public."},
	{CodeUnavailableRestricted, 422, false, "The source content is restricted.", "It needs a sign-in, an age or a region that this service does not have."},
	{CodeUnsupportedObject, 422, false, "The link does not point to something this operation can read.", "Read details.reason and details.supported."},
	{CodeUnsupportedMedia, 422, false, "The media is not supported.", "Read details.reason."},
	{CodeLimitExceeded, 422, false, "A limit was exceeded.", "Read details.subject and details.limit."},
	{CodeRateLimited, 429, true, "Too many requests.", "Wait for the time in Retry-After."},
	{CodeInternalError, 500, true, "Something went wrong on our side.", "Try again; report the request id if it stays."},
	{CodeSourceChanged, 502, false, "The platform answered in a shape this service does not know.", "Report the request id; details.missing names what was not there."},
	{CodeNetworkTransport, 502, true, "The connection to the platform failed.", "Try again."},
	{CodeMediaInvalid, 502, false, "The media is damaged or not what it says it is.", "Read details.reason."},
	{CodeRetryExhausted, 502, true, "Every attempt failed.", "Read details.lastCode; import again later."},
	{CodeRouteDisabled, 503, false, "The operator has switched this source off.", "Wait until it is enabled."},
	{CodeRouteDegraded, 503, true, "The platform refuses to answer for now.", "Wait for the time in Retry-After."},
	{CodeStorageUnavailable, 503, true, "The storage of this service is away.", "Wait for the time in Retry-After."},
	{CodeNetworkTimeout, 504, true, "The platform did not answer in time.", "Try again."},
}

// Catalogue lists every code once.
func Catalogue() []Entry { return append([]Entry(nil), catalogue[:]...) }

// Lookup finds a code; an unknown one is internal_error.
func Lookup(c Code) Entry {
	for _, e := range catalogue {
		if e.Code == c {
			return e
		}
	}
	return Lookup(CodeInternalError)
}

// HTTPStatus is the status this occurrence answers with.
func (f *Error) HTTPStatus() int {
	if f.Status != 0 {
		return f.Status
	}
	return Lookup(f.Code).Status
}

// SafeMessage is the text that may leave.
func (f *Error) SafeMessage() string {
	if f.Message != "" {
		return f.Message
	}
	return Lookup(f.Code).Message
}

// Retryable tells whether the same request may succeed later.
func (f *Error) Retryable() bool {
	if f.Code == CodeIdempotencyConflict {
		return f.Details["reason"] == "in_progress"
	}
	return Lookup(f.Code).Retryable
}
