package v1

import (
	"context"

	"socialdata/handlers/operations"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
)

// DescribePlatforms adds the values of collection and sort, by platform.
type listItemsInput struct {
	Account    string `query:"account" required:"true" minLength:"1" maxLength:"2048" format:"selector" doc:"<platform>:<id>, <platform>:@<handle> or a link to an account" example:"video_site:UCsXVk37bltHxD1rDPwtNM8Q"`
	Collection string `query:"collection"`
	Sort       string `query:"sort"`
	AdFilters
	Cursor operations.Cursor     `query:"cursor" doc:"page.nextCursor of the page before"`
	Limit  operations.ShownRows  `query:"limit" doc:"How many rows of the page to show; without it all that the platform gave. It costs the same, and the cursor goes on behind what was shown, free within the page"`
	MaxAge operations.ListMaxAge `query:"maxAge" doc:"How fresh a stored page must be to be served; 0 always fetches live"`
	DryRun
}

// ItemPage is a page of an account's items as it is answered.
type ItemPage struct {
	Object           string                `json:"object" enum:"list"`
	Data             []content.ItemSummary `json:"data"`
	Page             lookup.Paging         `json:"page"`
	Total            *int64                `json:"total"`
	TotalApproximate bool                  `json:"totalApproximate"`
	Account          *content.AccountRef   `json:"account"`
	content.Served
}

func (h *Handlers) itemsQuery(given map[string]string) []apierror.Field {
	name, _, problem := h.Platforms.ParseSelector(given["account"])
	p, known := h.Platforms.Find(name)
	if problem != nil || !known {
		return nil // said by the selector's own check, or by the operation
	}
	return parameterProblems(p.Lists, given, listParams)
}

func (h *Handlers) listItems(ctx context.Context, in *listItemsInput) (*lookupOutput[ItemPage], error) {
	follow := ctx
	if in.Ask {
		follow = lookup.Locally(ctx)
	}
	name, account, err := h.Lookup.Selector(follow, in.Account)
	if err != nil {
		return nil, err
	}
	p, _ := h.Platforms.Find(name)
	request := lookup.ListRequest{
		Workspace:  session.From(ctx).WorkspaceID,
		By:         session.From(ctx).Spender(),
		Platform:   name,
		Account:    account,
		Collection: p.Lists.Value("collection", in.Collection),
		Sort:       p.Lists.Value("sort", in.Sort),
		Ads:        in.filter(p.Lists),
		Cursor:     string(in.Cursor),
		Limit:      int(in.Limit),
		MaxAge:     operations.CheckedMaxAge(input.ListMaxAge, in.MaxAge),
	}
	subject := ""
	if account.ID != "" {
		subject = content.NaturalID(name, account.ID)
	}
	if in.Ask {
		return estimated[ItemPage](ctx, h, "listItems", subject, request)
	}
	r, err := h.Lookup.Items(ctx, request)
	note(ctx, r, subject)
	return lookupResponse[ItemPage](r, err)
}
