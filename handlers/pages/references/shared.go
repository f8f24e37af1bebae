package references

import (
	"cmp"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/models/shares"
	"socialdata/views"
)

// stranger is a request for a share's page by a visitor who may see it.
type stranger struct {
	share *shares.Share
	from  *accounts.Workspace
	path  string // of the share's page; contains its token
	token string
}

// forStrangers handles requests below a share. If anything is not found or the cursor is invalid, it always shows the
// same page, so that visitors cannot find out what exists.
func (h *Handlers) forStrangers(show func(*fiber.Ctx, *stranger) error) fiber.Handler {
	return func(c *fiber.Ctx) error {
		err := h.showStranger(c, show)
		if apierror.Is(err, apierror.CodeNotFound) || apierror.Is(err, apierror.CodeInvalidInput) {
			return page.Show(c, fiber.StatusNotFound, views.SharedGonePage())
		}
		return err
	}
}

func (h *Handlers) showStranger(c *fiber.Ctx, show func(*fiber.Ctx, *stranger) error) error {
	s := &stranger{token: c.Params("token")}
	s.path = operations.SharePath + s.token
	var err error
	if s.share, err = h.Store.Shares.Open(c.UserContext(), s.token); err != nil {
		return err
	}
	if c.Method() == fiber.MethodGet && !h.Cookies.OpensShare(s.share, c.Cookies(session.ShareName), h.Store.Now()) {
		return h.askPassword(c, fiber.StatusOK, page.ReadForm(c), "")
	}
	if s.from, err = h.Store.Accounts.Workspace(c.UserContext(), s.share.WorkspaceID); err != nil {
		return err
	}
	return show(c, s)
}

func (h *Handlers) askPassword(c *fiber.Ctx, status int, f *page.Form, refusal string) error {
	field := views.Field{Name: "password", Label: "Password", Type: "password", Problem: f.Problems["password"], Required: true, Max: operations.MostOf[operations.GivenPass](), Auto: "off", Focus: true}
	return page.Show(c, status, views.SharedPasswordPage(field, refusal))
}

// openShared checks the password of a share. It is then not required again for some hours.
func (h *Handlers) openShared(c *fiber.Ctx, s *stranger) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.OpenShare](h.Service, f, page.SecretBound(f, "password", "password", "The password"))
	if !f.OK() {
		return h.askPassword(c, fiber.StatusBadRequest, f, "")
	}
	err := h.OpenShare(c.UserContext(), s.share, in)
	switch {
	case apierror.Is(err, apierror.CodeInvalidCredential):
		f.AddProblem("password", "Wrong password.")
		return h.askPassword(c, fiber.StatusUnauthorized, f, "")
	case apierror.Is(err, apierror.CodeRateLimited):
		return h.askPassword(c, fiber.StatusTooManyRequests, f, "Too many tries. Wait "+page.FormatDuration(max(apierror.From(err).RetryAfter, 1e9))+", then try again.")
	case err != nil:
		return err
	}
	cookie, err := h.Cookies.Share(s.share, s.path, h.Store.Now())
	if err != nil {
		return err
	}
	page.SetCookie(c, cookie)
	return c.Redirect(s.path, fiber.StatusSeeOther)
}

// around returns the frame of a share's page.
func (h *Handlers) around(s *stranger, title string) views.Stranger {
	return views.Stranger{Title: title, From: s.from.Name, Ends: h.sharedTime(time.UnixMicro(s.share.EndsAt))}
}

// previewedText is the most of a description that a preview has, in characters.
const previewedText = 200

// preview returns what messengers show of the page, or nil unless its owner allows it and it has no password.
func (h *Handlers) preview(s *stranger, title, description string, poster *string) *views.Preview {
	if !s.share.OpenGraph || s.share.PasswordHash != "" {
		return nil
	}
	v := &views.Preview{Site: s.from.Name, Title: title, Description: page.Beginning(description, previewedText)}
	if link := h.sharedFile(s, poster, nil); link != "" {
		v.Picture = h.Origin + link
	}
	return v
}

// sharedFile returns the signed link to a file of the page, or "" if there is none or media is not shared.
func (h *Handlers) sharedFile(s *stranger, id *string, hold *int64) string {
	if id == nil || !s.share.With.Media {
		return ""
	}
	return h.SharedMedia(s.share, s.token, *id, hold)
}

// shared shows a share: its reference, or the first references of its board.
func (h *Handlers) shared(c *fiber.Ctx, s *stranger) error {
	if c.Query("cursor") == "" {
		if err := h.Store.Shares.CountView(c.UserContext(), s.share.ID); err != nil {
			return err
		}
	}
	if s.share.BoardID != nil {
		return h.sharedBoard(c, s)
	}
	r, err := h.Store.References.Find(c.UserContext(), s.share.WorkspaceID, *s.share.ReferenceID)
	if err != nil {
		return err
	}
	return h.showShared(c, s, r, nil)
}

// sharedRows is the number of references of a board on one page.
const sharedRows = 24

func (h *Handlers) sharedBoard(c *fiber.Ctx, s *stranger) error {
	b, list, err := h.sharedList(c, s)
	if err != nil {
		return err
	}
	rows, err := h.Store.References.ListReferences(c.UserContext(), s.share.WorkspaceID, list, db.PageRequest{Cursor: c.Query("cursor"), Limit: sharedRows})
	if err != nil {
		return err
	}
	total, err := h.Store.References.Count(c.UserContext(), s.share.WorkspaceID, list)
	if err != nil {
		return err
	}
	v := views.SharedBoard{Name: b.Name, Description: b.Description, Total: page.AtMost(total, references.MostCounted, "post")}
	around := h.around(s, b.Name)
	if s.share.PasswordHash == "" {
		around.Feed = s.path + "/feed.xml"
	}
	around.Preview = h.preview(s, b.Name, cmp.Or(b.Description, v.Total), firstPoster(rows.Items))
	v.Rows = page.Map(rows.Items, func(r references.Reference) views.SharedCard { return h.sharedCard(s, &r) })
	v.Next, v.First = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, fiber.StatusOK, views.SharedBoardPage(around, v))
}

// sharedList returns the board of a share and the listing of its references, without those that have no successful import.
func (h *Handlers) sharedList(c *fiber.Ctx, s *stranger) (*boards.Board, references.Listing, error) {
	b, err := h.Store.Boards.Find(c.UserContext(), s.share.WorkspaceID, *s.share.BoardID)
	if err != nil {
		return nil, references.Listing{}, err
	}
	list, err := h.shownOn(b)
	return b, list, err
}

// shownOn returns the listing of what visitors see of a board.
func (h *Handlers) shownOn(b *boards.Board) (references.Listing, error) {
	return h.ListedOn(b, operations.ReferenceFilter{}, references.Listing{WithoutFailed: true})
}

func firstPoster(rows []references.Reference) *string {
	for _, r := range rows {
		if r.PosterMediaID != nil {
			return r.PosterMediaID
		}
	}
	return nil
}
