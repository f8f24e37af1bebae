package support

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/imports"
	"socialdata/models/support"
	"socialdata/views"
)

// reasonBound maps the field for why support acts.
var reasonBound = page.Bound{Property: "reason", Label: "The reason"}

// reasonField returns the field in which support states a reason.
func reasonField(f *page.Form, hint string) views.Field {
	return views.Field{Name: "reason", Label: "Reason", Hint: "Required. " + hint, Value: f.Text("reason"), Problem: f.Problems["reason"], Max: operations.MostOf[operations.Reason](), Required: true,
		Example: "Why, and the ticket if there is one"}
}

// supportImport shows an import of any workspace with the cause of each failure.
func (h *Handlers) supportImport(c *fiber.Ctx) error {
	return h.showSupportImport(c, fiber.StatusOK, page.ReadForm(c), "")
}

// runAgain starts a new import of the same link with the same settings for the same workspace, with a reason.
func (h *Handlers) runAgain(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SupportReason](h.Service, f, reasonBound)
	if !f.OK() {
		return h.showSupportImport(c, fiber.StatusBadRequest, f, "")
	}
	id, err := h.RunImportAgain(c.UserContext(), page.Caller(c), c.Params("importId"), in)
	if refused := rerunRefusal(err); refused != "" {
		return h.showSupportImport(c, apierror.From(err).HTTPStatus(), f, refused)
	}
	if err != nil {
		return err
	}
	return h.Redirect(c, "/support/imports/"+id, "The import is running again as a new import. What it keeps is charged to the workspace.")
}

// rerunRefusal explains why an import cannot be run again. It returns "" for other errors.
func rerunRefusal(err error) string {
	switch {
	case apierror.Is(err, apierror.CodeInsufficientCredits):
		return "The workspace does not have enough credits. Grant some first; nothing was changed."
	case apierror.Is(err, apierror.CodeRevisionConflict):
		if apierror.From(err).Details["importId"] != nil {
			return "This workspace is already importing this link. Nothing was changed."
		}
		return "This import has not finished yet. Nothing was changed."
	}
	return ""
}

func (h *Handlers) showSupportImport(c *fiber.Ctx, status int, f *page.Form, refused string) error {
	i, err := h.Store.Support.FindImport(c.UserContext(), c.Params("importId"))
	if err != nil {
		return err
	}
	v := views.SupportImport{ID: i.ID, Link: i.SourceURL, Canonical: i.CanonicalURL, Platform: h.PlatformOf(i.Platform), Subject: i.Subject,
		Keeps: shown.ProfileText(i.MediaProfile, i.Transcript), Price: shown.MaximumPrice(h.Store.Imports.FullPrice(i.MediaProfile, i.Transcript)), Workspace: i.Workspace, WorkspaceHref: "/support/workspaces/" + i.WorkspaceID, Balance: i.Balance,
		State: shown.ImportState(i.State), Ended: i.State.Final(), RequestID: i.RequestID, Attempt: i.Attempt,
		Made: h.When(&i.CreatedAt), Finished: h.When(i.FinishedAt), Next: h.When(imports.NextAttempt(i.State, i.NextAttemptAt)),
		Refusal: refused, Reason: reasonField(f, "The workspace's owners can read it in their list of support actions.")}
	if i.RerunOf != nil {
		v.RerunOf = *i.RerunOf
	}
	v.SolvedBy, v.Attempts = i.SolvedBy, h.supportAttempts(i.Attempts)
	v.Reruns = slices.DeleteFunc(i.Reruns, func(id string) bool { return id == i.SolvedBy }) // which is named already
	var reason apierror.Reason
	for n, a := range i.Attempts {
		if failed := a.FailedStage(); failed != "" {
			v.FailedStage, v.LastCode, v.LastRoute, reason = failed.Text().Doing, string(a.FailureCode), h.RouteOf(a.RouteID), a.Reason
			for _, s := range v.Attempts[n].Stages {
				if s.Code != "" {
					v.Cause, v.Raw, v.Answer = s.Cause, s.Raw, s.Answer
				}
			}
		}
	}
	if v.LastCode != "" && i.State == imports.Failed {
		v.Words = shown.CauseText(apierror.Code(v.LastCode), reason)
		if apierror.Unavailable(apierror.Code(v.LastCode)) {
			v.Unavailable = "It cannot succeed, as " + shown.Unavailable + "."
		}
		withoutFailure(&v.Attempts[len(v.Attempts)-1])
		v.Alike = failureQuery{code: v.LastCode, reason: cmp.Or(string(reason), support.NoReason), platform: string(i.Platform), route: cmp.Or(v.LastRoute.ID, support.NoRoute), span: usualSpan}.at() + "#each"
	}
	return page.Show(c, status, views.SupportImportPage(h.LiveFrame(c, v.State.Word+" · "+v.Title(), "support-failures", !v.Ended, 5), v))
}

