package v1

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/reruns"
)

// Retry runs many failed imports again, each once and at a limited rate per minute.
type Retry struct {
	Object     string                 `json:"object" enum:"retry"`
	ID         string                 `json:"id"`
	Filter     operations.RetryFilter `json:"filter"`
	State      reruns.State           `json:"state" doc:"done: every import was decided about; those that began may still be running"`
	PerMinute  int64                  `json:"perMinute"`
	Total      int64                  `json:"total" doc:"Failed imports that were found, the newest first; at most 10,000"`
	More       bool                   `json:"more" doc:"More than these were found and left out"`
	Progress   RetryProgress          `json:"progress"`
	CreatedAt  content.Time           `json:"createdAt"`
	FinishedAt *content.Time          `json:"finishedAt"`
}

// RetryProgress counts the imports of a retry by outcome.
type RetryProgress struct {
	Waiting   int64         `json:"waiting"`
	Retried   int64         `json:"retried" doc:"Run again as new imports, which the following four count by their state"`
	UnderWay  int64         `json:"underWay"`
	Succeeded int64         `json:"succeeded"`
	Failed    int64         `json:"failed"`
	Cancelled int64         `json:"cancelled"`
	Skipped   int64         `json:"skipped" doc:"Not run again, because they are no longer wanted or cannot be paid for"`
	SkippedBy []RetrySkips  `json:"skippedBy" maxItems:"20"`
	FailedBy  []RetryFailed `json:"failedBy" maxItems:"50"`
}

// RetrySkips counts the imports that were skipped for one reason.
type RetrySkips struct {
	Reason reruns.Skip `json:"reason"`
	Count  int64       `json:"count"`
}

// RetryFailed counts the imports that failed again with one code.
type RetryFailed struct {
	OutcomeCode apierror.Code `json:"outcomeCode"`
	Count       int64         `json:"count"`
}

// RetryPath is the path parameter of operations on a retry.
type RetryPath struct {
	RetryID string `path:"retryId"`
}

type retryOutput struct {
	Status int
	Body   Retry
}

// retry returns the response for a retry with its current progress.
func (h *Handlers) retry(ctx context.Context, status int, r *reruns.Rerun, err error) (*retryOutput, error) {
	if err != nil {
		return nil, err
	}
	p, err := h.Store.Reruns.Progress(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	v := Retry{Object: "retry", ID: r.ID, Filter: operations.RetryFilterOf(r), State: r.State, PerMinute: r.PerMinute, Total: r.Total, More: r.More,
		CreatedAt: content.AtMicros(r.CreatedAt), FinishedAt: content.AtMicrosPtr(r.FinishedAt),
		Progress: RetryProgress{Waiting: p.Waiting, Retried: p.Retried, UnderWay: p.UnderWay, Succeeded: p.Succeeded, Failed: p.Failed, Cancelled: p.Stopped, Skipped: p.Skipped,
			SkippedBy: []RetrySkips{}, FailedBy: []RetryFailed{}}}
	for _, s := range reruns.Skips() {
		if n := p.SkippedBy[s]; n > 0 {
			v.Progress.SkippedBy = append(v.Progress.SkippedBy, RetrySkips{s, n})
		}
	}
	for code, n := range p.FailedBy {
		v.Progress.FailedBy = append(v.Progress.FailedBy, RetryFailed{code, n})
	}
	slices.SortFunc(v.Progress.FailedBy, func(a, b RetryFailed) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.OutcomeCode, b.OutcomeCode))
	})
	return &retryOutput{Status: status, Body: v}, nil
}

type createRetryInput struct{ Body operations.CreateRetry }

func (h *Handlers) createRetry(ctx context.Context, in *createRetryInput) (*retryOutput, error) {
	r, err := h.CreateRetry(ctx, session.From(ctx), in.Body)
	return h.retry(ctx, http.StatusAccepted, r, err)
}

func (h *Handlers) getRetry(ctx context.Context, in *RetryPath) (*retryOutput, error) {
	r, err := h.Store.Reruns.Find(ctx, reruns.OfWorkspace, session.From(ctx).WorkspaceID, in.RetryID)
	return h.retry(ctx, http.StatusOK, r, err)
}

type changeRetryInput struct {
	RetryPath
	Body operations.ChangeRetry
}

func (h *Handlers) changeRetry(ctx context.Context, in *changeRetryInput) (*retryOutput, error) {
	r, err := h.ChangeRetry(ctx, session.From(ctx), in.RetryID, in.Body)
	return h.retry(ctx, http.StatusOK, r, err)
}
