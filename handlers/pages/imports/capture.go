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
	v.Comments = &views.CapturedComments{Ends: h.WhenAt(time.UnixMicro(found.CreatedAt).Add(captures.KeptFor))}
	for _, one := range found.Comments {
		v.Comments.Rows = append(v.Comments.Rows, commentView(one))
	}
	return nil
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
