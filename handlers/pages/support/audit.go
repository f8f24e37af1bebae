package support

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/db"
	"socialdata/models/support"
	"socialdata/views"
)

// audit lists the support actions in all workspaces.
func (h *Handlers) audit(c *fiber.Ctx) error {
	filter, v := support.AuditFilter{}, views.Audit{Support: true, Title: "Audit"}
	if err := h.auditFilters(c, &filter, &v); err != nil {
		return err
	}
	return shown.AuditPage(h.Base, c, filter, v, "support-audit")
}

// auditFilters parses the filters by person, action, workspace and day. Unknown values filter nothing, and the page says so.
func (h *Handlers) auditFilters(c *fiber.Ctx, filter *support.AuditFilter, v *views.Audit) error {
	f := page.ReadQuery(c)
	v.People = []views.Option{{Word: "Anybody"}}
	people, err := h.Store.Support.Colleagues(c.UserContext())
	if err != nil {
		return err
	}
	for _, p := range people {
		v.People = append(v.People, views.Option{Value: p.ID, Word: p.Name, Chosen: f.Text("who") == p.ID})
		if f.Text("who") == p.ID {
			filter.UserID = p.ID
		}
	}
	v.People = f.Known("who", v.People)
	v.Actions, filter.Action = page.Options("Anything", f.Text("what"), support.Actions(), shown.ActionWord)
	v.Actions = f.Known("what", v.Actions)
	asked := f.Word("workspace")
	if filter.WorkspaceID = asked; !db.ValidID(asked) {
		filter.WorkspaceID, filter.WorkspaceName = "", asked
	}
	v.Workspace = views.Field{Name: "workspace", Label: "Workspace, id or name", Type: "search", Value: asked, Max: page.MaxWord}
	filter.From, filter.Before, v.From, v.To = f.DateRange()
	v.Filtered = *filter != support.AuditFilter{}
	return nil
}
