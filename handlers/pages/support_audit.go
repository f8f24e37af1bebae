package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/models/support"
	"socialdata/views"
)

// audit lists what support did in all workspaces.
func (h *Handlers) audit(c *fiber.Ctx) error {
	filter, v := support.AuditFilter{}, views.Audit{Support: true, Title: "Support actions"}
	if err := h.auditFilters(c, &filter, &v); err != nil {
		return err
	}
	return h.showAudit(c, filter, v, "support-audit")
}

// workspaceAudit lists what support did in this workspace, for its owners.
func (h *Handlers) workspaceAudit(c *fiber.Ctx) error {
	v := views.Audit{Title: "Support actions in this workspace", Back: workspacePath(c, "credits")}
	return h.showAudit(c, support.AuditFilter{WorkspaceID: caller(c).WorkspaceID}, v, "credits")
}

// showAudit lists the acts of a filter.
func (h *Handlers) showAudit(c *fiber.Ctx, filter support.AuditFilter, v views.Audit, place string) error {
	p, err := h.Store.Support.FilteredAudit(c.UserContext(), filter, readQuery(c).pageRequest())
	if err != nil {
		return err
	}
	v.Rows = h.auditRows(p.Items, v.Support)
	v.Older, v.Newest = pageLinks(c, p.NextCursor)
	return show(c, fiber.StatusOK, views.AuditPage(h.frame(c, v.Title, place), v))
}

// auditFilters reads who, what and where; what is none narrows nothing.
func (h *Handlers) auditFilters(c *fiber.Ctx, filter *support.AuditFilter, v *views.Audit) error {
	f := readQuery(c)
	v.People, v.Actions = []views.Option{{Word: "Anybody"}}, []views.Option{{Word: "Anything"}}
	people, err := h.Store.Support.Colleagues(c.UserContext())
	if err != nil {
		return err
	}
	for _, p := range people {
		v.People = append(v.People, views.Option{Value: p.ID, Word: p.Name, Chosen: f.text("who") == p.ID})
		if f.text("who") == p.ID {
			filter.UserID = p.ID
		}
	}
	for _, a := range support.Actions() {
		v.Actions = append(v.Actions, views.Option{Value: string(a), Word: actionWord(a), Chosen: f.text("what") == string(a)})
		if f.text("what") == string(a) {
			filter.Action = a
		}
	}
	filter.WorkspaceID = f.word("workspace")
	v.Workspace = views.Field{Name: "workspace", Label: "Workspace id", Type: "search", Value: filter.WorkspaceID, Max: maxWord, Mono: true}
	v.Filtered = *filter != support.AuditFilter{}
	return nil
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
	case support.ActionFailureKnown:
		return "Marked failures as known"
	case support.ActionFailureReopened:
		return "Opened known failures again"
	}
	return string(a)
}
