package apierror

// Reason is how a platform refused, in more detail than a code.
type Reason string

// The reasons. "" means unknown, or that the code says it all.
const (
	TooManyRequests Reason = "too_many_requests" // the platform's 429
	AskedToWait     Reason = "asked_to_wait"     // the same as a text
	BotCheck        Reason = "bot_check"
	SignInWall      Reason = "sign_in"
	EmptyAnswer     Reason = "empty_answer"
	ServerError     Reason = "server_error" // the platform's 5xx
	Refused         Reason = "refused"
	Cooldown        Reason = "cooldown" // not called, because the route is degraded
)

// Reasons lists every Reason once.
func Reasons() []Reason {
	return []Reason{TooManyRequests, AskedToWait, BotCheck, SignInWall, EmptyAnswer, ServerError, Refused, Cooldown}
}

// Evidence is what a platform answered when a call failed. Reason is shown to owners and the rest to support; API
// answers contain none of it.
type Evidence struct {
	Reason Reason `json:"-"`
	Status int    `json:"status,omitempty"` // 0: no answer
	Title  string `json:"title,omitempty"`  // of its page
	Marker string `json:"marker,omitempty"` // the text that identified the reason
	Head   string `json:"head,omitempty"`   // start of the answer, without secrets, at most 2 kB
}

// ReasonOf returns the reason of an error; "" if none is known.
func ReasonOf(err error) Reason {
	if f := From(err); f != nil && f.Evidence != nil {
		return f.Evidence.Reason
	}
	return ""
}
