package pages

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/models/references"
	"socialdata/views"
)

// editOf is the form as the reference is now.
func (h *Handlers) editOf(c *fiber.Ctx, r *references.Reference) views.Edit {
	title, notes, tags := orEmpty(r.CustomTitle), orEmpty(r.Notes), strings.Join(r.TagList(), "\n")
	return views.Edit{Action: workspacePath(c, "references/"+r.ID+"/edit"),
		Title: views.Written{Was: title, Field: views.Field{Name: "title", Label: "Custom title", Hint: "Leave empty to use the platform's title.", Value: title,
			Max: operations.MostOf[operations.CustomTitle]()}},
		Notes: views.Written{Was: notes, Lines: 6, Field: views.Field{Name: "notes", Label: "Notes", Value: notes, Max: operations.MostOf[operations.Notes]()}},
		Tags:  views.Written{Was: tags, Lines: 3, Field: views.Field{Name: "tags", Label: "Tags", Hint: "Separated by commas or lines.", Value: tags}}}
}

// referenceForm is what a person sent, beside what the form was opened with.
type referenceForm struct {
	*form
	title, notes textEdit
	tags         tagsEdit
}

// readReferenceForm reads the form. A choice of the other person's text is no change of it.
func readReferenceForm(f *form) referenceForm {
	was := lines(f.text("was-tags"))
	return referenceForm{form: f, title: readTextEdit(f, "title"), notes: readTextEdit(f, "notes"), tags: tagsEdit{was: was, mine: typedTags(f.text("tags"), was)}}
}

func readTextEdit(f *form, name string) textEdit {
	e := textEdit{was: f.text("was-" + name), mine: f.text(name)}
	switch keep := f.text("keep-" + name); {
	case keep == "theirs":
		e.mine = e.was
	case keep == "" && f.values.Has("ask-"+name):
		f.addProblem(name, "Choose one of the two.")
	}
	return e
}

// changes merges the form with the reference as it is now, and returns what fills the properties that it changes. merged are the tags
// of all; conflicts are the fields that both people changed.
func (f *referenceForm) changes(r *references.Reference) (changed []bound, merged *[]string, conflicts []string) {
	for _, text := range []struct {
		bound
		edit textEdit
		now  *string
	}{{bound{property: "customTitle", field: "title", label: "The title"}, f.title, r.CustomTitle}, {bound{property: "notes", label: "The notes"}, f.notes, r.Notes}} {
		to, clash := text.edit.change(text.now)
		if clash {
			conflicts = append(conflicts, text.name())
		}
		if to != nil {
			text.given = []string{orEmpty(to.To)}
			changed = append(changed, text.bound)
		}
	}
	if merged = f.tags.change(r.TagList()); merged != nil {
		changed = append(changed, bound{property: "tags", label: "A tag", given: *merged})
	}
	return changed, merged, conflicts
}

// editTries bounds how often an edit is merged anew because others are faster.
const editTries = 5

// editReference saves what a person changed and leaves the rest as it is by now. Only what somebody else changed, too, is a
// question.
func (h *Handlers) editReference(c *fiber.Ctx) error {
	f, workspace, id := readReferenceForm(readForm(c)), caller(c).WorkspaceID, c.Params("referenceId")
	for try := 1; ; try++ {
		r, err := h.Store.References.Find(c.UserContext(), workspace, id)
		if err != nil {
			return err
		}
		changed, merged, conflicts := f.changes(r)
		in := bind[operations.Annotate](h.Service, f.form, append(changed, bound{property: "revision", given: []string{strconv.FormatInt(r.Revision, 10)}})...)
		if !f.ok() || len(conflicts) > 0 {
			return h.showUnsavedEdit(c, r, &f, merged, conflicts)
		}
		if len(changed) > 0 {
			_, err = h.AnnotateReference(c.UserContext(), caller(c), id, in)
		}
		if err == nil {
			return h.redirect(c, workspacePath(c, "references/"+id+"#notes"), f.savedSentence(r))
		}
		if !apierror.Is(err, apierror.CodeRevisionConflict) || try == editTries {
			return err
		}
	}
}

// savedSentence says what was kept of somebody else's changes.
func (f *referenceForm) savedSentence(before *references.Reference) string {
	kept := []string{}
	for _, part := range []struct {
		word    string
		touched bool
	}{
		{"title", f.title.touched(before.CustomTitle) && f.title.mine == f.title.was}, {"notes", f.notes.touched(before.Notes) && f.notes.mine == f.notes.was},
		{"tags", f.tags.touched(before.TagList())},
	} {
		if part.touched {
			kept = append(kept, part.word)
		}
	}
	if len(kept) == 0 {
		return "Saved."
	}
	return "Saved. Someone else changed the " + strings.Join(kept, " and the ") + " meanwhile: that is kept, too."
}

// showUnsavedEdit shows the form again with what was sent, over the reference as it is now.
func (h *Handlers) showUnsavedEdit(c *fiber.Ctx, r *references.Reference, f *referenceForm, merged *[]string, conflicts []string) error {
	edit, status := h.editOf(c, r), fiber.StatusBadRequest
	edit.Open = true
	for _, part := range []struct {
		written *views.Written
		sent    textEdit
	}{{&edit.Title, f.title}, {&edit.Notes, f.notes}} {
		name := part.written.Name
		part.written.Problem = f.problems[name]
		if part.sent.mine != part.sent.was {
			part.written.Value = part.sent.mine
		}
		part.written.Conflict = slices.Contains(conflicts, name) || f.values.Has("ask-"+name) && f.text("keep-"+name) == ""
		edit.Conflict = edit.Conflict || part.written.Conflict
	}
	if f.problems["tags"] != "" {
		edit.Tags.Value, edit.Tags.Was, edit.Tags.Problem = f.text("tags"), f.text("was-tags"), f.problems["tags"]
	} else if merged != nil {
		edit.Tags.Value = strings.Join(*merged, "\n")
	}
	if len(conflicts) > 0 {
		status = fiber.StatusConflict
	}
	return h.showReference(c, status, r, edit)
}

// typedTags are the tags of a text, each once, separated by commas or lines. A line that is one of those that the form was opened
// with is that tag.
func typedTags(text string, was []string) []string {
	list := []string{}
	for _, line := range lines(text) {
		parts := strings.Split(line, ",")
		if slices.Contains(was, line) {
			parts = []string{line}
		}
		for _, tag := range parts {
			if tag = strings.TrimSpace(tag); tag != "" {
				list = append(list, tag)
			}
		}
	}
	return references.CleanTags(list)
}

// lines are the lines of a text that hold something.
func lines(text string) []string {
	list := []string{}
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

func textOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
