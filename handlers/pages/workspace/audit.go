package workspace

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/support"
	"socialdata/views"
)

// workspaceAudit lists what support did in this workspace, for its owners.
func (h *Handlers) workspaceAudit(c *fiber.Ctx) error {
	v := views.Audit{Title: "Support actions in this workspace", Back: page.WorkspacePath(c, "credits")}
	return shown.AuditPage(h.Base, c, support.AuditFilter{WorkspaceID: page.Caller(c).WorkspaceID}, v, "credits")
}
