package session

// Limit is the rate limit that a request counts against.
type Limit string

// The limits of the contract. "" is LimitRead.
const (
	LimitRead   Limit = "read"
	LimitLookup Limit = "lookup"
	LimitImport Limit = "import"
	LimitSignIn Limit = "signin"
	LimitOpen   Limit = "open" // by address: what needs no credential
)
