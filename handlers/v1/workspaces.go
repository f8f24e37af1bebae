package v1

import (
	"context"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/accounts"
)

// Workspace is a workspace as one of its members sees it.
type Workspace struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Revision  int64         `json:"revision"`
	Role      accounts.Role `json:"role"`
	CreatedAt content.Time  `json:"createdAt"`

	LowBalance *int64 `json:"lowBalance" doc:"Credits at which the event credits.low is told; null never"`
}

func workspaceView(w accounts.WorkspaceView) Workspace {
	return Workspace{ID: w.ID, Name: w.Name, Revision: w.Revision, Role: w.Role, CreatedAt: content.At(time.UnixMicro(w.CreatedAt)),
		LowBalance: w.LowBalance}
}

type workspaceOutput struct{ Body Workspace }

// WorkspacePath is the input part of every operation below a workspace; package web has checked that
// the caller belongs to it.
type WorkspacePath struct {
	WorkspaceID string `path:"workspaceId"`
}

func (h *Handlers) listWorkspaces(ctx context.Context, in *PageInput) (*recordsOutput[Workspace], error) {
	p, err := h.Store.Accounts.Workspaces(ctx, session.From(ctx).UserID(), in.request())
	return pageOf(p, err, workspaceView)
}

type createWorkspaceInput struct {
	Body struct {
		Name name `json:"name"`
	}
}

func (h *Handlers) createWorkspace(ctx context.Context, in *createWorkspaceInput) (*workspaceOutput, error) {
	w, err := h.Store.Accounts.CreateWorkspace(ctx, string(in.Body.Name), session.From(ctx).UserID(), h.InitialCredits)
	if err != nil {
		return nil, err
	}
	return &workspaceOutput{Body: workspaceView(*w)}, nil
}

func (h *Handlers) getWorkspace(ctx context.Context, in *WorkspacePath) (*workspaceOutput, error) {
	w, err := h.Store.Accounts.FindWorkspace(ctx, in.WorkspaceID, session.From(ctx).UserID())
	if err != nil {
		return nil, err
	}
	return &workspaceOutput{Body: workspaceView(*w)}, nil
}

type renameWorkspaceInput struct {
	WorkspacePath
	Body struct {
		Revision revision `json:"revision"`
		Name     name     `json:"name"`

		LowBalance Opt[lowBalance] `json:"lowBalance,omitempty" doc:"Credits at which to tell that the balance is low; null never"`
	}
}

func (h *Handlers) renameWorkspace(ctx context.Context, in *renameWorkspaceInput) (*workspaceOutput, error) {
	change := accounts.WorkspaceChange{Revision: int64(in.Body.Revision), Name: (*string)(&in.Body.Name)}
	if in.Body.LowBalance.Set {
		change.LowBalance = &accounts.Mark{To: (*int64)(in.Body.LowBalance.Value)}
	}
	if err := h.Store.Accounts.ChangeWorkspace(ctx, in.WorkspaceID, change); err != nil {
		return nil, err
	}
	return h.getWorkspace(ctx, &in.WorkspacePath)
}
