package session

import (
	"context"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/shares"
)

// SignInGuard slows down guessing of passwords.
type SignInGuard interface {
	// Try counts an attempt at the password of an e-mail and then runs check. It returns rate_limited without running
	// check if the e-mail has failed too often from the caller's address. An attempt only counts as failed if check
	// returns invalid_credential; any other attempt is refunded.
	Try(ctx context.Context, email string, check func() error) error
}

// Passwords checks passwords. The API and the pages check passwords only through it, so that no check bypasses the
// guard.
type Passwords struct {
	Store *models.Store
	Guard SignInGuard
}

// SignIn opens a session. It returns invalid_credential if the e-mail or the password is wrong.
func (p *Passwords) SignIn(ctx context.Context, email, password string) (in *accounts.SignedIn, err error) {
	err = p.Guard.Try(ctx, email, func() error {
		in, err = p.Store.Accounts.SignIn(ctx, email, password)
		return err
	})
	return in, err
}

// AcceptInvite joins the workspace of an invite. Attempts count against the e-mail of the invite, so that a new
// invite does not grant new attempts.
func (p *Passwords) AcceptInvite(ctx context.Context, token, name, password string) (in *accounts.SignedIn, err error) {
	invite, err := p.Store.Accounts.FindInvite(ctx, token)
	if err != nil {
		return nil, err
	}
	err = p.Guard.Try(ctx, invite.Email, func() error {
		in, err = p.Store.Accounts.AcceptInvite(ctx, token, name, password)
		return err
	})
	return in, err
}

// Check checks the password of a signed-in person before an irreversible action. It returns invalid_credential if it
// is wrong.
func (p *Passwords) Check(ctx context.Context, who *accounts.SignedIn, password string) error {
	return p.Guard.Try(ctx, who.User.Email, func() error { return p.Store.Accounts.CheckPassword(ctx, who.User.ID, password) })
}

// ChangeDetails changes the name of a signed-in person and, with the current password, the e-mail.
func (p *Passwords) ChangeDetails(ctx context.Context, who *accounts.SignedIn, name, email, current string) error {
	return p.Guard.Try(ctx, who.User.Email, func() error {
		return p.Store.Accounts.ChangeDetails(ctx, who.User.ID, name, email, current)
	})
}

// Change sets the password of a signed-in person and ends their other sessions.
func (p *Passwords) Change(ctx context.Context, who *accounts.SignedIn, current, next string) error {
	return p.Guard.Try(ctx, who.User.Email, func() error {
		return p.Store.Accounts.ChangePassword(ctx, who.User.ID, who.SessionID, current, next)
	})
}

// OpenShare checks the password of a share. It returns invalid_credential if it is wrong. Attempts count against the
// share instead of an e-mail.
func (p *Passwords) OpenShare(ctx context.Context, share *shares.Share, password string) error {
	return p.Guard.Try(ctx, "share:"+share.ID, func() error { return p.Store.Accounts.CheckHash(ctx, share.PasswordHash, password) })
}
