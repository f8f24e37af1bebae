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

type listCommentsInput struct {
	URL    operations.Link       `query:"url" doc:"Link to an item; or its id"`
	ID     string                `query:"id" minLength:"1" maxLength:"160" format:"item-id" doc:"Natural id of an item; or its url"`
	Parent string                `query:"parent" pattern:"^[A-Za-z0-9._-]{1,256}$" doc:"Id of a comment: list its replies"`
	Sort   string                `query:"sort"`
	Cursor operations.Cursor     `query:"cursor" doc:"page.nextCursor of the page before"`
	Limit  operations.ShownRows  `query:"limit" doc:"How many rows of the page to show, as of items"`
	MaxAge operations.PageMaxAge `query:"maxAge" doc:"How fresh a stored page must be to be served; 0 always fetches live"`
	DryRun
}

// CommentPage is a page of comments as responses contain it.
type CommentPage struct {
	Object           string            `json:"object" enum:"list"`
	Data             []content.Comment `json:"data"`
	Page             lookup.Paging     `json:"page"`
	Total            *int64            `json:"total"`
	TotalApproximate bool              `json:"totalApproximate"`
	Item             sources.ItemRef   `json:"item"`
	content.Served
}

// commentsQuery requires exactly one of url and id, and what the platform reads.
func (h *Handlers) commentsQuery(given map[string]string) []apierror.Field {
	if problems := linkOrID(given); problems != nil {
		return problems
	}
	if p, known := h.platformOf(given["url"], given["id"]); known && p.Comments != nil {
		return operations.ParameterProblems(p.Comments.Parameters, given, operations.CommentParams)
	}
	return nil
}

// platformOf returns the platform of an item from its link or id. ok is false if they identify no platform.
func (h *Handlers) platformOf(url, id string) (p sources.Platform, ok bool) {
	var link sources.Link
	if url != "" {
		link, _ = h.Platforms.Recognize(url)
	} else {
		link, _ = h.Platforms.ParseItemID(id)
	}
	return h.Platforms.Find(link.Platform)
}

func (h *Handlers) listComments(ctx context.Context, in *listCommentsInput) (*lookupOutput[CommentPage], error) {
	p, _ := h.platformOf(string(in.URL), in.ID)
	request := lookup.CommentsRequest{
		Workspace: session.From(ctx).WorkspaceID, By: session.From(ctx).Spender(),
		URL:    string(in.URL),
		ID:     in.ID,
		Parent: in.Parent,
		Sort:   operations.CommentReads(p).Value("sort", in.Sort),
		Cursor: string(in.Cursor),
		Limit:  int(in.Limit),
		MaxAge: operations.CheckedMaxAge(input.PageMaxAge, in.MaxAge),
	}
	subject := in.ID
	if in.URL != "" {
		subject = h.SubjectOf(string(in.URL))
	}
	return answered[CommentPage](ctx, h, in.DryRun, "listComments", subject, request)
}
