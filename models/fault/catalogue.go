package fault

// The codes, in the order of the specification.
const (
	InvalidInput          Code = "invalid_input"
	Unauthenticated       Code = "unauthenticated"
	InvalidCredential     Code = "invalid_credential"
	CredentialConflict    Code = "credential_conflict"
	Forbidden             Code = "forbidden"
	PolicyBlocked         Code = "policy_blocked"
	RouteDisabled         Code = "route_disabled"
	RouteDegraded         Code = "route_degraded"
	NotFound              Code = "not_found"
	BootstrapConflict     Code = "bootstrap_conflict"
	LastOwnerConflict     Code = "last_owner_conflict"
	RevisionConflict      Code = "revision_conflict"
	IdempotencyConflict   Code = "idempotency_conflict"
	UnavailablePrivate    Code = "unavailable_private"
	UnavailableRestricted Code = "unavailable_restricted"
	UnavailableRemoved    Code = "unavailable_removed"
	UnsupportedObject     Code = "unsupported_object"
	UnsupportedMedia      Code = "unsupported_media"
	InsufficientCredits   Code = "insufficient_credits"
	LimitExceeded         Code = "limit_exceeded"
	RateLimited           Code = "rate_limited"
	SourceChanged         Code = "source_changed"
	NetworkTimeout        Code = "network_timeout"
	NetworkTransport      Code = "network_transport"
	MediaInvalid          Code = "media_invalid"
	StorageUnavailable    Code = "storage_unavailable"
	RetryExhausted        Code = "retry_exhausted"
	InternalError         Code = "internal_error"
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
	{InvalidInput, 400, false, "The request is not valid.", "Read details.fields: each entry names a value and what was expected."},
	{CredentialConflict, 400, false, "Send a session cookie or a bearer key, not both.", "Drop one of the two credentials."},
	{Unauthenticated, 401, false, "This needs a credential.", "Send Authorization: Bearer with an API key of the workspace."},
	{InvalidCredential, 401, false, "The credential is not valid.", "Read details.reason; make a new key if it was revoked or expired."},
	{InsufficientCredits, 402, false, "The workspace has too few credits.", "Ask the operator for more credits; nothing was charged."},
	{Forbidden, 403, false, "The credential does not allow this.", "Use a key with details.requiredScope or a session with details.requiredRole."},
	{PolicyBlocked, 403, false, "The operator of this service does not allow this source.", "Use another source."},
	{NotFound, 404, false, "There is no such thing.", "Check the address or the id."},
	{BootstrapConflict, 409, false, "The service has been set up already.", "Sign in instead."},
	{LastOwnerConflict, 409, false, "A workspace needs at least one owner.", "Make another member an owner first."},
	{RevisionConflict, 409, false, "The record was changed by someone else.", "Read it again and repeat with details.currentRevision."},
	{IdempotencyConflict, 409, false, "The idempotency key is in use.", "Use a new key for another request; on in_progress wait for the first."},
	{UnavailableRemoved, 410, false, "The source content was removed.", "Nothing brings it back; nothing was charged."},
	{UnavailablePrivate, 422, false, "The source content is private.", "Only its owner can make it public."},
	{UnavailableRestricted, 422, false, "The source content is restricted.", "It needs a sign-in, an age or a region that this service does not have."},
	{UnsupportedObject, 422, false, "The link does not point to something this operation can read.", "Read details.reason and details.supported."},
	{UnsupportedMedia, 422, false, "The media is not supported.", "Read details.reason."},
	{LimitExceeded, 422, false, "A limit was exceeded.", "Read details.subject and details.limit."},
	{RateLimited, 429, true, "Too many requests.", "Wait for the time in Retry-After."},
	{InternalError, 500, true, "Something went wrong on our side.", "Try again; report the request id if it stays."},
	{SourceChanged, 502, false, "The platform answered in a shape this service does not know.", "Report the request id; details.missing names what was not there."},
	{NetworkTransport, 502, true, "The connection to the platform failed.", "Try again."},
	{MediaInvalid, 502, false, "The media is damaged or not what it says it is.", "Read details.reason."},
	{RetryExhausted, 502, true, "Every attempt failed.", "Read details.lastCode; import again later."},
	{RouteDisabled, 503, false, "The operator has switched this source off.", "Wait until it is enabled."},
	{RouteDegraded, 503, true, "The platform refuses to answer for now.", "Wait for the time in Retry-After."},
	{StorageUnavailable, 503, true, "The storage of this service is away.", "Wait for the time in Retry-After."},
	{NetworkTimeout, 504, true, "The platform did not answer in time.", "Try again."},
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
	return Lookup(InternalError)
}

// HTTPStatus is the status this occurrence answers with.
func (f *Fault) HTTPStatus() int {
	if f.Status != 0 {
		return f.Status
	}
	return Lookup(f.Code).Status
}

// SafeMessage is the text that may leave.
func (f *Fault) SafeMessage() string {
	if f.Message != "" {
		return f.Message
	}
	return Lookup(f.Code).Message
}

// Retryable tells whether the same request may succeed later.
func (f *Fault) Retryable() bool {
	if f.Code == IdempotencyConflict {
		return f.Details["reason"] == "in_progress"
	}
	return Lookup(f.Code).Retryable
}
