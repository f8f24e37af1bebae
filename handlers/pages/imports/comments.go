package imports

import (
	"cmp"
	"context"
	"time"

	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/captures"
	"socialdata/models/imports"
	"socialdata/views"
)

// commentsOf returns the comments that a browser handed over with the post of an import; nil for none, or once the capture has ended.
func (h *Handlers) commentsOf(ctx context.Context, i *imports.Import) (*views.CapturedComments, error) {
	if i.CaptureID == "" {
		return nil, nil
	}
	found, err := h.Store.Captures.Find(ctx, i.WorkspaceID, i.CaptureID)
	switch {
	case apierror.Is(err, apierror.CodeNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	rows, err := found.PageComments()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	v := &views.CapturedComments{Ends: h.WhenAt(time.UnixMicro(found.CreatedAt).Add(captures.KeptFor))}
	for _, c := range rows {
		v.Rows = append(v.Rows, commentView(c))
	}
	return v, nil
}

func commentView(c content.Comment) views.CapturedComment {
	v := views.CapturedComment{Text: page.OrEmpty(c.Text), IsReply: c.ParentID != nil, ByAuthor: c.ByItemAuthor != nil && *c.ByItemAuthor}
	if c.Author != nil {
		v.By = cmp.Or(page.OrEmpty(c.Author.Name), page.OrEmpty(c.Author.Handle))
	}
	if c.Likes != nil {
		v.Likes = views.Number(*c.Likes)
	}
	return v
}
