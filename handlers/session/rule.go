package session

import (
	"cmp"
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// Rule says who may make a request and what it counts against. Every operation of the API and every page has one.
type Rule struct {
	Credential Credential
	Role       Role           // that a person needs; a key acts by its scopes alone
	Scope      accounts.Scope // that a key needs; "" for any live key
	Limit      Limit          // "" is LimitRead
	Wait       Wait           // 0 is NoFetch
	Weight     Weight         // nil: the request counts as one
}

// Weight returns as how many requests a body counts against the limit.
type Weight func(body []byte) int

// Credential says which credential a request must carry.
type Credential int

// The credentials of the contract. What is changed with anything but a key or the setup token needs an Origin header.
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

// The roles in a workspace, and the two of the whole service.
const (
	NoRole   Role = "" // any signed-in person; the request is about no workspace
	Member        = Role(accounts.Member)
	Editor        = Role(accounts.Editor)
	Owner         = Role(accounts.Owner)
	Operator Role = "operator"
	Support  Role = "support"
)

// InWorkspace reports whether the role is one in a workspace.
func (r Role) InWorkspace() bool { return slices.Contains(accounts.Roles(), accounts.Role(r)) }

// Limit is the rate limit that a request counts against.
type Limit string

// The limits of the contract. "" is LimitRead.
const (
	LimitRead   Limit = "read"
	LimitLookup Limit = "lookup"
	LimitImport Limit = "import"
	LimitSignIn Limit = "signin"
	LimitOpen   Limit = "open" // by address: requests without a credential

	// LimitImportEach is LimitImport for a request that starts several imports: each of them counts when it is accepted
	// (Caller.More), the request itself does not.
	LimitImportEach Limit = "import_each"
)

// Name returns the limit as it is published: requests and the imports that they start count against the same one.
func (l Limit) Name() Limit {
	if l == LimitImportEach {
		return LimitImport
	}
	return cmp.Or(l, LimitRead)
}

// LongestWait bounds how long an import of several waits until the limit has room for it; what would wait longer is refused.
const LongestWait = time.Hour

// Wait is what a request may wait for: so many live answers of platforms, one after the other, or something of its own.
// Its deadline follows from that.
type Wait int

// The waits of the contract.
const (
	NoFetch Wait = iota // asks our own stores only
	OneFetch
	TwoFetches
	Batch    // for as long as a batch of lookups may take
	LongPoll // for something to happen, up to input.MaxWaitSeconds
)

// Permit returns forbidden if the caller lacks the scope or the role of a rule. Before this the caller was found by a
// credential that the rule takes.
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

// has reports whether the person has a role, where it is one of a workspace in the request's.
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
