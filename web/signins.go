package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// Limits on failed sign-ins. An e-mail from one address is rejected after failedPairs failures. Over all addresses an
// e-mail is only slowed down, so that an attacker cannot lock out its owner.
const (
	failedPairs    = 5
	failedPeriod   = 15 * time.Minute
	slowAfter      = 10
	slowMost       = 40
	slowStep       = 100 * time.Millisecond
	slowPeriodName = "signin_failures"
)

// SignInGuard slows down guessing of passwords.
type SignInGuard struct {
	limiter Limiter
	lifted  bool
}

// NewSignInGuard returns a guard that counts failures with l. A sign-in rate of 0 disables it.
func NewSignInGuard(l Limiter, rates Rates) *SignInGuard {
	return &SignInGuard{limiter: l, lifted: rates.SignIn == 0}
}

var _ session.SignInGuard = (*SignInGuard)(nil)

// Try rejects an e-mail that failed too often from one address, and slows down an e-mail that is being guessed.
// Attempts are counted before check runs, so that concurrent attempts count even if a check takes long.
func (g *SignInGuard) Try(ctx context.Context, email string, check func() error) error {
	if g.lifted {
		return check()
	}
	pair, all := guessKeys(ctx, email)
	if a := g.limiter.Allow(ctx, pair, 1, failedPairs, failedPeriod); !a.OK {
		return apierror.New(apierror.CodeRateLimited, "policy", slowPeriodName, "limit", failedPairs, "windowSeconds", int(failedPeriod.Seconds())).
			After(failedPeriod / failedPairs)
	}
	a := g.limiter.Allow(ctx, all, 1, slowMost, failedPeriod)
	err := sleep(ctx, slowStep*time.Duration(max(0, slowMost-a.Remaining-slowAfter)))
	if err == nil {
		err = check()
	}
	if !apierror.Is(err, apierror.CodeInvalidCredential) {
		g.limiter.Refund(ctx, pair, failedPairs, failedPeriod)
		if a.OK {
			g.limiter.Refund(ctx, all, slowMost, failedPeriod)
		}
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// guessKeys returns keys that do not contain the e-mail in plain text.
func guessKeys(ctx context.Context, email string) (pair, all string) {
	d := sha256.Sum256([]byte(accounts.FoldEmail(email)))
	all = "guess:" + hex.EncodeToString(d[:12])
	return all + ":" + accounts.DeviceOf(ctx).Address, all
}
