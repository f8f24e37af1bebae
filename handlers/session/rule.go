package session

import (
	"cmp"
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// Rule says who may make a request and which limit it counts against. Every API operation and every page has one.
type Rule struct {
	Credential Credential
	Role       Role           // required of a person; a key is checked by its scopes only
	Scope      accounts.Scope // required of a key; "" for any valid key
	Limit      Limit          // "" means LimitRead
	Wait       Wait           // 0 means NoFetch
	Weight     Weight         // nil if the request counts as one
}

// Weight returns how many requests a body counts as against the limit.
type Weight func(body []byte) int

// Credential says which credential a request must carry.
type Credential int

// The credentials of the API. Changes require an Origin header unless they use a key or the setup token.
const (
	NoCredential Credential = iota
	OptionalSession
	SetupToken
	APIKey
	APIKeyOrSession
	Session
)

// Role is the role that a request requires of a person.
type Role string

// The roles in a workspace, and the two roles for the whole service.
const (
	NoRole   Role = "" // any signed-in person; the request does not apply to a workspace
	Member        = Role(accounts.Member)
	Editor        = Role(accounts.Editor)
	Owner         = Role(accounts.Owner)
	Operator Role = "operator"
	Support  Role = "support"
)

// InWorkspace reports whether the role is a role in a workspace.
func (r Role) InWorkspace() bool { return slices.Contains(accounts.Roles(), accounts.Role(r)) }

// Limit is the rate limit that a request counts against.
type Limit string

// The rate limits. "" means LimitRead.
const (
	LimitRead   Limit = "read"
	LimitLookup Limit = "lookup"
	LimitImport Limit = "import"
	LimitSignIn Limit = "signin"
	LimitOpen   Limit = "open" // per address, for requests without a credential

	// LimitImportEach is LimitImport for requests that start several imports. Each import counts when it is accepted
	// (Caller.More); the request itself does not count.
	LimitImportEach Limit = "import_each"
)

// Name returns the published name of the limit. LimitImportEach shares that of LimitImport.
func (l Limit) Name() Limit {
	if l == LimitImportEach {
		return LimitImport
	}
	return cmp.Or(l, LimitRead)
}

// LongestWait is how long an import of a batch may wait for the limit. Imports that would wait longer are rejected.
const LongestWait = time.Hour

// Wait is what a request may wait for: a number of consecutive live fetches from platforms, or one of the special
// values. It determines the request's deadline.
type Wait int

// The values of Wait.
const (
	NoFetch Wait = iota // only uses our own stores
	OneFetch
	TwoFetches
	Batch    // as long as a batch of lookups may take
	LongPoll // until something happens, at most input.MaxWaitSeconds
)

// Permit returns forbidden if the caller lacks the scope or the role that a rule requires. The caller must already be
// authenticated by a credential that the rule accepts.
func (c *Caller) Permit(rule Rule) error {
	switch {
	case c.Key != nil && rule.Credential == Session:
		return apierror.New(apierror.CodeForbidden, "requiredRole", cmp.Or(rule.Role, Member))
	case c.Key != nil:
		if rule.Scope != "" && !slices.Contains(c.Key.Scopes(), rule.Scope) {
			return apierror.New(apierror.CodeForbidden, "requiredScope", rule.Scope)
		}
	case !c.has(rule.Role):
		return apierror.New(apierror.CodeForbidden, "requiredRole", rule.Role)
	}
	return nil
}

// has reports whether the person has a role. Roles in a workspace refer to the workspace of the request.
func (c *Caller) has(role Role) bool {
	switch role {
	case NoRole:
		return true
	case Operator:
		return c.Person.User.Operator
	case Support:
		return c.Person.User.Support
	case Member, Editor, Owner:
	}
	return c.Has(accounts.Role(role))
}
