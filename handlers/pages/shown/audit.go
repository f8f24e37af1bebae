package shown

import (
	"cmp"

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

// ActionWord describes a support action. Those of other versions of this program are shown as they are stored.
func ActionWord(a support.Action) string { return cmp.Or(actionWords[a], string(a)) }

var actionWords = map[support.Action]string{
	support.ActionImportRerun:       "Ran an import again",
	support.ActionCreditsGranted:    "Granted credits",
	support.ActionMetered:           "Metered the workspace",
	support.ActionUnmetered:         "Stopped metering the workspace",
	support.ActionRouteDisabled:     "Switched off a route",
	support.ActionRouteEnabled:      "Switched on a route",
	support.ActionFailureKnown:      "Marked failures as known",
	support.ActionFailureReopened:   "Opened known failures again",
	support.ActionRouteChecked:      "Asked for a check of routes",
	support.ActionFailureMended:     "Told of mended failures",
	support.ActionAnswersReplayed:   "Read answers on which imports failed again",
	support.ActionAnswersOpened:     "Opened the answers on which an import failed",
	support.ActionSecondFactorReset: "A second factor was switched off",
	support.ActionRerunStarted:      "Ran failed imports again",
	support.ActionRerunPaused:       "Paused a rerun",
	support.ActionRerunResumed:      "Resumed a rerun",
	support.ActionRerunStopped:      "Stopped a rerun",
	support.ActionShapesChanged:     "Changed the shapes",
	support.ActionShapesUndone:      "Undid a change of the shapes",
}
