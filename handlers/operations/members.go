package operations

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/models/accounts"
)

// SetRole is the input of changing a member's role.
type SetRole struct {
	Role accounts.Role `json:"role"`
}

// SetMemberRole changes a member's role. The last owner cannot lose theirs.
func (s *Service) SetMemberRole(ctx context.Context, c *session.Caller, userID string, in SetRole) (*accounts.MemberView, error) {
	before, err := s.Store.Accounts.Member(ctx, c.WorkspaceID, userID)
	if err != nil {
		return nil, err
	}
	session.Did(ctx, session.Done{Subject: userID, Detail: renamed(string(before.Role), string(in.Role))})
	return s.Store.Accounts.SetRole(ctx, c.WorkspaceID, userID, in.Role)
}

// RemoveMember removes a member and, if revokeKeys is set, revokes the keys that they created.
func (s *Service) RemoveMember(ctx context.Context, c *session.Caller, userID string, revokeKeys bool) error {
	return s.Store.Accounts.RemoveMember(ctx, c.WorkspaceID, userID, revokeKeys)
}

// CreateInvite is the input of creating an invite.
type CreateInvite struct {
	Email Email         `json:"email"`
	Role  accounts.Role `json:"role"`
}

// CreateInvite creates an invite and returns the token of its link, which is not stored. mailed reports whether the
// link was also sent by e-mail.
func (s *Service) CreateInvite(ctx context.Context, c *session.Caller, in CreateInvite) (i *accounts.Invite, token string, mailed bool, err error) {
	session.Did(ctx, session.Done{Detail: string(in.Email) + ", " + string(in.Role)})
	i, token, err = s.Store.Accounts.CreateInvite(ctx, c.WorkspaceID, string(in.Email), in.Role, c.UserID())
	if err != nil || s.Mails == nil {
		return i, token, false, err
	}
	w, err := s.Store.Accounts.Workspace(ctx, c.WorkspaceID)
	if err != nil {
		return nil, "", false, err
	}
	return i, token, s.Mails.Invite(ctx, i, w.Name), nil
}

// DeleteInvite withdraws an invite.
func (s *Service) DeleteInvite(ctx context.Context, c *session.Caller, id string) error {
	return s.Store.Accounts.DeleteInvite(ctx, c.WorkspaceID, id)
}

// AcceptInvite is the input of accepting an invite.
type AcceptInvite struct {
	Token    InviteToken `json:"token"`
	Name     Name        `json:"name"`
	Password NewPassword `json:"password"`
	Code     FactorCode  `json:"code,omitempty" doc:"A code of the second factor, if the e-mail has an account with one"`
}

// AcceptInvite joins a workspace, with a new account or with the password of an existing one.
func (s *Service) AcceptInvite(ctx context.Context, in AcceptInvite) (*accounts.SignedIn, error) {
	return s.Passwords.AcceptInvite(ctx, string(in.Token), string(in.Name), string(in.Password), string(in.Code))
}

// CreatePasswordReset creates a link with which a member sets a new password, and returns its token, which is not
// stored. It returns forbidden if the member has access to another workspace that the caller cannot manage.
func (s *Service) CreatePasswordReset(ctx context.Context, c *session.Caller, userID string) (*accounts.MemberView, *accounts.PasswordReset, string, error) {
	m, err := s.Store.Accounts.Member(ctx, c.WorkspaceID, userID)
	if err != nil {
		return nil, nil, "", err
	}
	r, token, err := s.Passwords.CreateReset(ctx, m.UserID, c.UserID())
	return m, r, token, err
}
