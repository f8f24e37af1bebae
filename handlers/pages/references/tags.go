package references

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/views"
)

// tagsShown is how many tags a page lists.
const tagsShown = 100

// tags lists the tags of a workspace.
func (h *Handlers) tags(c *fiber.Ctx) error {
	return h.showTags(c, fiber.StatusOK, "", "")
}

// showTags lists tags. A problem belongs to the row of the tag that it names.
func (h *Handlers) showTags(c *fiber.Ctx, status int, of, problem string) error {
	p, err := h.Store.References.ListTags(c.UserContext(), page.Caller(c).WorkspaceID, db.PageRequest{Cursor: c.Query("cursor"), Limit: tagsShown})
	if err != nil {
		return err
	}
	v := views.Tags{UndoTime: undoTime(), Change: page.WorkspacePath(c, "tags"), Most: operations.MostOf[operations.Tag](), Query: string(c.Request().URI().QueryString())}
	for _, t := range p.Items {
		row := views.TagRow{Tag: t.Tag, Href: referencesBy(c, "tag", t.Tag), Count: views.Number(int64(t.References))}
		if t.References > references.MostCounted {
			row.Count = "over " + views.Number(references.MostCounted)
		}
		if t.Tag == of {
			row.Problem = problem
		}
		v.Rows = append(v.Rows, row)
	}
	v.Next, v.First = page.PageLinks(c, p.NextCursor)
	changes, err := h.progress(c)
	if err != nil {
		return err
	}
	v.Changes = changes.Notes
	frame := h.LiveFrame(c, "Tags", "references", changes.Moving, 2)
	frame.Pending = nil // it is among the changes
	return page.Show(c, status, views.TagsPage(frame, v))
}

// changeTag renames a tag of all references that have it, which merges it into another one of that name, or removes it.
func (h *Handlers) changeTag(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	tag, to := f.Text("tag"), page.TypedTags(f.Text("to"), nil)
	in := operations.CreateChange{Filter: &operations.SavedFilter{ReferenceFilter: operations.ReferenceFilter{Tag: operations.SearchedTags{tag}}}, DelaySeconds: undoSeconds}
	bounds := []page.Bound{{Property: "removeTags", Field: "tag", Label: "The tag", Given: []string{tag}}}
	if f.Text("do") == "rename" {
		if len(to) != 1 {
			return h.showTags(c, fiber.StatusBadRequest, tag, "Enter one name, without commas.")
		}
		bounds = append(bounds, page.Bound{Property: "addTags", Field: "to", Label: "The name", Given: to})
	}
	in.ChangeEach = page.Bind[operations.ChangeEach](h.Service, f, bounds...)
	if problem := f.Problems["to"] + f.Problems["tag"]; problem != "" {
		return h.showTags(c, fiber.StatusBadRequest, tag, problem)
	}
	change, err := h.CreateChange(c.UserContext(), page.Caller(c), in)
	return h.ordered(c, f, "tags", change, err)
}
