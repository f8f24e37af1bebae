package v1

import (
	"context"
	"net/url"
	"strings"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/models/erasures"
)

// Erasure is the receipt of an erasure that is done or under way. It contains counts, but no content.
type Erasure struct {
	Object    string           `json:"object" enum:"erasure"`
	ID        string           `json:"id"`
	Kind      erasures.Kind    `json:"kind"`
	Digest    string           `json:"digest" doc:"SHA-256 of the id of what was erased, in hexadecimal digits"`
	CreatedAt content.Time     `json:"createdAt"`
	ErasedAt  *content.Time    `json:"erasedAt" doc:"When nothing was left; null while it is under way, an hour at least"`
	Counts    map[string]int64 `json:"counts" doc:"Rows that were erased so far, by table"`
}

func erasureView(e erasures.Erasure) Erasure {
	return Erasure{Object: "erasure", ID: e.ID, Kind: e.Kind, Digest: e.Digest, CreatedAt: content.AtMicros(e.CreatedAt), ErasedAt: content.AtMicrosPtr(e.ErasedAt), Counts: e.CountByTable()}
}

type closeWorkspaceInput struct {
	WorkspacePath
	Body operations.CloseWorkspace
}

func (h *Handlers) closeWorkspace(ctx context.Context, in *closeWorkspaceInput) (*output[Erasure], error) {
	e, err := h.CloseWorkspace(ctx, session.From(ctx), in.Body)
	return answer(e, err, erasureView)
}

type accountPath struct {
	AccountID string `path:"accountId" doc:"Natural id, as <platform>:<id>"`
}

func (h *Handlers) eraseAccount(ctx context.Context, in *accountPath) (*output[Erasure], error) {
	e, err := h.EraseAccount(ctx, session.From(ctx), naturalID(in.AccountID))
	return answer(e, err, erasureView)
}

// naturalID returns the natural id in a path, in which some clients escape the colon; "" if it is not one.
func naturalID(raw string) string {
	id, err := url.PathUnescape(raw)
	if err != nil || len(id) > input.MaxNaturalID || !strings.Contains(id, ":") {
		return ""
	}
	return id
}

type erasurePath struct {
	ErasureID string `path:"erasureId"`
}

func (h *Handlers) getErasure(ctx context.Context, in *erasurePath) (*output[Erasure], error) {
	e, err := h.Store.Erasures.Find(ctx, in.ErasureID, session.From(ctx).UserID(), "")
	return answer(e, err, erasureView)
}
