package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/accounts"
)

// Member is a member of a workspace.
type Member struct {
	UserID   string        `json:"userId"`
	Email    string        `json:"email"`
	Name     string        `json:"name"`
	Role     accounts.Role `json:"role"`
	JoinedAt content.Time  `json:"joinedAt"`
}

func memberView(m accounts.MemberView) Member {
	return Member{UserID: m.UserID, Email: m.Email, Name: m.Name, Role: m.Role, JoinedAt: content.AtMicros(m.JoinedAt)}
}

type listInput struct {
	WorkspacePath
	PageInput
}

func (h *Handlers) listMembers(ctx context.Context, in *listInput) (*recordsOutput[Member], error) {
	p, err := h.Store.Accounts.Members(ctx, in.WorkspaceID, in.request())
	return pageOf(p, err, memberView)
}

type MemberPath struct {
	WorkspacePath
	UserID string `path:"userId"`
}

type setRoleInput struct {
	MemberPath
	Body operations.SetRole
}

func (h *Handlers) setMemberRole(ctx context.Context, in *setRoleInput) (*output[Member], error) {
	m, err := h.SetMemberRole(ctx, session.From(ctx), in.UserID, in.Body)
	return answer(m, err, memberView)
}

type removeMemberInput struct {
	MemberPath
	RevokeKeys bool `query:"revokeKeys" default:"false" doc:"Also revokes the keys that the member made, which otherwise go on working"`
}

func (h *Handlers) removeMember(ctx context.Context, in *removeMemberInput) (*noContent, error) {
	return &noContent{}, h.RemoveMember(ctx, session.From(ctx), in.UserID, in.RevokeKeys)
}
