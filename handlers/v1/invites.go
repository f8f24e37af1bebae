package v1

import (
	"context"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/accounts"
)

// Invite is an open invitation.
type Invite struct {
	ID        string        `json:"id"`
	Email     string        `json:"email"`
	Role      accounts.Role `json:"role"`
	CreatedAt content.Time  `json:"createdAt"`
	ExpiresAt content.Time  `json:"expiresAt"`
}

// NewInvite is an invite with its link, which is shown once.
type NewInvite struct {
	Invite
	AcceptURL string `json:"acceptUrl"`
}

func inviteView(i accounts.Invite) Invite {
	return Invite{ID: i.ID, Email: i.Email, Role: i.Role, CreatedAt: content.At(time.UnixMicro(i.CreatedAt)), ExpiresAt: content.At(time.UnixMicro(i.ExpiresAt))}
}

func (h *Handlers) listInvites(ctx context.Context, in *listInput) (*recordsOutput[Invite], error) {
	p, err := h.Store.Accounts.Invites(ctx, in.WorkspaceID, in.request())
	return pageOf(p, err, inviteView)
}

type createInviteInput struct {
	WorkspacePath
	Body struct {
		Email email         `json:"email"`
		Role  accounts.Role `json:"role"`
	}
}

type inviteOutput struct{ Body NewInvite }

func (h *Handlers) createInvite(ctx context.Context, in *createInviteInput) (*inviteOutput, error) {
	i, token, err := h.Store.Accounts.CreateInvite(ctx, in.WorkspaceID, string(in.Body.Email), in.Body.Role, session.From(ctx).UserID())
	if err != nil {
		return nil, err
	}
	if h.Mails != nil {
		w, err := h.Store.Accounts.Workspace(ctx, in.WorkspaceID)
		if err != nil {
			return nil, err
		}
		h.Mails.Invite(ctx, i, w.Name)
	}
	return &inviteOutput{Body: NewInvite{Invite: inviteView(*i), AcceptURL: h.Origin + "/invite/" + token}}, nil
}

type invitePath struct {
	WorkspacePath
	InviteID string `path:"inviteId"`
}

func (h *Handlers) deleteInvite(ctx context.Context, in *invitePath) (*noContent, error) {
	return &noContent{}, h.Store.Accounts.DeleteInvite(ctx, in.WorkspaceID, in.InviteID)
}

type acceptInviteInput struct {
	Body struct {
		Token    inviteToken `json:"token"`
		Name     name        `json:"name"`
		Password newPassword `json:"password"`
	}
}

func (h *Handlers) acceptInvite(ctx context.Context, in *acceptInviteInput) (*sessionOutput, error) {
	return h.sessionCreated(h.Passwords.AcceptInvite(ctx, string(in.Body.Token), string(in.Body.Name), string(in.Body.Password)))
}
