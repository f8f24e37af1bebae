package v1

import (
	"context"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
)

// searchInput is the input of a search. DescribePlatforms adds the values of platform and sort.
type searchInput struct {
	Platform string                 `query:"platform" required:"true"`
	Q        operations.SearchWords `query:"q" required:"true" doc:"Words to search for"`
	Type     string                 `query:"type" default:"items" enum:"items,accounts"`
	Sort     string                 `query:"sort"`
	AdFilters
	Cursor operations.Cursor     `query:"cursor" doc:"page.nextCursor of the page before"`
	Limit  operations.ShownRows  `query:"limit" doc:"How many rows of the page to show, as of items"`
	MaxAge operations.PageMaxAge `query:"maxAge" doc:"How fresh a stored page must be to be served; 0 always fetches live"`
	DryRun
}

// SearchPage is a page of search results as responses contain it. Its rows are all item summaries or all accounts.
type SearchPage struct {
	Object           string        `json:"object" enum:"list"`
	Data             []searchRow   `json:"data"`
	Page             lookup.Paging `json:"page"`
	Total            *int64        `json:"total"`
	TotalApproximate bool          `json:"totalApproximate"`
	Query            string        `json:"query"`
	content.Served
}

// searchRow is a row of either kind. It only provides the schema.
type searchRow struct{}

// Schema implements huma.SchemaProvider.
func (searchRow) Schema(r huma.Registry) *huma.Schema {
	return operations.EitherOf(r, r.Schema(reflect.TypeFor[content.ItemSummary](), true, "ItemSummary"), r.Schema(reflect.TypeFor[content.AccountRow](), true, "AccountRow"))
}

func (h *Handlers) searchQuery(given map[string]string) []apierror.Field {
	p, known := h.Platforms.Find(content.Platform(given["platform"]))
	if !known {
		return nil // the schema reports it
	}
	fields := operations.ParameterProblems(operations.SearchReads(p), given, operations.SearchParams)
	if given["type"] == "accounts" && p.Search != nil && !p.Search.Accounts {
		fields = append(fields, apierror.Field{Name: "type", In: "query", Reason: "enum", Expected: "items: the platform has no search for accounts"})
	}
	return fields
}

func (h *Handlers) search(ctx context.Context, in *searchInput) (*lookupOutput[SearchPage], error) {
	p, _ := h.Platforms.Find(content.Platform(in.Platform))
	reads := operations.SearchReads(p)
	request := lookup.SearchRequest{
		Workspace: session.From(ctx).WorkspaceID, By: session.From(ctx).Spender(),
		Platform: p.Name,
		Query:    string(in.Q),
		Accounts: in.Type == "accounts",
		Sort:     reads.Value("sort", in.Sort),
		Ads:      in.filter(reads),
		Cursor:   string(in.Cursor),
		Limit:    int(in.Limit),
		MaxAge:   operations.CheckedMaxAge(input.PageMaxAge, in.MaxAge),
	}
	return answered[SearchPage](ctx, h, in.DryRun, "search", "", request)
}
