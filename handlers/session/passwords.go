package session

import (
	"context"
	"time"

	"socialdata/internal/apierror"
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
	Store  *models.Store
	Guard  SignInGuard
	Closed bool // people sign in at the operator's issuer only

	StaffFactor bool // staff who sign in with a password need a second factor
}

// freshSignIn is how recent a sign-in must be that stands for a password, of people who have none.
const freshSignIn = 10 * time.Minute

// open returns forbidden if nobody may sign in with a password.
func (p *Passwords) open() error {
	if p.Closed {
		return apierror.New(apierror.CodeForbidden, "reason", "passwords_closed")
	}
	return nil
}

// Has reports whether a person can sign in with a password.
func (p *Passwords) Has(who *accounts.SignedIn) bool { return who.HasPassword && !p.Closed }

// SignIn opens a session. It returns invalid_credential if the e-mail, the password or the code is wrong; without the code
// of somebody who has a second factor, it returns what accounts.SignIn does.
func (p *Passwords) SignIn(ctx context.Context, email, password, code string) (in *accounts.SignedIn, err error) {
	if err := p.open(); err != nil {
		return nil, err
	}
	err = p.Guard.Try(ctx, email, func() error {
		in, err = p.Store.Accounts.SignInWith(ctx, email, password, code)
		return err
	})
	return in, err
}

// SignInCode ends a sign-in with a code. Wrong codes count as wrong passwords do.
func (p *Passwords) SignInCode(ctx context.Context, half accounts.HalfSignIn, code string) (in *accounts.SignedIn, err error) {
	if err := p.open(); err != nil {
		return nil, err
	}
	err = p.Guard.Try(ctx, half.Email, func() error {
		in, err = p.Store.Accounts.SignInCode(ctx, half, code)
		return err
	})
	return in, err
}

// RemoveSecondFactor switches a second factor off with the person's password and a code.
func (p *Passwords) RemoveSecondFactor(ctx context.Context, who *accounts.SignedIn, password, code string) error {
	return p.Guard.Try(ctx, who.User.Email, func() error { return p.Store.Accounts.RemoveSecondFactor(ctx, who.User.ID, password, code) })
}

// RequireFactor returns forbidden for staff who can sign in with a password alone, if the operator wants a second factor
// of them.
func (p *Passwords) RequireFactor(ctx context.Context, rule Rule, who *accounts.SignedIn) error {
	if !p.StaffFactor || rule.Role != Support && rule.Role != Operator || !p.Has(who) {
		return nil
	}
	f, err := p.Store.Accounts.FindSecondFactor(ctx, who.User.ID)
	if err == nil && !f.On {
		err = apierror.New(apierror.CodeForbidden, "reason", "second_factor")
	}
	return err
}

// AcceptInvite joins the workspace of an invite. Attempts count against the e-mail of the invite, so that a new
// invite does not grant new attempts.
func (p *Passwords) AcceptInvite(ctx context.Context, token, name, password, code string) (in *accounts.SignedIn, err error) {
	if err := p.open(); err != nil {
		return nil, err
	}
	invite, err := p.Store.Accounts.FindInvite(ctx, token)
	if err != nil {
		return nil, err
	}
	Did(ctx, Done{WorkspaceID: invite.WorkspaceID, Detail: string(invite.Role)})
	err = p.Guard.Try(ctx, invite.Email, func() error {
		in, err = p.Store.Accounts.AcceptInviteWith(ctx, token, name, password, code)
		return err
	})
	return in, err
}

// Check checks the password of a signed-in person before an irreversible action. It returns invalid_credential if it
// is wrong. Somebody who cannot sign in with a password must have signed in within the last ten minutes instead.
func (p *Passwords) Check(ctx context.Context, who *accounts.SignedIn, password string) error {
	if !p.Has(who) {
		if p.Store.Now().Sub(who.BegunAt) > freshSignIn {
			return apierror.New(apierror.CodeInvalidCredential, "reason", "sign_in_again")
		}
		return nil
	}
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
	if err := p.open(); err != nil {
		return err
	}
	return p.Guard.Try(ctx, who.User.Email, func() error {
		return p.Store.Accounts.ChangePassword(ctx, who.User.ID, who.SessionID, current, next)
	})
}

// CreateReset creates a link with which a person sets a new password. An owner's link is no use while passwords are closed.
func (p *Passwords) CreateReset(ctx context.Context, userID, by string) (*accounts.PasswordReset, string, error) {
	if err := p.open(); err != nil {
		return nil, "", err
	}
	return p.Store.Accounts.CreatePasswordReset(ctx, userID, by)
}

// FindReset returns the person of a link that Reset accepts.
func (p *Passwords) FindReset(ctx context.Context, token string) (*accounts.User, error) {
	return p.Store.Accounts.FindPasswordReset(ctx, token, p.Closed)
}

// Reset sets a password by a link and signs in. While passwords are closed, only the operator's own links work: they are
// the way in when the issuer is lost.
func (p *Passwords) Reset(ctx context.Context, token, password string) (*accounts.SignedIn, error) {
	return p.Store.Accounts.ResetPassword(ctx, token, password, p.Closed)
}

// OpenShare checks the password of a share. It returns invalid_credential if it is wrong. Attempts count against the
// share instead of an e-mail.
func (p *Passwords) OpenShare(ctx context.Context, share *shares.Share, password string) error {
	return p.Guard.Try(ctx, "share:"+share.ID, func() error { return p.Store.Accounts.CheckHash(ctx, share.PasswordHash, password) })
}
