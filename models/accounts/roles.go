package accounts

import (
	"slices"
	"strings"
)

// Role is what a member may do in a workspace. The tables of pages and operations list the role that each requires.
type Role string

// A member reads and annotates; an editor also looks up and imports; an owner manages everything.
const (
	Member Role = "member"
	Editor Role = "editor"
	Owner  Role = "owner"
)

// Roles lists every Role once. Each one includes the previous ones.
func Roles() []Role { return []Role{Member, Editor, Owner} }

// Includes reports whether role r may do what requires needed. An unknown role includes nothing and is included by none.
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
	EventsRead      Scope = "events:read" // this scope and those below are not in the specification
	WatchesRead     Scope = "watches:read"
	WatchesWrite    Scope = "watches:write"
	WebhooksRead    Scope = "webhooks:read"
	WebhooksWrite   Scope = "webhooks:write"
	RequestsRead    Scope = "requests:read"
	ExportsRead     Scope = "exports:read"
	ExportsWrite    Scope = "exports:write"
)

// Reads reports whether a scope allows reading only.
func (s Scope) Reads() bool { return strings.HasSuffix(string(s), ":read") }

// Scopes lists every Scope once.
func Scopes() []Scope {
	return []Scope{IngestionsWrite, IngestionsRead, ReferencesRead, ReferencesWrite, MediaRead, EventsRead, WatchesRead, WatchesWrite,
		WebhooksRead, WebhooksWrite, RequestsRead, ExportsRead, ExportsWrite}
}

// KeyState is the state of an API key.
type KeyState string

// The states of an API key.
const (
	KeyActive  KeyState = "active"
	KeyRevoked KeyState = "revoked"
	KeyExpired KeyState = "expired"
)
