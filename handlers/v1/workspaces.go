package v1

import (
	"context"

	"socialdata/handlers/operations"
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
	return Workspace{ID: w.ID, Name: w.Name, Revision: w.Revision, Role: w.Role, CreatedAt: content.AtMicros(w.CreatedAt),
		LowBalance: w.LowBalance}
}

// WorkspacePath is the path parameter of operations on a workspace. Package web has checked that the caller belongs
// to it.
type WorkspacePath struct {
	WorkspaceID string `path:"workspaceId"`
}

func (h *Handlers) listWorkspaces(ctx context.Context, in *PageInput) (*recordsOutput[Workspace], error) {
	p, err := h.Store.Accounts.Workspaces(ctx, session.From(ctx).UserID(), in.request())
	return pageOf(p, err, workspaceView)
}

type createWorkspaceInput struct{ Body operations.CreateWorkspace }

func (h *Handlers) createWorkspace(ctx context.Context, in *createWorkspaceInput) (*output[Workspace], error) {
	w, err := h.CreateWorkspace(ctx, session.From(ctx), in.Body)
	return answer(w, err, workspaceView)
}

func (h *Handlers) getWorkspace(ctx context.Context, in *WorkspacePath) (*output[Workspace], error) {
	w, err := h.Store.Accounts.FindWorkspace(ctx, in.WorkspaceID, session.From(ctx).UserID())
	return answer(w, err, workspaceView)
}

type renameWorkspaceInput struct {
	WorkspacePath
	Body operations.RenameWorkspace
}

func (h *Handlers) renameWorkspace(ctx context.Context, in *renameWorkspaceInput) (*output[Workspace], error) {
	if err := h.RenameWorkspace(ctx, session.From(ctx), in.Body); err != nil {
		return nil, err
	}
	return h.getWorkspace(ctx, &in.WorkspacePath)
}
