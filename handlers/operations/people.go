package operations

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// SignIn is the input of signing in.
type SignIn struct {
	Email    GivenEmail `json:"email"`
	Password GivenPass  `json:"password"`
	Code     FactorCode `json:"code,omitempty" doc:"A code of your second factor, or a recovery code, if you have set one up"`
}

// SignIn opens a session.
func (s *Service) SignIn(ctx context.Context, in SignIn) (*accounts.SignedIn, error) {
	if in.Code != "" {
		session.Did(ctx, session.Done{Detail: "second factor"})
	}
	return s.Passwords.SignIn(ctx, string(in.Email), string(in.Password), string(in.Code))
}

// SignOut ends the caller's session.
func (s *Service) SignOut(ctx context.Context, c *session.Caller) error {
	return s.Store.Accounts.EndSession(ctx, c.Person.SessionID)
}

// SignOutEverywhere ends all sessions of the caller.
func (s *Service) SignOutEverywhere(ctx context.Context, c *session.Caller) error {
	return s.Store.Accounts.EndSessions(ctx, c.UserID())
}

// EndSession ends another session of the caller.
func (s *Service) EndSession(ctx context.Context, c *session.Caller, id string) error {
	return s.Store.Accounts.EndSessionOf(ctx, c.UserID(), id)
}

// EndOtherSessions ends all sessions of the caller but this one, and returns how many.
func (s *Service) EndOtherSessions(ctx context.Context, c *session.Caller) (int64, error) {
	return s.Store.Accounts.EndOtherSessions(ctx, c.UserID(), c.Person.SessionID)
}

// Person holds the fields of a new person.
type Person struct {
	Email    Email       `json:"email"`
	Password NewPassword `json:"password"`
	Name     Name        `json:"name"`
}

// Bootstrap is the input of creating the first owner and workspace.
type Bootstrap struct {
	WorkspaceName Name `json:"workspaceName"`
	Unmetered     bool `json:"unmetered,omitempty" doc:"Count what the workspace uses, and refuse nothing for credits"`
	Person
}

// Bootstrap creates the first owner and workspace. It works only once.
func (s *Service) Bootstrap(ctx context.Context, in Bootstrap) (*accounts.SignedIn, error) {
	return s.Store.Accounts.Bootstrap(ctx, accounts.NewInstallation{WorkspaceName: string(in.WorkspaceName), Credits: s.InitialCredits, Unmetered: in.Unmetered || s.Unmetered,
		Owner: accounts.NewUser{Email: string(in.Email), Name: string(in.Name), Password: string(in.Password)}})
}

// SetUp is Bootstrap plus the setup token, which the API takes in a header.
type SetUp struct {
	Token SetupToken `json:"token"`
	Bootstrap
}

// SetUp checks the setup token and creates the first owner and workspace.
func (s *Service) SetUp(ctx context.Context, in SetUp) (*accounts.SignedIn, error) {
	if err := s.Store.Accounts.CheckSetupToken(ctx, string(in.Token)); err != nil {
		return nil, err
	}
	return s.Bootstrap(ctx, in.Bootstrap)
}

// ChangeDetails is the input of changing the caller's name or e-mail. Current is their password, required for
// changing the e-mail.
type ChangeDetails struct {
	Name    Name      `json:"name"`
	Email   Email     `json:"email"`
	Current GivenPass `json:"current,omitempty"`
}

// ChangeDetails changes the caller's name and, if the password is right, their e-mail.
func (s *Service) ChangeDetails(ctx context.Context, c *session.Caller, in ChangeDetails) error {
	return s.Passwords.ChangeDetails(ctx, c.Person, string(in.Name), string(in.Email), string(in.Current))
}

// ChangePassword is the input of changing the caller's password.
type ChangePassword struct {
	Current  GivenPass   `json:"current"`
	Password NewPassword `json:"password"`
}

// ChangePassword sets the caller's password and ends their other sessions.
func (s *Service) ChangePassword(ctx context.Context, c *session.Caller, in ChangePassword) error {
	return s.Passwords.Change(ctx, c.Person, string(in.Current), string(in.Password))
}

// ResetPassword is the input of setting a password through a reset link.
type ResetPassword struct {
	Password NewPassword `json:"password"`
}

// ResetPassword sets the password, invalidates the reset link and signs in.
func (s *Service) ResetPassword(ctx context.Context, token string, in ResetPassword) (*accounts.SignedIn, error) {
	return s.Passwords.Reset(ctx, token, string(in.Password))
}

// SetAlertMails sets whether the caller receives alerts by e-mail.
func (s *Service) SetAlertMails(ctx context.Context, c *session.Caller, wanted bool) error {
	return s.Store.Accounts.SetAlertMails(ctx, c.UserID(), wanted)
}

// SendConfirmation mails the caller a link that confirms their address, and returns the address. It returns
// unsupported_object if the installation sends no e-mail.
func (s *Service) SendConfirmation(ctx context.Context, c *session.Caller) (email string, err error) {
	if s.Mails == nil {
		return "", apierror.New(apierror.CodeUnsupportedObject)
	}
	return s.Mails.Prove(ctx, c.UserID())
}

// ConfirmEmail confirms an address and invalidates the link.
func (s *Service) ConfirmEmail(ctx context.Context, token string) error {
	return s.Store.Accounts.ProveEmail(ctx, token)
}
