package accounts

// Role is what a member may do in a workspace.
type Role string

// An owner manages everything; a member reads and annotates.
const (
	Owner  Role = "owner"
	Member Role = "member"
)

// Roles lists every Role once.
func Roles() []Role { return []Role{Owner, Member} }

// Scope is what an API key may do beyond lookups.
type Scope string

// The scopes of the specification.
const (
	IngestionsWrite Scope = "ingestions:write"
	IngestionsRead  Scope = "ingestions:read"
	ReferencesRead  Scope = "references:read"
	ReferencesWrite Scope = "references:write"
	MediaRead       Scope = "media:read"
)

// Scopes lists every Scope once.
func Scopes() []Scope {
	return []Scope{IngestionsWrite, IngestionsRead, ReferencesRead, ReferencesWrite, MediaRead}
}

// KeyState says whether an API key works.
type KeyState string

// The states of an API key.
const (
	KeyActive  KeyState = "active"
	KeyRevoked KeyState = "revoked"
	KeyExpired KeyState = "expired"
)
