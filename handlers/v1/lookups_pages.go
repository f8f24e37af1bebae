package v1

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
)

type itemPagesInput struct {
	Body struct {
		Accounts   batchRows[operations.Selector] `json:"accounts" doc:"Accounts by link, natural id or <platform>:@<handle>; equal ones are listed and charged once"`
		Collection string                         `json:"collection,omitempty" maxLength:"32" doc:"As of a single list; an account whose platform does not read it is refused by itself"`
		Sort       string                         `json:"sort,omitempty" maxLength:"32" doc:"As of a single list; an account whose platform does not read it is refused by itself"`
		Limit      operations.ShownRows           `json:"limit,omitempty" doc:"How many rows of each page to show; without it all that the platform gave. It costs the same"`
		MaxAge     operations.ListMaxAge          `json:"maxAge,omitempty" doc:"How fresh a stored page must be to be served; 0 always fetches live"`
	}
}

// ItemPageBatch has the first pages of several accounts, in the order of the request.
type ItemPageBatch struct {
	Object  string           `json:"object" enum:"batch"`
	Results []ItemPageResult `json:"results"`
	Usage   content.Usage    `json:"usage" doc:"What all results cost together"`
}

// ItemPageResult is the first page of one account's items: exactly one of page and error is not null.
type ItemPageResult struct {
	Index  int64      `json:"index" doc:"Of the account, from 0"`
	Asked  string     `json:"asked" doc:"The account as it was sent"`
	Status int64      `json:"status" doc:"The status that this list alone would have had"`
	Page   *ItemPage  `json:"page" doc:"GET /v1/items goes on with its nextCursor"`
	Error  *ErrorBody `json:"error"`
}

// listItemPages lists the newest items of at most 100 accounts.
func (h *Handlers) listItemPages(ctx context.Context, in *itemPagesInput) (*huma.StreamResponse, error) {
	request := lookup.ListRequest{Workspace: session.From(ctx).WorkspaceID, By: session.From(ctx).Spender(), Collection: in.Body.Collection, Sort: in.Body.Sort,
		Limit: int(in.Body.Limit), MaxAge: operations.CheckedMaxAge(input.ListMaxAge, in.Body.MaxAge)}
	return h.newLookupBatch(ctx, batchOfPages, in.Body.Accounts, h.pageBatchRow(request)).send(ctx)
}

// pageBatchRow returns a function that decodes the entries of a batch of lists. A collection or sort that a platform
// does not support is an error for the accounts of that platform only.
func (h *Handlers) pageBatchRow(request lookup.ListRequest) func(string) (lookup.BatchedRequest, error) {
	given := map[string]string{}
	for name, value := range map[string]string{"collection": request.Collection, "sort": request.Sort} {
		if value != "" {
			given[name] = value
		}
	}
	return func(asked string) (lookup.BatchedRequest, error) {
		of := request
		if short, is := h.shortLink(asked); is {
			of.Platform, of.Short = short.Platform, short.Canonical // the target is an account on the same platform
		} else {
			var problem *apierror.Error
			if of.Platform, of.Account, problem = h.Platforms.ParseSelector(asked); problem != nil {
				return nil, problem
			}
		}
		p, _ := h.Platforms.Find(of.Platform)
		if wrong := operations.ParameterProblems(p.Lists, given, operations.ListParams); len(wrong) > 0 {
			for n := range wrong {
				wrong[n].In = "body"
			}
			return nil, apierror.InvalidInput(wrong...)
		}
		of.Collection, of.Sort, of.Ads = p.Lists.Value("collection", request.Collection), p.Lists.Value("sort", request.Sort), AdFilters{}.filter(p.Lists)
		return of, nil
	}
}
