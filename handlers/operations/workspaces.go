package operations

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/models/accounts"
	"socialdata/models/erasures"
)

// CreateWorkspace is the input of creating a workspace.
type CreateWorkspace struct {
	Name Name `json:"name"`
}

// CreateWorkspace creates a workspace with the caller as owner and the initial credits.
func (s *Service) CreateWorkspace(ctx context.Context, c *session.Caller, in CreateWorkspace) (*accounts.WorkspaceView, error) {
	w, err := s.Store.Accounts.NewWorkspace(ctx, accounts.NewWorkspace{Name: string(in.Name), OwnerID: c.UserID(), Credits: s.InitialCredits, Unmetered: s.Unmetered})
	if err == nil {
		session.Did(ctx, session.Done{WorkspaceID: w.ID, Detail: w.Name})
	}
	return w, err
}

// RenameWorkspace is the input of changing a workspace. An absent lowBalance stays as it is.
type RenameWorkspace struct {
	Revision Revision `json:"revision"`
	Name     Name     `json:"name"`

	LowBalance Opt[LowBalance] `json:"lowBalance,omitempty" doc:"Credits at which to tell that the balance is low; null never"`
}

// RenameWorkspace changes a workspace's name and the balance at which its owners are notified.
func (s *Service) RenameWorkspace(ctx context.Context, c *session.Caller, in RenameWorkspace) error {
	before, err := s.Store.Accounts.Workspace(ctx, c.WorkspaceID)
	if err != nil {
		return err
	}
	change := accounts.WorkspaceChange{Revision: int64(in.Revision), Name: (*string)(&in.Name)}
	if in.LowBalance.Set {
		change.LowBalance = &accounts.Mark{To: (*int64)(in.LowBalance.Value)}
	}
	session.Did(ctx, session.Done{Detail: renamed(before.Name, string(in.Name))})
	return s.Store.Accounts.ChangeWorkspace(ctx, c.WorkspaceID, change)
}

// CloseWorkspace is the input of closing a workspace. It requires the name and the caller's password, so that nobody
// closes one by mistake. People without a password must have signed in a moment ago.
type CloseWorkspace struct {
	Name     Name      `json:"name" doc:"The workspace's name, as it is written"`
	Password GivenPass `json:"password,omitempty" doc:"Your password; left out by people who sign in at the operator's issuer and did so within ten minutes"`
}

// CloseWorkspace closes a workspace immediately and queues its erasure.
func (s *Service) CloseWorkspace(ctx context.Context, c *session.Caller, in CloseWorkspace) (*erasures.Erasure, error) {
	if err := s.Passwords.Check(ctx, c.Person, string(in.Password)); err != nil {
		return nil, err
	}
	return s.Store.Erasures.Close(ctx, c.WorkspaceID, string(in.Name), erasures.Asker{ID: c.UserID(), RequestID: c.RequestID})
}

// SetZone is the input of changing the time zone of charts.
type SetZone struct {
	Zone ZoneName `json:"zone"`
}

// SetZone changes the time zone in which charts divide time into days.
func (s *Service) SetZone(ctx context.Context, c *session.Caller, in SetZone) error {
	session.Did(ctx, session.Done{Detail: string(in.Zone)})
	return s.Store.Accounts.SetZone(ctx, c.WorkspaceID, string(in.Zone))
}

// RevokeKeysOfFormerMembers revokes the keys of people who have left, and returns how many there were.
func (s *Service) RevokeKeysOfFormerMembers(ctx context.Context, c *session.Caller) (int64, error) {
	return s.Store.Accounts.RevokeKeysOfFormerMembers(ctx, c.WorkspaceID)
}
