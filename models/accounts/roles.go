package accounts

import "slices"

// Role is what a member may do in a workspace. What a page or an operation needs stands in its row of the table of
// routes.
type Role string

// A member reads and annotates; an editor also looks up and imports; an owner manages everything.
const (
	Member Role = "member"
	Editor Role = "editor"
	Owner  Role = "owner"
)

// Roles lists every Role once. Each one includes those before it.
func Roles() []Role { return []Role{Member, Editor, Owner} }

// Includes reports whether a person with the role r may do what needs the other one. An unknown role includes nothing,
// and nothing includes it.
func (r Role) Includes(needed Role) bool {
	n := slices.Index(Roles(), needed)
	return n >= 0 && slices.Index(Roles(), r) >= n
}

// Scope is what an API key may do beyond lookups.
type Scope string

// The scopes of the specification.
const (
	IngestionsWrite Scope = "ingestions:write"
	IngestionsRead  Scope = "ingestions:read"
	ReferencesRead  Scope = "references:read"
	ReferencesWrite Scope = "references:write"
	MediaRead       Scope = "media:read"
	EventsRead      Scope = "events:read" // ours, as all that follow
	WatchesRead     Scope = "watches:read"
	WatchesWrite    Scope = "watches:write"
	WebhooksRead    Scope = "webhooks:read"
	WebhooksWrite   Scope = "webhooks:write"
	RequestsRead    Scope = "requests:read"
)

// Scopes lists every Scope once.
func Scopes() []Scope {
	return []Scope{IngestionsWrite, IngestionsRead, ReferencesRead, ReferencesWrite, MediaRead, EventsRead, WatchesRead, WatchesWrite,
		WebhooksRead, WebhooksWrite, RequestsRead}
}

// KeyState says whether an API key works.
type KeyState string

// The states of an API key.
const (
	KeyActive  KeyState = "active"
	KeyRevoked KeyState = "revoked"
	KeyExpired KeyState = "expired"
)
