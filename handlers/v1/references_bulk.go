package v1

import (
	"context"
	"net/http"

	"socialdata/handlers/operations"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/references"
)

type bulkInput struct {
	Body struct {
		IDs        operations.BulkIDs  `json:"ids" doc:"References of the workspace"`
		AddTags    operations.Tags     `json:"addTags,omitempty" doc:"Tags that each gets, beside its own"`
		RemoveTags operations.Tags     `json:"removeTags,omitempty" doc:"Tags that each loses"`
		HoldDays   operations.HoldDays `json:"holdDays,omitempty" doc:"Keep the media for so many days from now; a longer hold is not shortened"`
		Delete     bool                `json:"delete,omitempty" doc:"Delete each; nothing else may be asked for then"`
	}
}

type bulkOutput struct{ Body BulkResults }

// BulkResults tell what became of each of several references, in the order in which they were named.
type BulkResults struct {
	Object  string       `json:"object" enum:"batch"`
	Results []BulkResult `json:"results"`
}

// BulkResult is what became of one reference: the reference as it is now, null where it was deleted, or an error.
type BulkResult struct {
	Index     int64      `json:"index"`
	ID        string     `json:"id"`
	Status    int64      `json:"status" doc:"The status that a request for this one alone would have had"`
	Reference *Reference `json:"reference"`
	Error     *ErrorBody `json:"error"`
}

// changeReferences changes up to a hundred references, each on its own.
func (h *Handlers) changeReferences(ctx context.Context, in *bulkInput) (*bulkOutput, error) {
	who, b := session.From(ctx), in.Body
	change := references.Change{AddTags: operations.StoredTags(&b.AddTags), RemoveTags: operations.StoredTags(&b.RemoveTags), HoldDays: int64(b.HoldDays)}
	changes := len(change.AddTags) > 0 || len(change.RemoveTags) > 0 || change.HoldDays > 0
	if changes == b.Delete {
		return nil, apierror.InvalidInput(apierror.Field{Name: "body", In: "body", Reason: "required", Expected: "delete alone, or at least one of addTags, removeTags and holdDays"})
	}
	if who.Key == nil && (b.Delete || change.HoldDays > 0) && !who.Has(accounts.Owner) {
		return nil, apierror.New(apierror.CodeForbidden, "requiredRole", session.Owner)
	}
	var changed []references.Changed
	if b.Delete {
		changed = h.Store.DeleteReferences(ctx, who.WorkspaceID, b.IDs)
	} else {
		changed = h.Store.ChangeReferences(ctx, who.WorkspaceID, b.IDs, change)
	}
	out := &bulkOutput{Body: BulkResults{Object: "batch", Results: make([]BulkResult, 0, len(changed))}}
	for n, c := range changed {
		out.Body.Results = append(out.Body.Results, bulkResult(n, c, who.RequestID))
	}
	return out, nil
}

func bulkResult(n int, c references.Changed, requestID string) BulkResult {
	r := BulkResult{Index: int64(n), ID: c.ID, Status: http.StatusOK}
	switch {
	case c.Err != nil:
		f := apierror.From(c.Err)
		e := ErrorOf(f, requestID)
		r.Status, r.Error = int64(f.HTTPStatus()), &e
	case c.Reference == nil:
		r.Status = http.StatusNoContent
	default:
		view := referenceView(*c.Reference)
		r.Reference = &view
	}
	return r
}