// answerView returns the platform's response to a failed attempt, or nil if none was stored. A status that the words of
// the failure have is left out.
func answerView(a imports.Attempt) *views.PlatformAnswer {
	if a.Answer.IsZero() {
		return nil
	}
	v := &views.PlatformAnswer{Title: a.Answer.Title, Marker: a.Answer.Marker, Head: a.Answer.Head}
	status := strconv.Itoa(a.Answer.Status)
	if v.Marker == "HTTP "+status {
		v.Marker = ""
	}
	if a.Answer.Status > 0 && !strings.Contains(shown.CauseText(a.FailureCode, a.Reason), status) {
		v.Status = strings.TrimSpace(status + " " + http.StatusText(a.Answer.Status))
	}
	return v
}

// withoutFailure removes from an attempt what the head of the page says.
func withoutFailure(a *views.Attempt) {
	for n := range a.Stages {
		s := &a.Stages[n]
		s.Failure, s.Code, s.Cause, s.Raw, s.Answer = "", "", "", "", nil
	}
}

// supportAttempts returns the attempts as their owner sees them, with the cause of each failure.
func (h *Handlers) supportAttempts(tries []imports.Attempt) []views.Attempt {
	list := make([]views.Attempt, 0, len(tries))
	for _, a := range tries {
		v := shown.Attempt(h.Base, a)
		for n := range v.Stages {
			if s := &v.Stages[n]; s.Code != "" {
				s.Answer = answerView(a)
				s.Cause, s.Raw = causeInWords(causeBeyond(a.FailureCode, a.Cause))
			}
		}
		list = append(list, v)
	}
	return list
}

// supportImports lists all imports of a workspace or of a rerun, or the unfinished imports of all workspaces.
func (h *Handlers) supportImports(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	filter := support.ImportFilter{WorkspaceID: f.Word("workspace"), RerunID: f.Word("rerun")}
	v := views.SupportImports{Workspace: filter.WorkspaceID, Rerun: filter.RerunID}
	if filter.WorkspaceID != "" {
		w, err := h.Store.Support.FindWorkspace(c.UserContext(), filter.WorkspaceID)
		if err != nil {
			return err
		}
		v.WorkspaceName = w.Name
	}
	states := slices.DeleteFunc(imports.States(), func(s imports.State) bool { return v.Unfinished() && s.Final() })
	options, state := page.Options("Any", f.Text("state"), states, func(s imports.State) string { return cmp.Or(waitingWords[s], shown.ImportState(s).Word) })
	v.States, filter.State = f.Known("state", options), state
	rows, err := h.Store.Support.Imports(c.UserContext(), filter, f.PageRequest())
	if err != nil {
		return err
	}
	v.Rows = page.Map(rows.Items, h.listedImport)
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	if filter.WorkspaceID != "" && filter.State == imports.Failed {
		q := failureQuery{workspace: filter.WorkspaceID, span: len(spans) - 1}
		counts, err := h.Store.Support.CountToRun(c.UserContext(), q.filter(h.Store.Now()))
		if err != nil {
			return err
		}
		v.RunAgain, v.Runs = q.rerunHref(), counts[""]
	}
	place := "support-queues"
	switch {
	case filter.WorkspaceID != "":
		place = "support-workspaces"
	case filter.RerunID != "":
		place = "support-failures"
	}
	return page.Show(c, fiber.StatusOK, views.SupportImportsPage(h.Frame(c, v.Title(), place), v))
}
