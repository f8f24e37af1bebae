package apierror

// Reason says more closely than a code how a platform refused.
type Reason string

// The reasons; "" is not known, or said by the code already.
const (
	TooManyRequests Reason = "too_many_requests" // its 429
	AskedToWait     Reason = "asked_to_wait"     // the same in its words
	BotCheck        Reason = "bot_check"
	SignInWall      Reason = "sign_in"
	EmptyAnswer     Reason = "empty_answer"
	ServerError     Reason = "server_error" // its 5xx
	Refused         Reason = "refused"
	Cooldown        Reason = "cooldown" // it was not called: the route is degraded
)

// Reasons lists every Reason once.
func Reasons() []Reason {
	return []Reason{TooManyRequests, AskedToWait, BotCheck, SignInWall, EmptyAnswer, ServerError, Refused, Cooldown}
}

// Evidence is what a platform really answered when a call failed. Reason is shown to owners, the rest to support; no
// answer of the API holds any of it.
type Evidence struct {
	Reason Reason `json:"-"`
	Status int    `json:"status,omitempty"` // 0: no answer
	Title  string `json:"title,omitempty"`  // of its page
	Marker string `json:"marker,omitempty"` // the words by which the reason was known
	Head   string `json:"head,omitempty"`   // the beginning of the answer, scrubbed, at most 2 kB
}

// ReasonOf returns the reason of an error; "" if none is known.
func ReasonOf(err error) Reason {
	if f := From(err); f != nil && f.Evidence != nil {
		return f.Evidence.Reason
	}
	return ""
}
