package v1

import (
	"context"
	"net/http"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/references"
)

type bulkInput struct{ Body operations.Bulk }

// BulkResults has the outcome for each of several references, in the order of the request.
type BulkResults struct {
	Object  string       `json:"object" enum:"batch"`
	Results []BulkResult `json:"results"`
}

// BulkResult is the outcome for one reference. On success, Reference is its current state, or null if it was deleted.
type BulkResult struct {
	Index     int64      `json:"index"`
	ID        string     `json:"id"`
	Status    int64      `json:"status" doc:"The status that a request for this one alone would have had"`
	Reference *Reference `json:"reference"`
	Error     *ErrorBody `json:"error"`
}

// changeReferences changes at most 100 references independently of each other.
func (h *Handlers) changeReferences(ctx context.Context, in *bulkInput) (*output[BulkResults], error) {
	who := session.From(ctx)
	changed, err := h.ChangeReferences(ctx, who, in.Body)
	if err != nil {
		return nil, err
	}
	out := &output[BulkResults]{Body: BulkResults{Object: "batch", Results: make([]BulkResult, 0, len(changed))}}
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
