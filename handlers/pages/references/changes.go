package references

import (
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/changes"
	"socialdata/models/references"
	"socialdata/views"
)

// undoSeconds is how long a change that is ordered on a page can be taken back.
const undoSeconds operations.ChangeDelay = 10

// undoTime formats undoSeconds.
func undoTime() string { return views.Count(int(undoSeconds), "second") }

// noteLasts is how long the end of a change is shown.
const noteLasts = 30 * time.Second

// tooManyChanges is shown if the workspace has changes that have not ended.
const tooManyChanges = "Many changes are still under way. Wait for one of them to end, or stop it. Nothing was changed."

// wholeList reports whether the action is for all references of the list instead of the selected ones.
func wholeList(f *page.Form) bool { return f.Text("all") == "yes" }

// changeList orders a change of all references of the list that the form belongs to, and shows the list again.
func (h *Handlers) changeList(c *fiber.Ctx, f *page.Form, in operations.ChangeEach) error {
	list, err := h.listOf(c, f)
	if err != nil {
		return err
	}
	change, err := h.ChangeListed(c.UserContext(), page.Caller(c), list, in, undoSeconds)
	return h.ordered(c, f, "references", change, err)
}

// listOf returns the list that a form was submitted from.
func (h *Handlers) listOf(c *fiber.Ctx, f *page.Form) (references.Listing, error) {
	q, err := page.QueryOf(f)
	if err != nil {
		return references.Listing{}, err
	}
	list, _, err := h.referenceListing(c, q, &views.References{})
	return list, err
}

// ordered shows a list again after a change was ordered. The list says how far the change is; until it begins, other pages have a button
// that takes it back.
func (h *Handlers) ordered(c *fiber.Ctx, f *page.Form, list string, change *changes.Change, err error) error {
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		return h.ListUnchanged(c, f, list, tooManyChanges)
	}
	if err != nil {
		return err
	}
	if err := h.offerUndo(c, change); err != nil {
		return err
	}
	return h.Redirect(c, page.ListPath(c, f, list)+"#changes", "") // where it can be taken back
}

// offerUndo keeps, in the person's browser, the button that takes a change back before it begins.
func (h *Handlers) offerUndo(c *fiber.Ctx, change *changes.Change) error {
	total, err := h.concerned(c, change)
	if err != nil {
		return err
	}
	_, what, err := change.Parts()
	if err != nil {
		return err
	}
	cookie, err := h.Cookies.Flash(session.FlashMessage{Text: total + " " + wordsOf(what).will, Until: time.UnixMicro(change.BeginsAt),
		Undo: &session.Undo{Path: page.WorkspacePath(c, "changes/"+change.ID+"/stop")}})
	if err != nil {
		return err
	}
	page.SetCookie(c, cookie)
	return nil
}

// stopChange stops a change or takes it back, and shows the page on which it was pressed.
func (h *Handlers) stopChange(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	change, err := h.StopChange(c.UserContext(), page.Caller(c), c.Params("changeId"))
	if err != nil {
		return err
	}
	_, what, err := change.Parts()
	if err != nil {
		return err
	}
	page.SetCookie(c, h.Cookies.ClearFlash()) // which may offer to take it back
	to, said := page.LocalPath(f.Text("next")), stoppedWords(change, what)
	if path, _, _ := strings.Cut(to, "?"); path == page.WorkspacePath(c, "references") || path == page.WorkspacePath(c, "tags") {
		said = "" // these pages say how far each change is
	}
	return h.Redirect(c, to, said)
}

// stoppedWords says what became of a change that was stopped.
func stoppedWords(c *changes.Change, what changes.What) string {
	if c.Changed == 0 {
		return "Taken back. Nothing was changed."
	}
	return "Stopped: " + views.Count(c.Changed, "reference") + " " + wordsOf(what).did + "."
}

// progress says how far a person's changes are.
type progress struct {
	Notes   []views.ChangeNote
	Moving  bool     // one has not ended
	Deleted []string // ids of what was chosen to be deleted and may still be there
}

