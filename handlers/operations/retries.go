package operations

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/models/reruns"
)

// FailureCode is a code of the catalogue by which failed imports are chosen.
type FailureCode apierror.Code

// failureCodes lists every FailureCode once.
func failureCodes() (list []FailureCode) {
	for _, e := range apierror.Catalogue() {
		list = append(list, FailureCode(e.Code))
	}
	return list
}

// RetryFilter selects failed imports of a workspace.
type RetryFilter struct {
	Platform      content.Platform `json:"platform,omitempty"`
	OutcomeCode   FailureCode      `json:"outcomeCode,omitempty" doc:"How the imports failed, or how their last attempt did"`
	Reason        apierror.Reason  `json:"reason,omitempty" doc:"How the platform refused them"`
	BatchID       string           `json:"batchId,omitempty" maxLength:"64" doc:"Those that were posted together"`
	CreatedFrom   string           `json:"createdFrom,omitempty" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	CreatedBefore string           `json:"createdBefore,omitempty" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
}

// imports returns the equivalent filter for listing imports.
func (f RetryFilter) imports() imports.Filter {
	return imports.Filter{State: imports.Failed, Platform: f.Platform, Code: apierror.Code(f.OutcomeCode), Reason: f.Reason, BatchID: f.BatchID,
		CreatedFrom: ParseInstant(f.CreatedFrom), CreatedBefore: ParseInstant(f.CreatedBefore)}
}

// RetryFilterOf returns the filter of a retry.
func RetryFilterOf(r *reruns.Rerun) RetryFilter {
	var f RetryFilter
	_ = json.Unmarshal([]byte(r.Filter), &f) // written by CreateRetry
	return f
}

// CreateRetry is the input of running all matching failed imports again.
type CreateRetry struct {
	Filter    RetryFilter `json:"filter,omitempty" doc:"Which failed imports; absent: all of them"`
	PerMinute RetryRate   `json:"perMinute,omitempty" doc:"Imports that begin in a minute, beside the limit on imports"`

	WithoutUnavailable bool `json:"-"` // leaves out imports whose content is unavailable; of pages alone
}

// CreateRetry runs failed imports of the caller's workspace again, newest first. Whether an import can be retried is
// checked when it is about to start.
func (s *Service) CreateRetry(ctx context.Context, c *session.Caller, in CreateRetry) (*reruns.Rerun, error) {
	by := c.Spender()
	budget, err := s.Store.Billing.KeyBudget(ctx, by)
	if err == nil { // fail now if the key cannot pay for a single import; otherwise each import checks the budget when it starts
		err = budget.Check(s.now(), s.Store.Billing.Prices.Import)
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(in.Filter)
	if err != nil {
		return nil, err
	}
	failed := in.Filter.imports()
	if in.WithoutUnavailable {
		failed.Unavailable = new(false)
	}
	ids, _, err := s.Store.Imports.ToRunAgain(ctx, c.WorkspaceID, failed, reruns.MostImports+1)
	if err != nil {
		return nil, err
	}
	list := make([]reruns.Chosen, len(ids))
	for n, id := range ids {
		list[n] = reruns.Chosen{ID: id, WorkspaceID: c.WorkspaceID}
	}
	r, err := s.Store.Reruns.StartOwn(ctx, reruns.Rerun{WorkspaceID: c.WorkspaceID, Filter: string(text), PerMinute: int64(cmp.Or(in.PerMinute, UsualRetryRate)),
		CreatedBy: cmp.Or(by.UserID, by.KeyID), KeyID: by.KeyID, SpentBy: by.Name(), RequestID: c.RequestID}, list)
	return made(ctx, r, err, func(r *reruns.Rerun) session.Done {
		return session.Done{Subject: r.ID, Detail: importsWords(len(list))}
	})
}

// importsWords says how many imports are run again.
func importsWords(n int) string {
	if n == 1 {
		return "1 import"
	}
	return strconv.Itoa(n) + " imports"
}

// RetryState is a state that a caller may set.
type RetryState string

// retryStates lists every RetryState once.
func retryStates() []RetryState {
	return []RetryState{RetryState(reruns.Running), RetryState(reruns.Paused), RetryState(reruns.Stopped)}
}

// ChangeRetry is the input of changing the state of a retry.
type ChangeRetry struct {
	State RetryState `json:"state" doc:"paused, running again, or stopped for good. What has begun goes on"`
}

// ChangeRetry pauses, resumes or stops a retry of the caller's workspace.
func (s *Service) ChangeRetry(ctx context.Context, c *session.Caller, id string, in ChangeRetry) (*reruns.Rerun, error) {
	return s.Store.Reruns.SetOwnState(ctx, c.WorkspaceID, id, reruns.State(in.State))
}
