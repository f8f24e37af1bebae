package references

import (
	"cmp"
	"fmt"

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
	v.Bulk = views.Bulk{Query: string(c.Request().URI().QueryString()), Tag: here + "tags", Board: here + "board", NewBoard: here + "new-board", Compare: page.WorkspacePath(c, "references/compare"),
		CompareBetween: fmt.Sprint(fewestCompared, " ", mostCompared)}
	if page.Caller(c).Has(accounts.Owner) {
		v.Bulk.Hold, v.Bulk.Delete = here+"hold", here+"delete"
	}
	v.Bulk.Boards, err = h.BoardChoices(c)
	onto := page.ReadQuery(c).Text("onto")
	for _, b := range v.Bulk.Boards {
		if b.Value == onto {
			v.Bulk = views.Bulk{Query: v.Bulk.Query, Board: v.Bulk.Board, Onto: &views.Option{Value: b.Value, Word: page.Beginning(b.Word, 24)}}
			v.Onto, v.OntoID = &views.Choice{Word: b.Word, Href: page.WorkspacePath(c, "boards/"+b.Value)}, b.Value
			break
		}
	}
	if err != nil || v.Onto == nil {
		return err
	}
	return h.markPlaced(c, v)
}

// markPlaced marks the rows that are on the board already that the selected ones are meant for, and links to the list with or without
// those.
func (h *Handlers) markPlaced(c *fiber.Ctx, v *views.References) error {
	if v.Fresh = page.ReadQuery(c).Text("on") == "hide"; v.Fresh {
		v.PlacedHref = with(c, "on", "")
		return nil
	}
	v.PlacedHref = with(c, "on", "hide")
	var ids []string
	for _, r := range v.Rows {
		ids = append(ids, r.IDs()...)
	}
	on, err := h.Store.Boards.On(c.UserContext(), page.Caller(c).WorkspaceID, v.OntoID, ids)
	for n := range v.Rows {
		v.Rows[n].MarkPlaced(on)
	}
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
	in := bindBulk(h.Service, f, page.Bound{Property: property, Field: "tags", Label: "A tag", Given: tags})
	switch {
	case len(f.IDs()) == 0 && !wholeList(f):
		return h.ListUnchanged(c, f, "references", page.NothingSelected)
	case !f.OK():
		return h.ListUnchanged(c, f, "references", cmp.Or(f.Problems["tags"], f.Problems["id"])+" Nothing was changed.")
	case len(tags) == 0:
		return h.ListUnchanged(c, f, "references", "Enter the tags first. Nothing was changed.")
	case wholeList(f):
		return h.changeList(c, f, in.ChangeEach)
	}
	return h.changeSelected(c, f, in, done)
}

// bindBulk reads a bulk action for the selected references, or for all of the list.
func bindBulk(s *operations.Service, f *page.Form, more ...page.Bound) operations.Bulk {
	if wholeList(f) {
		return operations.Bulk{ChangeEach: page.Bind[operations.ChangeEach](s, f, more...)}
	}
	return page.Bind[operations.Bulk](s, f, page.BulkBounds(f, more...)...)
}

// holdReferences keeps the media of several references longer.
func (h *Handlers) holdReferences(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := bindBulk(h.Service, f)
	if !f.OK() {
		return h.ListUnchanged(c, f, "references", page.NothingSelected)
	}
	if in.HoldDays = bulkHoldDays; wholeList(f) {
		return h.changeList(c, f, in.ChangeEach)
	}
	return h.changeSelected(c, f, in, "kept for at least "+views.Count(bulkHoldDays, "more day"))
}

// deleteReferences deletes the selected references, or all of the list after a confirmation. Either can be taken back
// for a few seconds.
func (h *Handlers) deleteReferences(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := bindBulk(h.Service, f)
	in.Delete = true
	switch {
	case !f.OK():
		return h.ListUnchanged(c, f, "references", page.NothingSelected)
	case !wholeList(f):
		change, err := h.deleteByIDs(c, f.IDs()...)
		return h.ordered(c, f, "references", change, err)
	case f.Text("confirm") == "yes":
		return h.changeList(c, f, in.ChangeEach)
	}
	if err := h.MayChangeReferences(page.Caller(c), in.ChangeEach); err != nil {
		return err
	}
	list, err := h.listOf(c, f)
	if err != nil {
		return err
	}
	n, err := h.Store.References.Count(c.UserContext(), page.Caller(c).WorkspaceID, list)
	if err != nil {
		return err
	}
	count := page.AtMost(n, references.MostCounted, "reference")
	v := views.Confirm{Question: "Delete all of this list, " + count + "?", Verb: "Delete " + count, Back: page.WorkspacePath(c, "references") + "?" + f.Text("query"), BackWord: "References", Keep: "Keep them",
		Hidden: []views.Hidden{{Name: "confirm", Value: "yes"}, {Name: "all", Value: "yes"}, {Name: "query", Value: f.Text("query")}},
		Goes:   "With media, transcripts, notes and tags, whether the list shows them on this page or on others."}
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
