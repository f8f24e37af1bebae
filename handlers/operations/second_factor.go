package operations

import (
	"context"
	"net/url"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// FactorAddress returns the address of a secret that apps read from a QR code.
func FactorAddress(secret, email string) string {
	return "otpauth://totp/" + url.PathEscape("Social Data:"+email) + "?" + url.Values{"secret": {secret}, "issuer": {"Social Data"}}.Encode()
}

// SecondCode is the input of ending a sign-in with a code.
type SecondCode struct {
	Code FactorCode `json:"code"`
}

// SignInCode ends a sign-in whose password was right.
func (s *Service) SignInCode(ctx context.Context, half accounts.HalfSignIn, in SecondCode) (*accounts.SignedIn, error) {
	return s.Passwords.SignInCode(ctx, half, string(in.Code))
}

// BeginFactor is the input of setting up a second factor. Current is the caller's password, so that nobody locks them out
// at a browser that they left.
type BeginFactor struct {
	Current GivenPass `json:"current"`
}

// BeginSecondFactor makes a secret for the caller's app. People who sign in at the issuer have a second factor there:
// they get unsupported_object.
func (s *Service) BeginSecondFactor(ctx context.Context, c *session.Caller, in BeginFactor) error {
	if !s.Passwords.Has(c.Person) {
		return apierror.New(apierror.CodeUnsupportedObject)
	}
	if err := s.Passwords.Check(ctx, c.Person, string(in.Current)); err != nil {
		return err
	}
	return s.Store.Accounts.BeginSecondFactor(ctx, c.UserID())
}

// ConfirmSecondFactor switches the caller's second factor on and returns the recovery codes, which are not stored.
func (s *Service) ConfirmSecondFactor(ctx context.Context, c *session.Caller, in SecondCode) ([]string, error) {
	return s.Store.Accounts.ConfirmSecondFactor(ctx, c.UserID(), c.Person.SessionID, string(in.Code))
}

// RemoveFactor is the input of switching a second factor off.
type RemoveFactor struct {
	Current GivenPass  `json:"current"`
	Code    FactorCode `json:"code"`
}

// RemoveSecondFactor switches the caller's second factor off.
func (s *Service) RemoveSecondFactor(ctx context.Context, c *session.Caller, in RemoveFactor) error {
	return s.Passwords.RemoveSecondFactor(ctx, c.Person, string(in.Current), string(in.Code))
}
