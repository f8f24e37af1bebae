package v1

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
)

type listItemsInput struct {
	Account    string `query:"account" required:"true" minLength:"1" maxLength:"2048" format:"selector" doc:"<platform>:<id>, <platform>:@<handle> or a link to an account" example:"video_site:UCsXVk37bltHxD1rDPwtNM8Q"`
	Collection string `query:"collection" enum:"videos,shorts,streams,posts,reels" doc:"video_site: videos (default), shorts, streams; photo_site: posts (default), reels"`
	Sort       string `query:"sort" enum:"latest,popular,relevance,impressions" doc:"video_site: latest (default), popular; ad_library: impressions (default), relevance"`
	AdFilters
	Cursor string     `query:"cursor" minLength:"1" maxLength:"512" doc:"page.nextCursor of the page before"`
	MaxAge listMaxAge `query:"maxAge" doc:"How fresh a stored page must be to be served; 0 always fetches live"`
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

// listReads is what each platform reads of /v1/items; the first value of a parameter is its default.
func listReads(p content.Platform) reads {
	switch p {
	case content.VideoSite:
		return reads{"collection": {"videos", "shorts", "streams"}, "sort": {"latest", "popular"}}
	case content.PhotoSite:
		return reads{"collection": {"posts", "reels"}}
	case content.AdLibrary:
		return adReads()
	}
	return reads{}
}

// adReads is what the ad library reads, of lists and of searches.
func adReads() reads {
	r := reads{"sort": {"impressions", "relevance"}}
	for name := range adFilters {
		r[name] = nil
	}
	return r
}

// choose is the value of a parameter on a platform: as given, its default, or "" where it is not read.
func (r reads) choose(name, given string) string {
	if allowed := r[name]; given == "" && len(allowed) > 0 {
		return allowed[0]
	}
	return given
}

func itemsQuery(given map[string]string) []apierror.Field {
	p, _, problem := sources.ParseSelector(given["account"])
	if problem != nil || !p.Valid() {
		return nil // said by the selector's own check, or by the operation
	}
	return listReads(p).problems(given, []string{"collection", "sort", "status", "country", "mediaKind", "startedFrom", "startedTo"})
}

func (h *Handlers) listItems(ctx context.Context, in *listItemsInput) (*lookupOutput[ItemPage], error) {
	p, account, problem := sources.ParseSelector(in.Account)
	if problem != nil {
		return nil, problem
	}
	r, err := h.Lookup.Items(ctx, lookup.ListRequest{
		Workspace:  session.From(ctx).WorkspaceID,
		Platform:   p,
		Account:    account,
		Collection: listReads(p).choose("collection", in.Collection),
		Sort:       listReads(p).choose("sort", in.Sort),
		Ads:        in.filter(p),
		Cursor:     in.Cursor,
		MaxAge:     checkedMaxAge(input.ListMaxAge, in.MaxAge),
	})
	return served[ItemPage](r, err)
}
