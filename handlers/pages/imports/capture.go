package imports

import (
	"cmp"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/captures"
	"socialdata/models/imports"
	"socialdata/views"
)

// addCapture adds what a browser handed over with the post of an import, until the capture ends: the comments, and how many files
// nobody has brought yet.
func (h *Handlers) addCapture(c *fiber.Ctx, v *views.Import, i *imports.Import) error {
	if i.CaptureID == "" {
		return nil
	}
	found, err := h.GetCapture(c.UserContext(), page.Caller(c), i.CaptureID)
	switch {
	case apierror.Is(err, apierror.CodeNotFound):
		return nil
	case err != nil:
		return err
	}
	for _, part := range found.Parts {
		if part.Needed {
			v.NeededFiles++
		}
	}
	if len(found.Comments) == 0 {
		return nil
	}
	v.Comments = &views.CapturedComments{Count: len(found.Comments), Rows: h.threads(found.Comments), Ends: h.WhenAt(time.UnixMicro(found.CreatedAt).Add(captures.KeptFor))}
	return nil
}

// threads returns comments with their replies. A reply to a comment that the browser did not hand over stands alone.
func (h *Handlers) threads(list []content.Comment) []views.CapturedComment {
	at := map[string]int{} // where a comment that is no reply is in rows
	rows := []views.CapturedComment{}
	for _, c := range list {
		if c.ParentID == nil {
			at[c.ID] = len(rows)
			rows = append(rows, h.commentView(c))
		}
	}
	for _, c := range list {
		if c.ParentID == nil {
			continue
		}
		if n, ok := at[*c.ParentID]; ok {
			rows[n].Replies = append(rows[n].Replies, h.commentView(c))
		} else {
			rows = append(rows, h.commentView(c))
		}
	}
	return rows
}

func (h *Handlers) commentView(c content.Comment) views.CapturedComment {
	v := views.CapturedComment{Text: page.OrEmpty(c.Text), ByAuthor: c.ByItemAuthor != nil && *c.ByItemAuthor}
	if c.Author != nil {
		name, handle := page.OrEmpty(c.Author.Name), page.OrEmpty(c.Author.Handle)
		v.By = cmp.Or(name, handle)
		if v.By != handle {
			v.Handle = handle
		}
	}
	if c.Likes != nil {
		v.Likes = views.Count(*c.Likes, "like")
		if c.LikesApproximate {
			v.Likes = "about " + v.Likes
		}
	}
	if c.PublishedAt != nil {
		v.Published = h.WhenAt(c.PublishedAt.Time)
	}
	return v
}
