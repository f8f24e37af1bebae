package pages

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/references"
	"socialdata/views"
)

// bulkHoldDays is how long the media of several references is kept from now on.
const bulkHoldDays = 30

// addBulk offers what may be done to several references.
func (h *Handlers) addBulk(c *fiber.Ctx, v *views.References) {
	here := workspacePath(c, "references/bulk/")
	v.Bulk = views.Bulk{Query: string(c.Request().URI().QueryString()), Tag: here + "tags"}
	if caller(c).Has(accounts.Owner) {
		v.Bulk.Hold, v.Bulk.Delete = here+"hold", here+"delete"
	}
}

// ids are the rows that were ticked, each once.
func (f *form) ids() []string {
	list := []string{}
	for _, id := range f.texts("id") {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// listAgain leads back to the list that a form was sent from, with a sentence.
func (h *Handlers) listAgain(c *fiber.Ctx, f *form, list, sentence string) error {
	path := workspacePath(c, list)
	if q, err := url.ParseQuery(f.text("query")); err == nil && len(q) > 0 {
		path += "?" + q.Encode()
	}
	return h.redirect(c, path, sentence)
}

const nothingSelected = "Nothing was selected."

// bulkBounds fill what is done to several references, with the rows that were ticked.
func bulkBounds(f *form, more ...bound) []bound {
	return append(more, bound{property: "ids", field: "id", label: "The selection", given: f.ids()})
}

// changeSelected does what an input asks for and leads back to the list.
func (h *Handlers) changeSelected(c *fiber.Ctx, f *form, in operations.Bulk, done string) error {
	changed, err := h.ChangeReferences(c.UserContext(), caller(c), in)
	if err != nil {
		return err
	}
	return h.listAgain(c, f, "references", bulkSentence(changed, done))
}

// tagReferences adds tags to several references, or removes them.
func (h *Handlers) tagReferences(c *fiber.Ctx) error {
	f := readForm(c)
	tags, property, done := typedTags(f.text("tags"), nil), "addTags", "tagged"
	if f.text("do") == "remove" {
		property, done = "removeTags", "without these tags now"
	}
	in := bind[operations.Bulk](h.Service, f, bulkBounds(f, bound{property: property, field: "tags", label: "A tag", given: tags})...)
	switch {
	case len(f.ids()) == 0:
		return h.listAgain(c, f, "references", nothingSelected)
	case !f.ok():
		return h.listAgain(c, f, "references", cmp.Or(f.problems["tags"], f.problems["id"])+" Nothing was changed.")
	case len(tags) == 0:
		return h.listAgain(c, f, "references", "Enter the tags first. Nothing was changed.")
	}
	return h.changeSelected(c, f, in, done)
}

// holdReferences keeps the media of several references for longer.
func (h *Handlers) holdReferences(c *fiber.Ctx) error {
	f := readForm(c)
	in := bind[operations.Bulk](h.Service, f, bulkBounds(f)...)
	if !f.ok() {
		return h.listAgain(c, f, "references", nothingSelected)
	}
	in.HoldDays = bulkHoldDays
	return h.changeSelected(c, f, in, "kept for at least "+views.Count(bulkHoldDays, "more day"))
}

// deleteReferences asks first, naming what goes; then it deletes.
func (h *Handlers) deleteReferences(c *fiber.Ctx) error {
	f, workspace := readForm(c), caller(c).WorkspaceID
	in, ids := bind[operations.Bulk](h.Service, f, bulkBounds(f)...), f.ids()
	if !f.ok() {
		return h.listAgain(c, f, "references", nothingSelected)
	}
	in.Delete = true
	if f.text("confirm") == "yes" {
		return h.changeSelected(c, f, in, "deleted")
	}
	if err := h.MayChangeReferences(caller(c), in); err != nil {
		return err
	}
	found, err := h.Store.References.FindReferences(c.UserContext(), workspace, ids)
	if err != nil {
		return err
	}
	v := views.Confirm{Question: "Delete " + views.Count(len(found), "reference") + "?", Verb: "Delete " + views.Count(len(found), "reference"), Back: workspacePath(c, "references"),
		Hidden: []views.Hidden{{Name: "confirm", Value: "yes"}, {Name: "query", Value: f.text("query")}}}
	titles := []string{}
	for _, id := range ids {
		if r := found[id]; r != nil {
			v.Hidden, titles = append(v.Hidden, views.Hidden{Name: "id", Value: id}), append(titles, "“"+firstWords(r.Title())+"”")
		}
	}
	v.Goes = "Gone for good, with media, transcripts, notes and tags: " + strings.Join(titles, ", ") + "."
	return show(c, fiber.StatusOK, views.ConfirmPage(h.frame(c, "Delete references", "references"), v))
}

// bulkSentence says how many were changed, and why the others were not.
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
		sentence += " " + views.Count(failed[code], "other") + " not changed: " + bulkReasons(code) + "."
	}
	return sentence
}

// bulkReasons says why one of several was not changed.
func bulkReasons(code apierror.Code) string {
	switch code {
	case apierror.CodeUnsupportedMedia:
		return "no media is kept"
	case apierror.CodeNotFound:
		return "it is gone"
	case apierror.CodeLimitExceeded:
		return "it would have too many tags"
	default:
		return strings.ToLower(errorText(code))
	}
}
