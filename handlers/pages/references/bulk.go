package references

import (
	"cmp"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/references"
	"socialdata/views"
)

// bulkHoldDays is for how many days from now the bulk action keeps media.
const bulkHoldDays = 30

// addBulk adds the bulk actions that the caller may use.
func (h *Handlers) addBulk(c *fiber.Ctx, v *views.References) (err error) {
	here := page.WorkspacePath(c, "references/bulk/")
	v.Bulk = views.Bulk{Query: string(c.Request().URI().QueryString()), Tag: here + "tags", Board: here + "board", Compare: page.WorkspacePath(c, "references/compare")}
	if page.Caller(c).Has(accounts.Owner) {
		v.Bulk.Hold, v.Bulk.Delete = here+"hold", here+"delete"
	}
	v.Bulk.Boards, err = h.boardChoices(c)
	return err
}

// changeSelected applies a change and redirects to the list.
func (h *Handlers) changeSelected(c *fiber.Ctx, f *page.Form, in operations.Bulk, done string) error {
	changed, err := h.ChangeReferences(c.UserContext(), page.Caller(c), in)
	if err != nil {
		return err
	}
	return h.ListAgain(c, f, "references", bulkSentence(changed, done))
}

// tagReferences adds tags to several references or removes them.
func (h *Handlers) tagReferences(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	tags, property, done := page.TypedTags(f.Text("tags"), nil), "addTags", "tagged"
	if f.Text("do") == "remove" {
		property, done = "removeTags", "without these tags now"
	}
	in := page.Bind[operations.Bulk](h.Service, f, page.BulkBounds(f, page.Bound{Property: property, Field: "tags", Label: "A tag", Given: tags})...)
	switch {
	case len(f.IDs()) == 0:
		return h.ListAgain(c, f, "references", page.NothingSelected)
	case !f.OK():
		return h.ListAgain(c, f, "references", cmp.Or(f.Problems["tags"], f.Problems["id"])+" Nothing was changed.")
	case len(tags) == 0:
		return h.ListAgain(c, f, "references", "Enter the tags first. Nothing was changed.")
	}
	return h.changeSelected(c, f, in, done)
}

// holdReferences keeps the media of several references longer.
func (h *Handlers) holdReferences(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.Bulk](h.Service, f, page.BulkBounds(f)...)
	if !f.OK() {
		return h.ListAgain(c, f, "references", page.NothingSelected)
	}
	in.HoldDays = bulkHoldDays
	return h.changeSelected(c, f, in, "kept for at least "+views.Count(bulkHoldDays, "more day"))
}

// deleteReferences first asks for confirmation, listing what will be deleted, and then deletes.
func (h *Handlers) deleteReferences(c *fiber.Ctx) error {
	f, workspace := page.ReadForm(c), page.Caller(c).WorkspaceID
	in, ids := page.Bind[operations.Bulk](h.Service, f, page.BulkBounds(f)...), f.IDs()
	if !f.OK() {
		return h.ListAgain(c, f, "references", page.NothingSelected)
	}
	in.Delete = true
	if f.Text("confirm") == "yes" {
		return h.changeSelected(c, f, in, "deleted")
	}
	if err := h.MayChangeReferences(page.Caller(c), in); err != nil {
		return err
	}
	found, err := h.Store.References.FindReferences(c.UserContext(), workspace, ids)
	if err != nil {
		return err
	}
	v := views.Confirm{Question: "Delete " + views.Count(len(found), "reference") + "?", Verb: "Delete " + views.Count(len(found), "reference"), Back: page.WorkspacePath(c, "references"),
		Hidden: []views.Hidden{{Name: "confirm", Value: "yes"}, {Name: "query", Value: f.Text("query")}}}
	titles := []string{}
	for _, id := range ids {
		if r := found[id]; r != nil {
			v.Hidden, titles = append(v.Hidden, views.Hidden{Name: "id", Value: id}), append(titles, "“"+page.FirstWords(r.Title())+"”")
		}
	}
	v.Goes = "Gone for good, with media, transcripts, notes and tags: " + strings.Join(titles, ", ") + "."
	return page.Show(c, fiber.StatusOK, views.ConfirmPage(h.Frame(c, "Delete references", "references"), v))
}

// bulkSentence says how many references were changed and why others were not.
func bulkSentence(changed []references.Changed, done string) string {
	good, failed := 0, map[apierror.Code]int{}
	codes := []apierror.Code{}
	for _, r := range changed {
		if r.Err == nil {
			good++
			continue
		}
		code := apierror.From(r.Err).Code
		if failed[code] == 0 {
			codes = append(codes, code)
		}
		failed[code]++
	}
	sentence := views.Count(good, "reference") + " " + done + "."
	for _, code := range codes {
		sentence += " " + views.Count(failed[code], "other") + " not changed: " + shown.WhyNotChanged(code) + "."
	}
	return sentence
}
