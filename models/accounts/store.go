// Package accounts stores people and their access: users, sessions, passwords, API keys, workspaces, members and
// invites. It may not know of HTTP.
package accounts

import "socialdata/models/db"

// Store reads and writes accounts. It is safe for concurrent use.
type Store struct {
	*db.DB
	passwords passwords
}

// New returns a Store on an open database.
func New(d *db.DB, cost PasswordCost) *Store { return &Store{DB: d, passwords: newPasswords(cost)} }

// Rows lists the package's row structs: a test compares them with the migrated schema.
func Rows() []any {
	return []any{User{}, Session{}, Workspace{}, member{}, Invite{}, PasswordReset{}, emailProof{}, APIKey{}, db.Setting{}, Identity{}, secondFactor{}, recoveryCode{}, OAuthClient{}, oauthGrant{}, oauthCode{}, oauthRefreshToken{}}
}
