package workspace

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/views"
)

func (h *Handlers) renameForm(c *fiber.Ctx) error {
	w, err := h.Store.Accounts.FindWorkspace(c.UserContext(), page.Caller(c).WorkspaceID, page.Caller(c).UserID())
	if err != nil {
		return err
	}
	return h.showRename(c, fiber.StatusOK, page.ReadForm(c), w.Name, w.Revision, "")
}

// rename changes the name of a workspace. If someone else changed it first, the page shows their name and nothing is
// overwritten.
func (h *Handlers) rename(c *fiber.Ctx) error {
	f, name := page.ReadForm(c), ""
	in := page.Bind[operations.RenameWorkspace](h.Service, f, page.Bound{Property: "name", Label: "The name"}, page.RevisionBound)
	if name = f.Text("name"); !f.OK() {
		w, err := h.Store.Accounts.Workspace(c.UserContext(), page.Caller(c).WorkspaceID)
		if err != nil {
			return err
		}
		return h.showRename(c, fiber.StatusBadRequest, f, name, w.Revision, f.Problems[""])
	}
	err := h.RenameWorkspace(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		w, err := h.Store.Accounts.Workspace(c.UserContext(), page.Caller(c).WorkspaceID)
		if err != nil {
			return err
		}
		return h.showRename(c, fiber.StatusConflict, f, name, w.Revision, "Someone else renamed it to “"+w.Name+"”. Nothing was overwritten; save again to replace it.")
	}
	return h.RedirectAfter(c, err, "/account", "The workspace is called “"+name+"” now.")
}

// setZone changes the time zone in which charts divide time into days.
func (h *Handlers) setZone(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SetZone](h.Service, f, page.Bound{Property: "zone", Words: "This is not the name of a time zone. Use one such as Europe/Berlin."})
	if !f.OK() {
		w, err := h.Store.Accounts.FindWorkspace(c.UserContext(), page.Caller(c).WorkspaceID, page.Caller(c).UserID())
		if err != nil {
			return err
		}
		return h.showRename(c, fiber.StatusBadRequest, f, w.Name, w.Revision, "")
	}
	err := h.SetZone(c.UserContext(), page.Caller(c), in)
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "rename"), "Charts cut days by "+string(in.Zone)+" now.")
}

func (h *Handlers) showRename(c *fiber.Ctx, status int, f *page.Form, name string, revision int64, refusal string) error {
	return page.Show(c, status, views.RenamePage(h.Frame(c, "Workspace settings", "account"), views.Rename{Refusal: refusal, Revision: revision, Zones: zoneOptions(zoneOr(f.Text("zone"), page.Caller(c).Zone().String())), ZoneAction: page.WorkspacePath(c, "zone"), Close: page.WorkspacePath(c, "close"),
		Zone: views.Field{Name: "zone", Label: "Time zone", Hint: "The API stays in UTC.", Problem: f.Problems["zone"]},
		Name: views.Field{Name: "name", Label: "Workspace name", Value: name, Problem: f.Problems["name"], Required: true, Max: operations.MostOf[operations.Name]()}}))
}
