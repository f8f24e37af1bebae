package support

import (
	"regexp"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/db"
	"socialdata/models/support"
	"socialdata/views"
)

// find redirects from whatever a customer sent to the import or workspace that it refers to, or shows all possible
// matches. handled is false if nothing was found, which the page then says.
func (h *Handlers) find(c *fiber.Ctx, typed string) (handled bool, err error) {
	found, err := h.Store.Support.Find(c.UserContext(), h.clue(typed))
	if err != nil {
		return false, err
	}
	if len(found.Imports) > 0 { // an import page also shows the request that created it
		found.Requests = slices.DeleteFunc(found.Requests, func(r support.FoundRequest) bool { return r.Code == "" })
	}
	imports, workspaces, requests := len(found.Imports), len(found.Workspaces), len(found.Requests)
	switch {
	case imports+workspaces+requests == 0:
		return false, nil
	case imports == 1 && workspaces+requests == 0:
		return true, c.Redirect("/support/imports/"+found.Imports[0].ID, fiber.StatusSeeOther)
	case workspaces == 1 && imports+requests == 0:
		return true, c.Redirect("/support/workspaces/"+found.Workspaces[0].ID, fiber.StatusSeeOther)
	}
	v := views.SupportFound{Find: findField(typed, ""), Imports: page.Map(found.Imports, h.listedImport), Workspaces: page.Map(found.Workspaces, h.workspaceRow),
		Requests: page.Map(found.Requests, h.foundRequest)}
	return true, page.Show(c, fiber.StatusOK, views.SupportFoundPage(h.Frame(c, "Found", "support-failures"), v))
}

// findField is the single search field of support.
func findField(typed, problem string) views.Field {
	return views.Field{Name: "find", Label: "Link, any id, page address, email or workspace", Value: typed, Problem: problem, Max: operations.MostOf[operations.Link](), Required: true}
}

// pageAddress matches the address of one of our pages, or of an operation on an import or a reference.
var pageAddress = regexp.MustCompile(`^(?:https?://[^/\s]+)?/(?:w/([0-9a-f-]{36})(?:/[a-z]+/([0-9a-f-]{36}))?|support/(?:imports|workspaces)/([0-9a-f-]{36})|v1/(?:imports|references)/([0-9a-f-]{36}))(?:[/?#]|$)`)

// requestWord matches a request id.
var requestWord = regexp.MustCompile(`^[A-Za-z0-9._:-]{1,128}$`)

// clue returns everything that the typed text could refer to.
func (h *Handlers) clue(typed string) (c support.Clue) {
	if m := pageAddress.FindStringSubmatch(typed); m != nil {
		for _, id := range m[1:] { // the last id is the most specific
			if db.ValidID(id) {
				c.ID = id
			}
		}
		return c
	}
	if db.ValidID(typed) {
		return support.Clue{ID: typed, Request: typed}
	}
	subjects, exact := h.Lookup.ContentSubjects(typed)
	if c.Subjects = subjects; exact {
		return c
	}
	if requestWord.MatchString(typed) {
		c.Request = typed
	}
	if len([]rune(typed)) <= operations.MostOf[operations.StoredWords]() {
		c.Text = typed
	}
	return c
}

func (h *Handlers) listedImport(i support.ListedImport) views.ListedImport {
	v := views.ListedImport{Href: "/support/imports/" + i.ID, Link: i.SourceURL, Subject: i.Subject, Platform: h.PlatformOf(i.Platform), State: shown.ImportState(i.State), Code: string(i.Code),
		Workspace: i.Workspace, WorkspaceHref: "/support/workspaces/" + i.WorkspaceID, Made: h.When(&i.CreatedAt)}
	if i.Code != "" {
		v.Failure = shown.CauseText(i.Code, i.Reason)
	}
	if i.SolvedBy != "" {
		v.State = shown.SavedSince
	}
	return v
}

func (h *Handlers) foundRequest(r support.FoundRequest) views.FoundRequest {
	v := views.FoundRequest{RequestRow: views.RequestRow{At: h.When(&r.At), Method: r.Method, Operation: r.Operation, Subject: views.Named{ID: r.Subject}, Status: int64(r.Status), Code: string(r.Code),
		Took: shown.FormatStep(time.Duration(r.DurationMs) * time.Millisecond), Cached: r.Cached, Route: h.RouteOf(r.RouteID), RequestID: r.RequestID}, Workspace: r.Workspace}
	if r.WorkspaceID != "" {
		v.WorkspaceHref = "/support/workspaces/" + r.WorkspaceID
	}
	if r.Code != "" {
		v.Failure = shown.AnswerText(r.Code)
	}
	return v
}
