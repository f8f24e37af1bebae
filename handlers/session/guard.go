package session

import "context"

// SignInGuard slows down guessing at one person's password.
type SignInGuard interface {
	// Try counts an attempt at the password of an e-mail and then runs check. It returns rate_limited without running
	// check once the person's e-mail and the caller's address have failed too often together. An attempt counts as
	// failed only if check returns invalid_credential; every other one is taken back.
	Try(ctx context.Context, email string, check func() error) error
}
