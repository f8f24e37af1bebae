package references

import (
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/shares"
	"socialdata/views"
)

// subject is what shares are created for: a board or a reference.
type subject struct {
	property, id string // property of CreateShare
	name, back   string
	of           shares.Of
}

func (h *Handlers) boardSubject(c *fiber.Ctx) (s subject, err error) {
	b, err := h.Store.Boards.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("boardId"))
	if err != nil {
		return s, err
	}
	return subject{property: "board", id: b.ID, name: b.Name, back: page.WorkspacePath(c, "boards/"+b.ID), of: shares.Of{BoardID: b.ID}}, nil
}

func (h *Handlers) referenceSubject(c *fiber.Ctx) (s subject, err error) {
	r, err := h.Store.References.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("referenceId"))
	if err != nil {
		return s, err
	}
	return subject{property: "reference", id: r.ID, name: page.FirstWords(page.TitleOf(r)), back: page.WorkspacePath(c, "references/"+r.ID), of: shares.Of{ReferenceID: r.ID}}, nil
}

func (h *Handlers) sharesOfBoard(c *fiber.Ctx) error     { return h.readShares(c, h.boardSubject) }
func (h *Handlers) shareBoard(c *fiber.Ctx) error        { return h.makeShare(c, h.boardSubject) }
func (h *Handlers) sharesOfReference(c *fiber.Ctx) error { return h.readShares(c, h.referenceSubject) }
func (h *Handlers) shareReference(c *fiber.Ctx) error    { return h.makeShare(c, h.referenceSubject) }

func (h *Handlers) readShares(c *fiber.Ctx, find func(*fiber.Ctx) (subject, error)) error {
	about, err := find(c)
	if err != nil {
		return err
	}
	return h.showShares(c, fiber.StatusOK, about, newShareForm(), nil)
}

// newShareForm returns the form with its initial values.
func newShareForm() *page.Form {
	return page.NewForm(map[string][]string{"days": {views.Number(int64(shares.DefaultLife / (24 * time.Hour)))}, "media": {"true"}, "transcript": {"true"}})
}

// makeShare creates a share and shows its link in the response to the form. It cannot be shown later, because only a
// digest of the token is stored.
func (h *Handlers) makeShare(c *fiber.Ctx, find func(*fiber.Ctx) (subject, error)) error {
	about, err := find(c)
	if err != nil {
		return err
	}
	f := page.ReadForm(c)
	if life := page.Bind[operations.ShareLife](h.Service, f, page.Bound{Property: "days", Label: "The days"}); life.Days > 0 {
		f.Values.Set("expiresAt", h.Store.Now().AddDate(0, 0, int(life.Days)).Format(time.RFC3339))
	}
	in := page.Bind[operations.CreateShare](h.Service, f, page.Bound{Property: about.property, Given: []string{about.id}}, page.Bound{Property: "expiresAt", Label: "The end"},
		page.SecretBound(f, "password", "password", "The password"), page.Bound{Property: "include.media", Field: "media"}, page.Bound{Property: "include.transcript", Field: "transcript"},
		page.Bound{Property: "include.notes", Field: "notes"}, page.Bound{Property: "openGraph", Field: "preview"})
	if !f.OK() {
		return h.showShares(c, fiber.StatusBadRequest, about, f, nil)
	}
	made, token, err := h.CreateShare(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		f.AddProblem("", "A workspace has at most "+views.Number(shares.MostLive)+" links that work. Revoke one first.")
		return h.showShares(c, fiber.StatusUnprocessableEntity, about, f, nil)
	}
	if err != nil {
		return err
	}
	return h.showShares(c, fiber.StatusCreated, about, newShareForm(),
		&views.NewShare{Link: h.Origin + operations.SharePath + token, Ends: h.When(&made.EndsAt), Password: made.PasswordHash != ""})
}

func (h *Handlers) showShares(c *fiber.Ctx, status int, about subject, f *page.Form, made *views.NewShare) error {
	rows, err := h.Store.Shares.List(c.UserContext(), page.Caller(c).WorkspaceID, about.of, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	v := views.Shares{What: about.property, Name: about.name, Back: about.back, New: made}
	if page.Caller(c).Has(accounts.Editor) {
		v.Form = shareForm(f)
	}
	if v.Rows, err = h.shareRows(c, rows.Items); err != nil {
		return err
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	place := about.property + "s"
	return page.Show(c, status, views.SharesPage(h.Frame(c, "Share this "+about.property, place), v))
}

// shareRows returns shares for a list, with who made them.
func (h *Handlers) shareRows(c *fiber.Ctx, list []shares.Share) (rows []views.ShareRow, err error) {
	var people []string
	for _, s := range list {
		if s.UserID != "" {
			people = append(people, s.UserID)
		}
	}
	members, err := h.Store.Accounts.MemberNames(c.UserContext(), page.Caller(c).WorkspaceID, people)
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		row := views.ShareRow{State: shareStates[s.State(h.Store.Now())], Shows: included(&s), Views: views.Number(s.Views), Made: h.When(&s.CreatedAt), Ends: h.When(&s.EndsAt), By: members[s.UserID]}
		switch {
		case s.KeyID != "":
			row.By = "an API key"
		case row.By == "" && s.UserID != "":
			row.By = "somebody who has left"
		}
		if page.Caller(c).Has(accounts.Editor) && s.State(h.Store.Now()) == shares.Active {
			row.Revoke = page.WorkspacePath(c, "shares/"+s.ID+"/revoke")
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func shareForm(f *page.Form) *views.ShareForm {
	chosen := func(name, label string) views.Tick {
		return views.Tick{Name: name, Label: label, Chosen: f.Text(name) != ""}
	}
	return &views.ShareForm{Refusal: f.Problems[""],
		Days: views.Field{Name: "days", Label: "Ends after", Unit: "days", Type: "number", Value: f.Text("days"), Problem: f.Problems["days"], Required: true},
		Password: views.Field{Name: "password", Label: "Password", Hint: "Leave empty for a link that opens without one. At least " + views.Count(operations.LeastSharePassword, "character") + ".", Type: "password",
			Problem: f.Problems["password"], Min: operations.LeastSharePassword, Max: operations.MostOf[operations.SharePassword](), Auto: "new-password"},
		Parts:   []views.Tick{chosen("media", "pictures and videos"), chosen("transcript", "the transcript"), chosen("notes", "your team's notes")},
		Preview: chosen("preview", "Let messengers show title and picture where the link is pasted, if it has no password")}
}

var shareStates = map[shares.State]views.State{shares.Active: {Tone: "good", Word: "Works"}, shares.Expired: {Tone: "calm", Word: "Ended"}, shares.Revoked: {Tone: "calm", Word: "Revoked"}}

// included lists what a share shows besides facts, and how it is protected.
func included(s *shares.Share) (list []string) {
	for _, part := range []struct {
		is   bool
		word string
	}{{s.With.Media, "media"}, {s.With.Transcript, "transcript"}, {s.With.Notes, "notes"}, {s.PasswordHash != "", "with a password"}, {s.OpenGraph, "preview"}} {
		if part.is {
			list = append(list, part.word)
		}
	}
	return list
}
