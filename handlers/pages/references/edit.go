package references

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/references"
	"socialdata/views"
)

// editOf returns the form with the current values of the reference.
func (h *Handlers) editOf(c *fiber.Ctx, r *references.Reference) views.Edit {
	v := editFields(r)
	v.Action = page.WorkspacePath(c, "references/"+r.ID+"/edit")
	return v
}

func editFields(r *references.Reference) views.Edit {
	title, notes, tags := shownTitle(r), page.OrEmpty(r.Notes), strings.Join(r.TagList(), "\n")
	return views.Edit{
		Title: views.Written{Was: title, Field: views.Field{Name: "title", Label: "Title", Hint: "Leave empty to use the platform's title.", Value: title,
			Max: operations.MostOf[operations.CustomTitle]()}},
		Notes: views.Written{Was: notes, Lines: 6, Field: views.Field{Name: "notes", Label: "Notes", Hint: "Markdown: **bold**, lists, links.", Value: notes, Max: operations.MostOf[operations.Notes]()}},
		Tags:  views.Written{Was: tags, Lines: 3, Field: views.Field{Name: "tags", Label: "Tags", Hint: "Separated by commas or lines.", Value: tags}}}
}

// shownTitle returns the title that a reference shows, as one line of a length that may be saved; "" if it shows its address alone.
func shownTitle(r *references.Reference) string {
	if r.Title() == r.CanonicalURL {
		return ""
	}
	title := []rune(strings.Join(strings.Fields(r.Title()), " "))
	return strings.TrimSpace(string(title[:min(len(title), operations.MostOf[operations.CustomTitle]())]))
}

// referenceForm is what a person submitted, together with the values that the form was opened with.
type referenceForm struct {
	*page.Form
	title, notes textEdit
	tags         tagsEdit
}

// readReferenceForm parses the form. Choosing the other person's text counts as no change.
func readReferenceForm(f *page.Form) referenceForm {
	was := page.Lines(f.Text("was-tags"))
	tags := tagsEdit{was: was, mine: page.TypedTags(f.Text("tags"), was)}
	if !f.Values.Has("was-tags") { // one tag taken off, or some added, in place
		tags = tagsEdit{was: page.Lines(f.Text("remove-tag")), mine: page.TypedTags(f.Text("add-tags"), nil)}
	}
	return referenceForm{Form: f, title: readTextEdit(f, "title"), notes: readTextEdit(f, "notes"), tags: tags}
}

func readTextEdit(f *page.Form, name string) textEdit {
	e := textEdit{was: f.Text("was-" + name), mine: f.Text(name)}
	switch keep := f.Text("keep-" + name); {
	case keep == "theirs":
		e.mine = e.was
	case keep == "" && f.Values.Has("ask-"+name):
		f.AddProblem(name, "Choose one of the two.")
	}
	return e
}

// changes merges the form with the current reference. changed fills the properties to change, merged has the combined
// tags, and conflicts lists the fields that both people changed.
func (f *referenceForm) changes(r *references.Reference) (changed []page.Bound, merged *[]string, conflicts []string) {
	for _, text := range []struct {
		page.Bound
		edit textEdit
		now  *string
	}{{page.Bound{Property: "customTitle", Field: "title", Label: "The title"}, f.title, new(shownTitle(r))}, {page.Bound{Property: "notes", Label: "The notes"}, f.notes, r.Notes}} {
		to, clash := text.edit.change(text.now)
		if clash {
			conflicts = append(conflicts, text.Name())
		}
		if to != nil {
			text.Given = []string{page.OrEmpty(to.To)}
			changed = append(changed, text.Bound)
		}
	}
	if merged = f.tags.change(r.TagList()); merged != nil {
		changed = append(changed, page.Bound{Property: "tags", Label: "A tag", Given: *merged})
	}
	return changed, merged, conflicts
}

// editTries is how often an edit is merged again because someone else saved in the meantime.
const editTries = 5

// editReference saves what a person changed and keeps all other values as they are now. The person is only asked
// about fields that someone else has also changed.
func (h *Handlers) editReference(c *fiber.Ctx) error {
	f, workspace, id := readReferenceForm(page.ReadForm(c)), page.Caller(c).WorkspaceID, c.Params("referenceId")
	for try := 1; ; try++ {
		r, err := h.Store.References.Find(c.UserContext(), workspace, id)
		if err != nil {
			return err
		}
		changed, merged, conflicts := f.changes(r)
		in := page.Bind[operations.Annotate](h.Service, f.Form, append(changed, page.Bound{Property: "revision", Given: []string{strconv.FormatInt(r.Revision, 10)}})...)
		if !f.OK() || len(conflicts) > 0 {
			return h.showUnsavedEdit(c, r, &f, merged, conflicts)
		}
		if len(changed) > 0 {
			_, err = h.AnnotateReference(c.UserContext(), page.Caller(c), id, in)
		}
		if err == nil {
			to := "references/" + id
			if f.Values.Has("was-notes") {
				to += "#edit"
			}
			return h.Redirect(c, page.WorkspacePath(c, to), f.savedSentence(r))
		}
		if !apierror.Is(err, apierror.CodeRevisionConflict) || try == editTries {
			return err
		}
	}
}

// savedSentence says which of the other person's changes to the fields of the form were kept.
func (f *referenceForm) savedSentence(before *references.Reference) string {
	kept := []string{}
	for _, part := range []struct {
		word    string
		touched bool
	}{
		{"title", f.title.touched(new(shownTitle(before))) && f.title.mine == f.title.was}, {"notes", f.notes.touched(before.Notes) && f.notes.mine == f.notes.was},
		{"tags", f.tags.touched(before.TagList())},
	} {
		if part.touched && f.Values.Has("was-"+part.word) {
			kept = append(kept, part.word)
		}
	}
	if len(kept) == 0 {
		return "Saved."
	}
	return "Saved. Someone else changed the " + strings.Join(kept, " and the ") + " meanwhile: that is kept, too."
}

// showUnsavedEdit shows the form again with the submitted values, on the page of the current reference.
func (h *Handlers) showUnsavedEdit(c *fiber.Ctx, r *references.Reference, f *referenceForm, merged *[]string, conflicts []string) error {
	edit, status := h.editOf(c, r), fiber.StatusBadRequest
	edit.Open = true
	for _, part := range []struct {
		written *views.Written
		sent    textEdit
	}{{&edit.Title, f.title}, {&edit.Notes, f.notes}} {
		name := part.written.Name
		part.written.Problem = f.Problems[name]
		if part.sent.mine != part.sent.was {
			part.written.Value = part.sent.mine
		}
		part.written.Conflict = slices.Contains(conflicts, name) || f.Values.Has("ask-"+name) && f.Text("keep-"+name) == ""
		edit.Conflict = edit.Conflict || part.written.Conflict
	}
	if edit.Tags.Problem = f.Problems["tags"]; f.Values.Has("was-tags") && edit.Tags.Problem != "" {
		edit.Tags.Value, edit.Tags.Was = f.Text("tags"), f.Text("was-tags")
	} else if merged != nil {
		edit.Tags.Value = strings.Join(*merged, "\n")
	}
	if len(conflicts) > 0 {
		status = fiber.StatusConflict
	}
	return h.showReference(c, status, r, edit)
}
