package v1

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
)

type lookupAccountsInput struct {
	Body struct {
		Accounts batchRows[operations.Selector] `json:"accounts" doc:"Accounts by link, natural id or <platform>:@<handle>; equal ones are looked up and charged once"`
		MaxAge   operations.AccountMaxAge       `json:"maxAge,omitempty" doc:"How fresh a stored account must be to be served; 0 always fetches live"`
	}
}

// AccountBatch has the results of several account lookups, in the order of the request.
type AccountBatch struct {
	Object  string          `json:"object" enum:"batch"`
	Results []AccountResult `json:"results"`
	Usage   content.Usage   `json:"usage" doc:"What all results cost together"`
}

// AccountResult is the result for one account of a batch: exactly one of account and error is not null.
type AccountResult struct {
	Index   int64          `json:"index" doc:"Of the account, from 0"`
	Asked   string         `json:"asked" doc:"The account as it was sent"`
	Status  int64          `json:"status" doc:"The status that a lookup of this account alone would have had"`
	Account *ServedAccount `json:"account"`
	Error   *ErrorBody     `json:"error"`
}

// lookupAccounts looks up at most 100 accounts.
func (h *Handlers) lookupAccounts(ctx context.Context, in *lookupAccountsInput) (*huma.StreamResponse, error) {
	request := lookup.AccountRequest{Workspace: session.From(ctx).WorkspaceID, By: session.From(ctx).Spender(), MaxAge: operations.CheckedMaxAge(input.AccountMaxAge, in.Body.MaxAge)}
	return h.newLookupBatch(ctx, batchOfAccounts, in.Body.Accounts, h.accountBatchRow(request)).send(ctx)
}

// accountBatchRow returns a function that decodes the entries of a batch of accounts.
func (h *Handlers) accountBatchRow(request lookup.AccountRequest) func(string) (lookup.BatchedRequest, error) {
	return func(asked string) (lookup.BatchedRequest, error) {
		request := request
		if short, is := h.shortLink(asked); is {
			request.URL = short.Canonical
			return request, nil
		}
		platform, account, problem := h.Platforms.ParseSelector(asked)
		if problem != nil {
			return nil, problem
		}
		request.Platform, request.Handle, request.ID, request.URL = platform, account.Handle, account.ID, ""
		if account.Handle == "" && account.ID == "" {
			request.URL = asked
		}
		return request, nil
	}
}

// shortLink parses an entry of a batch as a short link, which is followed when the entry is looked up. is reports
// whether it is one.
func (h *Handlers) shortLink(asked string) (link sources.Link, is bool) {
	link, problem := h.Platforms.Recognize(asked)
	return link, problem == nil && link.Reason == sources.ShortLink
}
