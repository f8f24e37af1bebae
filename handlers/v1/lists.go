package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
)

// listItemsInput is the input of listing items. DescribePlatforms adds the values of collection and sort, by
// platform.
type listItemsInput struct {
	Account    string          `query:"account" minLength:"1" maxLength:"2048" format:"selector" doc:"<platform>:<id>, <platform>:@<handle> or a link to an account; or the url of another list" example:"video_site:UCsXVk37bltHxD1rDPwtNM8Q"`
	URL        operations.Link `query:"url" doc:"Link to a list that is no account's, such as a playlist or the page of a hashtag; or an account"`
	Collection string          `query:"collection"`
	Sort       string          `query:"sort"`
	AdFilters
	Cursor operations.Cursor     `query:"cursor" doc:"page.nextCursor of the page before"`
	Limit  operations.ShownRows  `query:"limit" doc:"How many rows of the page to show; without it all that the platform gave. It costs the same, and the cursor goes on behind what was shown, free within the page"`
	MaxAge operations.ListMaxAge `query:"maxAge" doc:"How fresh a stored page must be to be served; 0 always fetches live"`
	DryRun
}

// ItemPage is a page of items, of an account or another list, as responses contain it.
type ItemPage struct {
	Object           string                `json:"object" enum:"list"`
	Data             []content.ItemSummary `json:"data"`
	Page             lookup.Paging         `json:"page"`
	Total            *int64                `json:"total"`
	TotalApproximate bool                  `json:"totalApproximate"`
	Account          *content.AccountRef   `json:"account" doc:"null of a list that is no account's"`
	Source           sources.ListSource    `json:"source" doc:"What list it is"`
	content.Served
}

// itemsQuery requires exactly one of account and url. With url, no platform-specific parameters are allowed.
func (h *Handlers) itemsQuery(given map[string]string) []apierror.Field {
	_, byAccount := given["account"]
	_, byURL := given["url"]
	switch {
	case byAccount && byURL:
		return []apierror.Field{{Name: "url", In: "query", Reason: "conflict", Expected: "either account or url"}}
	case byURL:
		return operations.ParameterProblems(nil, given, operations.ListParams)
	case !byAccount:
		return []apierror.Field{{Name: "account", In: "query", Reason: "required", Expected: "an account, or the url of another list"}}
	}
	name, _, problem := h.Platforms.ParseSelector(given["account"])
	p, known := h.Platforms.Find(name)
	if problem != nil || !known {
		return nil // the selector's format check or the operation reports what is wrong
	}
	return operations.ParameterProblems(p.Lists, given, operations.ListParams)
}

func (h *Handlers) listItems(ctx context.Context, in *listItemsInput) (*lookupOutput[ItemPage], error) {
	request, subject, err := h.listRequest(ctx, in)
	if err != nil {
		return nil, err
	}
	return answered[ItemPage](ctx, h, in.DryRun, "listItems", subject, *request)
}

// listRequest returns which list is requested and its natural id as far as it is known.
func (h *Handlers) listRequest(ctx context.Context, in *listItemsInput) (r *lookup.ListRequest, subject string, err error) {
	request := lookup.ListRequest{Workspace: session.From(ctx).WorkspaceID, By: session.From(ctx).Spender(), Cursor: string(in.Cursor), Limit: int(in.Limit),
		MaxAge: operations.CheckedMaxAge(input.ListMaxAge, in.MaxAge)}
	if in.URL != "" {
		list, problem := h.Platforms.RecognizeList(string(in.URL))
		if problem != nil {
			return nil, "", problem
		}
		request.Platform, request.List = list.Platform, &list
		return &request, list.NaturalID(), nil
	}
	follow := ctx
	if in.Ask {
		follow = lookup.Locally(ctx)
	}
	if request.Platform, request.Account, err = h.Lookup.Selector(follow, in.Account); err != nil {
		return nil, "", err
	}
	p, _ := h.Platforms.Find(request.Platform)
	request.Collection, request.Sort, request.Ads = p.Lists.Value("collection", in.Collection), p.Lists.Value("sort", in.Sort), in.filter(p.Lists)
	if request.Account.ID != "" {
		subject = content.NaturalID(request.Platform, request.Account.ID)
	}
	return &request, subject, nil
}
