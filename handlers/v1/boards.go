package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/boards"
)

// Board is a collection of references. A manual board holds what people add to it; a smart board shows what its
// filter matches.
type Board struct {
	Object      string                      `json:"object" enum:"board"`
	ID          string                      `json:"id"`
	Name        string                      `json:"name"`
	Description string                      `json:"description"`
	Kind        boards.Kind                 `json:"kind"`
	Filter      *operations.ReferenceFilter `json:"filter" doc:"Of a smart board, as GET /v1/references reads it; null for a manual one"`
	Order       operations.BoardOrder       `json:"order" doc:"Of its references in a list with board= and without sort"`
	Count       *int64                      `json:"count" doc:"How many references it has. null for a smart board in lists, and for one with more than 1,000"`
	Revision    int64                       `json:"revision"`
	CreatedAt   content.Time                `json:"createdAt"`
	UpdatedAt   content.Time                `json:"updatedAt"`
}

func boardView(b boards.Board) Board {
	return Board{Object: "board", ID: b.ID, Name: b.Name, Description: b.Description, Kind: b.Kind, Filter: operations.FilterOf(&b), Order: operations.BoardOrder(b.Sort),
		Revision: b.Revision, CreatedAt: content.AtMicros(b.CreatedAt), UpdatedAt: content.AtMicros(b.UpdatedAt)}
}

// BoardPath is the path parameter of operations on a board.
type BoardPath struct {
	BoardID string `path:"boardId"`
}

// board returns the response for one board, with its number of references.
func (h *Handlers) board(ctx context.Context, b *boards.Board, err error) (*output[Board], error) {
	if err != nil {
		return nil, err
	}
	out := &output[Board]{Body: boardView(*b)}
	out.Body.Count, err = h.CountOnBoard(ctx, b)
	return out, err
}

type listBoardsInput struct {
	PageInput
	Reference string `query:"reference" minLength:"1" maxLength:"64" doc:"Id of a reference: the manual boards that it is on"`
}

func (h *Handlers) listBoards(ctx context.Context, in *listBoardsInput) (*recordsOutput[Board], error) {
	p, err := h.Store.Boards.List(ctx, session.From(ctx).WorkspaceID, in.Reference, in.request())
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(p.Items))
	for n, b := range p.Items {
		ids[n] = b.ID
	}
	counts, err := h.Store.Boards.Counts(ctx, ids)
	return pageOf(p, err, func(b boards.Board) Board {
		view := boardView(b)
		if b.Kind == boards.Manual {
			view.Count = new(counts[b.ID])
		}
		return view
	})
}

type createBoardInput struct{ Body operations.CreateBoard }

func (h *Handlers) createBoard(ctx context.Context, in *createBoardInput) (*output[Board], error) {
	b, err := h.CreateBoard(ctx, session.From(ctx), in.Body)
	return h.board(ctx, b, err)
}

func (h *Handlers) getBoard(ctx context.Context, in *BoardPath) (*output[Board], error) {
	b, err := h.Store.Boards.Find(ctx, session.From(ctx).WorkspaceID, in.BoardID)
	return h.board(ctx, b, err)
}

type changeBoardInput struct {
	BoardPath
	Body operations.ChangeBoard
}

func (h *Handlers) changeBoard(ctx context.Context, in *changeBoardInput) (*output[Board], error) {
	b, err := h.ChangeBoard(ctx, session.From(ctx), in.BoardID, in.Body)
	return h.board(ctx, b, err)
}

func (h *Handlers) deleteBoard(ctx context.Context, in *BoardPath) (*noContent, error) {
	return &noContent{}, h.DeleteBoard(ctx, session.From(ctx), in.BoardID)
}

type arrangeBoardInput struct {
	BoardPath
	Body operations.ArrangeBoard
}

func (h *Handlers) arrangeBoard(ctx context.Context, in *arrangeBoardInput) (*output[Board], error) {
	b, err := h.ArrangeBoard(ctx, session.From(ctx), in.BoardID, in.Body)
	return h.board(ctx, b, err)
}
