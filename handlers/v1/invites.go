package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/accounts"
)

// Invite is a pending invitation.
type Invite struct {
	ID        string        `json:"id"`
	Email     string        `json:"email"`
	Role      accounts.Role `json:"role"`
	CreatedAt content.Time  `json:"createdAt"`
	ExpiresAt content.Time  `json:"expiresAt"`
}

// NewInvite is an invite with its link, which is only shown once.
type NewInvite struct {
	Invite
	AcceptURL string `json:"acceptUrl"`
}

func inviteView(i accounts.Invite) Invite {
	return Invite{ID: i.ID, Email: i.Email, Role: i.Role, CreatedAt: content.AtMicros(i.CreatedAt), ExpiresAt: content.AtMicros(i.ExpiresAt)}
}

func (h *Handlers) listInvites(ctx context.Context, in *listInput) (*recordsOutput[Invite], error) {
	p, err := h.Store.Accounts.Invites(ctx, in.WorkspaceID, in.request())
	return pageOf(p, err, inviteView)
}

type createInviteInput struct {
	WorkspacePath
	Body operations.CreateInvite
}

func (h *Handlers) createInvite(ctx context.Context, in *createInviteInput) (*output[NewInvite], error) {
	i, token, _, err := h.CreateInvite(ctx, session.From(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return &output[NewInvite]{Body: NewInvite{Invite: inviteView(*i), AcceptURL: h.Origin + "/invite/" + token}}, nil
}

type invitePath struct {
	WorkspacePath
	InviteID string `path:"inviteId"`
}

func (h *Handlers) deleteInvite(ctx context.Context, in *invitePath) (*noContent, error) {
	return &noContent{}, h.DeleteInvite(ctx, session.From(ctx), in.InviteID)
}

type acceptInviteInput struct{ Body operations.AcceptInvite }

func (h *Handlers) acceptInvite(ctx context.Context, in *acceptInviteInput) (*sessionOutput, error) {
	return h.sessionCreated(h.AcceptInvite(ctx, in.Body))
}
