package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/models/support"
	"socialdata/views"
)

// audit lists what support did in all workspaces.
func (h *Handlers) audit(c *fiber.Ctx) error {
	return h.showAudit(c, "", views.Audit{Support: true, Title: "Support actions"}, "support-audit")
}

// workspaceAudit lists what support did in this workspace, for its owners.
func (h *Handlers) workspaceAudit(c *fiber.Ctx) error {
	v := views.Audit{Title: "Support actions in this workspace", Back: workspacePath(c, "credits")}
	return h.showAudit(c, caller(c).WorkspaceID, v, "credits")
}

func (h *Handlers) showAudit(c *fiber.Ctx, workspaceID string, v views.Audit, place string) error {
	p, err := h.Store.Audit(c.UserContext(), workspaceID, readQuery(c).pageRequest())
	if err != nil {
		return err
	}
	v.Rows = h.auditRows(p.Items, v.Support)
	v.Older, v.Newest = pageLinks(c, p.NextCursor)
	return show(c, fiber.StatusOK, views.AuditPage(h.frame(c, v.Title, place), v))
}

// auditRows are acts in words. Support is led on to what they concern; an owner to the import in their own pages.
func (h *Handlers) auditRows(list []support.AuditView, forSupport bool) []views.Act {
	rows := make([]views.Act, 0, len(list))
	for _, a := range list {
		v := views.Act{When: h.when(&a.CreatedAt), Person: a.Person, Workspace: a.Workspace, Did: actionWord(a.Action), Subject: a.Subject, Reason: a.Reason, RequestID: a.RequestID}
		if a.WorkspaceID != nil && forSupport {
			v.WorkspaceHref = "/support/workspaces/" + *a.WorkspaceID
		}
		switch {
		case a.Action == support.ActionImportRerun && forSupport:
			v.Href = "/support/imports/" + a.Subject
		case a.Action == support.ActionImportRerun && a.WorkspaceID != nil:
			v.Href = "/w/" + *a.WorkspaceID + "/imports/" + a.Subject
		case (a.Action == support.ActionRouteDisabled || a.Action == support.ActionRouteEnabled) && forSupport:
			v.Href = "/support/routes/" + a.Subject
		}
		rows = append(rows, v)
	}
	return rows
}

// actionWord says an act in words.
func actionWord(a support.Action) string {
	switch a {
	case support.ActionImportRerun:
		return "Ran an import again"
	case support.ActionCreditsGranted:
		return "Granted credits"
	case support.ActionRouteDisabled:
		return "Switched off a route"
	case support.ActionRouteEnabled:
		return "Switched on a route"
	}
	return string(a)
}
