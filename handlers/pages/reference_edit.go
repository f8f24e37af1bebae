package pages

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/models/references"
	"socialdata/views"
)

// editOf is the form as the reference is now.
func (h *Handlers) editOf(c *fiber.Ctx, r *references.Reference) views.Edit {
	return editForm(c, r, orEmpty(r.CustomTitle), orEmpty(r.Notes), strings.Join(r.TagList(), "\n"), map[string]string{})
}

func editForm(c *fiber.Ctx, r *references.Reference, title, notes, tags string, problems map[string]string) views.Edit {
	return views.Edit{Revision: r.Revision, Action: workspacePath(c, "references/"+r.ID+"/edit"),
		Title: views.Field{Name: "title", Label: "Custom title", Hint: "Leave empty to use the platform's title.", Value: title, Problem: problems["title"], Max: input.MaxTitle},
		Notes: views.Field{Name: "notes", Label: "Notes", Value: notes, Problem: problems["notes"], Max: input.MaxNotes},
		Tags:  views.Field{Name: "tags", Label: "Tags", Hint: "One per line.", Value: tags, Problem: problems["tags"]}}
}

// editReference saves what people write. When somebody else was faster, both are shown and nothing is overwritten.
func (h *Handlers) editReference(c *fiber.Ctx) error {
	f, workspace, id := readForm(c), caller(c).WorkspaceID, c.Params("referenceId")
	title, notes, tags := f.text("title"), f.text("notes"), f.tags("tags")
	f.checkLength("title", title, "The title", 0, input.MaxTitle)
	f.checkLength("notes", notes, "The notes", 0, input.MaxNotes)
	f.checkOneLine("title", title)
	revision, err := strconv.ParseInt(f.text("revision"), 10, 64)
	if err != nil {
		return apierror.InvalidInput(apierror.Field{Name: "revision", In: "body", Reason: "type", Expected: "the revision that the page gave"})
	}
	if f.ok() {
		_, err := h.Store.Annotate(c.UserContext(), workspace, id, references.Annotation{Revision: revision,
			CustomTitle: &references.Note{To: textOrNil(title)}, Notes: &references.Note{To: textOrNil(notes)}, Tags: &tags})
		if err == nil {
			return h.redirect(c, workspacePath(c, "references/"+id+"#notes"), "Saved.")
		}
		if !apierror.Is(err, apierror.CodeRevisionConflict) {
			return err
		}
	}
	r, err := h.Store.FindReference(c.UserContext(), workspace, id)
	if err != nil {
		return err
	}
	edit := editForm(c, r, title, notes, f.text("tags"), f.problems)
	edit.Open = true
	if !f.ok() {
		edit.Revision = revision
		return h.showReference(c, fiber.StatusBadRequest, r, edit)
	}
	edit.Theirs = &views.Theirs{Title: orNone(orEmpty(r.CustomTitle)), Notes: orNone(orEmpty(r.Notes)), Tags: orNone(strings.Join(r.TagList(), ", "))}
	return h.showReference(c, fiber.StatusConflict, r, edit)
}

// tags reads one tag a line.
func (f *form) tags(name string) []string {
	list := []string{}
	for line := range strings.SplitSeq(f.text(name), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			f.checkLength(name, line, "A tag", 1, input.MaxTag)
			f.checkOneLine(name, line)
			list = append(list, line)
		}
	}
	if list = references.CleanTags(list); len(list) > input.MaxTags {
		f.addProblem(name, "At most "+count(input.MaxTags, "tag")+".")
	}
	return list
}

// checkOneLine refuses control characters.
func (f *form) checkOneLine(name, v string) {
	if strings.ContainsFunc(v, unicode.IsControl) {
		f.addProblem(name, "This contains characters that are not allowed.")
	}
}

func textOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
