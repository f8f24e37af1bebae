package session

import "context"

// SignInGuard slows down guessing. Both methods tell rate_limited as an error and 0 failures as no effect.
type SignInGuard interface {
	// Before waits or refuses, by what the pair of e-mail and address has failed lately.
	Before(ctx context.Context, email string) error
	// Failed counts a wrong pair.
	Failed(ctx context.Context, email string)
}
