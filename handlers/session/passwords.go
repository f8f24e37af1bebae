package session

import (
	"context"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/shares"
)

// SignInGuard slows down guessing at one person's password.
type SignInGuard interface {
	// Try counts an attempt at the password of an e-mail and then runs check. It returns rate_limited without running
	// check once the person's e-mail and the caller's address have failed too often together. An attempt counts as
	// failed only if check returns invalid_credential; every other one is taken back.
	Try(ctx context.Context, email string, check func() error) error
}

// Passwords checks passwords. The API and the pages have no other way to a check, so that no place that takes a
// password is left without the guard.
type Passwords struct {
	Store *models.Store
	Guard SignInGuard
}

// SignIn opens a session; a wrong pair is invalid_credential.
func (p *Passwords) SignIn(ctx context.Context, email, password string) (in *accounts.SignedIn, err error) {
	err = p.Guard.Try(ctx, email, func() error {
		in, err = p.Store.Accounts.SignIn(ctx, email, password)
		return err
	})
	return in, err
}

// AcceptInvite joins the workspace of an invite. The attempt counts against the e-mail that the invite was made for:
// a fresh invite gives no fresh attempts.
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

// Check checks the password of a signed-in person before what cannot be undone; a wrong one is invalid_credential.
func (p *Passwords) Check(ctx context.Context, who *accounts.SignedIn, password string) error {
	return p.Guard.Try(ctx, who.User.Email, func() error { return p.Store.Accounts.CheckPassword(ctx, who.User.ID, password) })
}

// ChangeDetails changes the name of a signed-in person, and with the current password the e-mail.
func (p *Passwords) ChangeDetails(ctx context.Context, who *accounts.SignedIn, name, email, current string) error {
	return p.Guard.Try(ctx, who.User.Email, func() error {
		return p.Store.Accounts.ChangeDetails(ctx, who.User.ID, name, email, current)
	})
}

// Change gives a signed-in person a new password and ends their other sessions.
func (p *Passwords) Change(ctx context.Context, who *accounts.SignedIn, current, next string) error {
	return p.Guard.Try(ctx, who.User.Email, func() error {
		return p.Store.Accounts.ChangePassword(ctx, who.User.ID, who.SessionID, current, next)
	})
}

// OpenShare checks the password of a share; a wrong one is invalid_credential. Attempts count against the share, as those at a person's
// password count against the e-mail.
func (p *Passwords) OpenShare(ctx context.Context, share *shares.Share, password string) error {
	return p.Guard.Try(ctx, "share:"+share.ID, func() error { return p.Store.Accounts.CheckHash(ctx, share.PasswordHash, password) })
}