// progress returns how far the person's latest changes are.
func (h *Handlers) progress(c *fiber.Ctx) (now progress, err error) {
	who, at := page.Caller(c), h.Store.Now()
	if !who.Has(accounts.Member) {
		return now, nil
	}
	list, err := h.Store.Changes.Latest(c.UserContext(), who.WorkspaceID, who.UserID(), at.Add(-noteLasts))
	if err != nil {
		return now, err
	}
	list = newestEnd(list)
	for n := range list {
		total, err := h.concerned(c, &list[n])
		if err != nil {
			return now, err
		}
		note, err := changeNote(&list[n], total)
		if err != nil {
			return now, err
		}
		if list[n].State == changes.Waiting && list[n].BeginsAt > at.UnixMicro() {
			note.At = h.When(&list[n].BeginsAt)
		}
		if note.Moving {
			now.Moving, note.Stop = true, page.WorkspacePath(c, "changes/"+list[n].ID+"/stop")
			which, what, err := list[n].Parts()
			if err != nil {
				return now, err
			}
			if what.Delete {
				now.Deleted = append(now.Deleted, which.IDs...)
			}
		}
		now.Notes = append(now.Notes, note)
	}
	return now, nil
}

// newestEnd leaves out the changes that ended before another one did.
func newestEnd(list []changes.Change) []changes.Change {
	newest := int64(0)
	for _, c := range list {
		if c.State.Ended() && c.FinishedAt != nil {
			newest = max(newest, *c.FinishedAt)
		}
	}
	return slices.DeleteFunc(list, func(c changes.Change) bool { return c.State.Ended() && c.FinishedAt != nil && *c.FinishedAt < newest })
}

// concerned says which references a change is for: how many, or the title of the only one that is about to change.
func (h *Handlers) concerned(c *fiber.Ctx, one *changes.Change) (string, error) {
	which, _, err := one.Parts()
	if err == nil && one.State == changes.Waiting && len(which.IDs) == 1 {
		found, err := h.Store.References.FindReferences(c.UserContext(), one.WorkspaceID, which.IDs)
		if err != nil {
			return "", err
		}
		if r := found[which.IDs[0]]; r != nil {
			return "“" + page.FirstWords(page.TitleOf(r)) + "”", nil
		}
	}
	return page.AtMost(one.Total, references.MostCounted, "reference"), err
}

// changeWords says what a change does to references, before, while and after it runs.
type changeWords struct{ will, doing, did string }

// wordsOf returns the words for a change.
func wordsOf(what changes.What) changeWords {
	add, remove := quoted(what.AddTags), quoted(what.RemoveTags)
	switch {
	case what.Delete:
		return changeWords{"will be deleted", "Deleting references", "deleted"}
	case what.HoldDays > 0:
		return changeWords{"will be held for longer", "Extending holds", "held for at least " + views.Count(what.HoldDays, "more day")}
	case add != "" && remove != "":
		return changeWords{"will be tagged " + add + " instead of " + remove, "Replacing " + remove + " by " + add, "tagged " + add + " instead of " + remove}
	case add != "":
		return changeWords{"will be tagged " + add, "Adding " + add, "tagged " + add}
	}
	return changeWords{"will lose " + remove, "Removing " + remove, "without " + remove + " now"}
}

// changeNote says how far a change is, without when it begins.
func changeNote(c *changes.Change, total string) (views.ChangeNote, error) {
	_, what, err := c.Parts()
	if err != nil {
		return views.ChangeNote{}, err
	}
	words := wordsOf(what)
	note := views.ChangeNote{ID: c.ID, Moving: !c.State.Ended()}
	switch c.State {
	case changes.Waiting:
		note.Text, note.Verb = total+" "+words.will, "Undo"
	case changes.Running:
		note.Text, note.Verb = words.doing+": "+views.Number(c.Changed)+" of "+total+".", "Stop"
	case changes.Stopped:
		note.Text = stoppedWords(c, what)
	case changes.Done:
		note.Text = views.Count(c.Changed, "reference") + " " + words.did + "."
		if c.Skipped > 0 {
			note.Text += " " + views.Count(c.Skipped, "other") + " not changed: as many tags as a reference may have."
		}
	}
	return note, nil
}

// quoted names tags.
func quoted(tags []string) string {
	text := ""
	for n, t := range tags {
		switch {
		case n == 3:
			return text + " …"
		case n > 0:
			text += ", "
		}
		text += "“" + t + "”"
	}
	return text
}

// deleteByIDs orders the deletion of references, which the person can take back for undoSeconds.
func (h *Handlers) deleteByIDs(c *fiber.Ctx, ids ...string) (*changes.Change, error) {
	return h.CreateChange(c.UserContext(), page.Caller(c), operations.CreateChange{IDs: ids, ChangeEach: operations.ChangeEach{Delete: true}, DelaySeconds: undoSeconds})
}
