package shown

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/db"
	"socialdata/models/support"
	"socialdata/views"
)

// AuditPage lists the support actions that match a filter.
func AuditPage(b *page.Base, c *fiber.Ctx, filter support.AuditFilter, v views.Audit, place string) error {
	p, err := b.Store.Support.FilteredAudit(c.UserContext(), filter, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	v.Rows = AuditRows(b, p.Items, v.Support)
	v.Older, v.Newest = page.PageLinks(c, p.NextCursor)
	return page.Show(c, fiber.StatusOK, views.AuditPage(b.Frame(c, v.Title, place), v))
}

// AuditRows describes support actions. For support, they link to what they concern; for owners, to the import in
// their own pages.
func AuditRows(b *page.Base, list []support.AuditView, forSupport bool) []views.Act {
	rows := make([]views.Act, 0, len(list))
	for _, a := range list {
		v := views.Act{When: b.When(&a.CreatedAt), Person: a.Person, Workspace: a.Workspace, Did: ActionWord(a.Action), Subject: a.Subject, Reason: a.Reason, RequestID: a.RequestID}
		if a.WorkspaceID != nil && forSupport {
			v.WorkspaceHref = "/support/workspaces/" + *a.WorkspaceID
		}
		kind, place := subjectOf(a.Action)
		if db.ValidID(a.Subject) {
			v.Kind = kind
		}
		switch {
		case place == "" || v.Kind == "" && place != "routes":
		case forSupport && a.Subject == support.EveryRoute:
			v.Href = "/support/routes"
		case forSupport:
			v.Href = "/support/" + place + "/" + a.Subject
		case a.WorkspaceID != nil && place == "imports":
			v.Href = "/w/" + *a.WorkspaceID + "/imports/" + a.Subject
		}
		rows = append(rows, v)
	}
	return rows
}

// subjectOf returns what the subject of an action is and where support's pages of such are; "" for what has none.
func subjectOf(a support.Action) (kind, place string) {
	switch a {
	case support.ActionImportRerun, support.ActionAnswersReplayed, support.ActionAnswersOpened:
		return "Import", "imports"
	case support.ActionRerunStarted, support.ActionRerunPaused, support.ActionRerunResumed, support.ActionRerunStopped:
		return "Rerun", "reruns"
	case support.ActionShapesChanged, support.ActionShapesUndone:
		return "Change", "shapes"
	case support.ActionRouteDisabled, support.ActionRouteEnabled, support.ActionRouteChecked:
		return "Route", "routes"
	case support.ActionSecondFactorReset:
		return "Person", ""
	case support.ActionCreditsGranted, support.ActionMetered, support.ActionUnmetered, support.ActionFailureKnown, support.ActionFailureReopened, support.ActionFailureMended:
	}
	return "", ""
}

// ActionWord describes a support action.
func ActionWord(a support.Action) string {
	switch a {
	case support.ActionImportRerun:
		return "Ran an import again"
	case support.ActionCreditsGranted:
		return "Granted credits"
	case support.ActionMetered:
		return "Metered the workspace"
	case support.ActionUnmetered:
		return "Stopped metering the workspace"
	case support.ActionRouteDisabled:
		return "Switched off a route"
	case support.ActionRouteEnabled:
		return "Switched on a route"
	case support.ActionFailureKnown:
		return "Marked failures as known"
	case support.ActionFailureReopened:
		return "Opened known failures again"
	case support.ActionRouteChecked:
		return "Asked for a check of routes"
	case support.ActionFailureMended:
		return "Told of mended failures"
	case support.ActionAnswersReplayed:
		return "Read answers on which imports failed again"
	case support.ActionAnswersOpened:
		return "Opened the answers on which an import failed"
	case support.ActionSecondFactorReset:
		return "A second factor was switched off"
	case support.ActionRerunStarted:
		return "Ran failed imports again"
	case support.ActionRerunPaused:
		return "Paused a rerun"
	case support.ActionRerunResumed:
		return "Resumed a rerun"
	case support.ActionRerunStopped:
		return "Stopped a rerun"
	case support.ActionShapesChanged:
		return "Changed the shapes"
	case support.ActionShapesUndone:
		return "Undid a change of the shapes"
	}
	return string(a)
}
