package pages

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
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
	list, seen := []string{}, map[string]bool{}
	for _, id := range f.values["id"] {
		if id = strings.TrimSpace(id); len(id) <= input.MaxID && !seen[id] && len(list) < input.MaxBatch {
			seen[id] = true
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

// tagReferences adds tags to several references, or removes them.
func (h *Handlers) tagReferences(c *fiber.Ctx) error {
	f := readForm(c)
	ids, tags := f.ids(), f.tags("tags", nil)
	switch {
	case len(ids) == 0:
		return h.listAgain(c, f, "references", nothingSelected)
	case !f.ok():
		return h.listAgain(c, f, "references", f.problems["tags"]+" Nothing was changed.")
	case len(tags) == 0:
		return h.listAgain(c, f, "references", "Enter the tags first. Nothing was changed.")
	}
	change, done := references.Change{AddTags: tags}, "tagged"
	if f.text("do") == "remove" {
		change, done = references.Change{RemoveTags: tags}, "without these tags now"
	}
	changed := h.Store.ChangeReferences(c.UserContext(), caller(c).WorkspaceID, ids, change)
	return h.listAgain(c, f, "references", bulkSentence(changed, done))
}

// holdReferences keeps the media of several references for longer.
func (h *Handlers) holdReferences(c *fiber.Ctx) error {
	f := readForm(c)
	ids := f.ids()
	if len(ids) == 0 {
		return h.listAgain(c, f, "references", nothingSelected)
	}
	changed := h.Store.ChangeReferences(c.UserContext(), caller(c).WorkspaceID, ids, references.Change{HoldDays: bulkHoldDays})
	return h.listAgain(c, f, "references", bulkSentence(changed, "kept for at least "+count(bulkHoldDays, "more day")))
}

// deleteReferences asks first, naming what goes; then it deletes.
func (h *Handlers) deleteReferences(c *fiber.Ctx) error {
	f, workspace := readForm(c), caller(c).WorkspaceID
	ids := f.ids()
	if len(ids) == 0 {
		return h.listAgain(c, f, "references", nothingSelected)
	}
	if f.text("confirm") == "yes" {
		return h.listAgain(c, f, "references", bulkSentence(h.Store.DeleteReferences(c.UserContext(), workspace, ids), "deleted"))
	}
	found, err := h.Store.References.FindReferences(c.UserContext(), workspace, ids)
	if err != nil {
		return err
	}
	v := views.Confirm{Question: "Delete " + count(len(found), "reference") + "?", Verb: "Delete " + count(len(found), "reference"), Back: workspacePath(c, "references"),
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
	sentence := count(good, "reference") + " " + done + "."
	for _, code := range codes {
		sentence += " " + count(failed[code], "other") + " not changed: " + bulkReasons(code) + "."
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
