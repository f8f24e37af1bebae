package pages

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// makeWorkspace makes a workspace for an operator and leads there.
func (h *Handlers) makeWorkspace(c *fiber.Ctx) error {
	f := readForm(c)
	in := bind[operations.CreateWorkspace](h.Service, f, bound{property: "name", field: "workspace", label: "The name"})
	if !f.ok() {
		return h.showAccount(c, fiber.StatusBadRequest, f)
	}
	w, err := h.CreateWorkspace(c.UserContext(), caller(c), in)
	if err != nil {
		return err
	}
	return h.redirect(c, "/w/"+w.ID, "The workspace is ready, with "+views.Credits(h.InitialCredits)+".")
}

// places are the workspaces of the caller, for their account.
func places(c *fiber.Ctx) []views.Place {
	list := []views.Place{}
	for _, m := range caller(c).Person.Workspaces {
		p := views.Place{Name: m.Name, Href: "/w/" + m.WorkspaceID, Role: string(m.Role)}
		if m.Role == accounts.Owner {
			p.RenameHref = p.Href + "/rename"
		}
		list = append(list, p)
	}
	return list
}

func (h *Handlers) renameForm(c *fiber.Ctx) error {
	w, err := h.Store.Accounts.FindWorkspace(c.UserContext(), caller(c).WorkspaceID, caller(c).UserID())
	if err != nil {
		return err
	}
	return h.showRename(c, fiber.StatusOK, readForm(c), w.Name, w.Revision, "")
}

// rename changes the name of a workspace. When somebody else was faster, theirs is said and nothing is overwritten.
func (h *Handlers) rename(c *fiber.Ctx) error {
	f, name := readForm(c), ""
	in := bind[operations.RenameWorkspace](h.Service, f, bound{property: "name", label: "The name"}, revisionBound)
	if name = f.text("name"); !f.ok() {
		w, err := h.Store.Accounts.Workspace(c.UserContext(), caller(c).WorkspaceID)
		if err != nil {
			return err
		}
		return h.showRename(c, fiber.StatusBadRequest, f, name, w.Revision, f.problems[""])
	}
	err := h.RenameWorkspace(c.UserContext(), caller(c), in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		w, err := h.Store.Accounts.Workspace(c.UserContext(), caller(c).WorkspaceID)
		if err != nil {
			return err
		}
		return h.showRename(c, fiber.StatusConflict, f, name, w.Revision, "Someone else renamed it to “"+w.Name+"”. Nothing was overwritten; save again to replace it.")
	}
	if err != nil {
		return err
	}
	return h.redirect(c, "/account", "The workspace is called “"+name+"” now.")
}

// setZone changes the zone by which charts cut days.
func (h *Handlers) setZone(c *fiber.Ctx) error {
	f := readForm(c)
	in := bind[operations.SetZone](h.Service, f, bound{property: "zone", words: "This is not the name of a time zone. Use one such as Europe/Berlin."})
	if !f.ok() {
		w, err := h.Store.Accounts.FindWorkspace(c.UserContext(), caller(c).WorkspaceID, caller(c).UserID())
		if err != nil {
			return err
		}
		return h.showRename(c, fiber.StatusBadRequest, f, w.Name, w.Revision, "")
	}
	if err := h.SetZone(c.UserContext(), caller(c), in); err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "rename"), "Charts cut days by "+string(in.Zone)+" now.")
}

// zones are suggestions; any name of the IANA's is taken.
var zones = []string{"UTC", "Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "America/Argentina/Buenos_Aires", "America/Chicago", "America/Denver", "America/Los_Angeles",
	"America/Mexico_City", "America/New_York", "America/Sao_Paulo", "America/Toronto", "Asia/Bangkok", "Asia/Dubai", "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jerusalem", "Asia/Kolkata", "Asia/Seoul",
	"Asia/Shanghai", "Asia/Singapore", "Asia/Tokyo", "Australia/Perth", "Australia/Sydney", "Europe/Athens", "Europe/Berlin", "Europe/Istanbul", "Europe/Lisbon", "Europe/London", "Europe/Madrid",
	"Europe/Moscow", "Europe/Paris", "Europe/Rome", "Europe/Warsaw", "Pacific/Auckland", "Pacific/Honolulu"}

func (h *Handlers) showRename(c *fiber.Ctx, status int, f *form, name string, revision int64, refusal string) error {
	return show(c, status, views.RenamePage(h.frame(c, "Workspace settings", "account"), views.Rename{Refusal: refusal, Revision: revision, Zones: zones, ZoneAction: workspacePath(c, "zone"),
		Zone: views.Field{Name: "zone", Label: "Time zone", Hint: "By which charts cut days. The API stays in UTC.", Value: cmp.Or(f.text("zone"), caller(c).Zone().String()), Problem: f.problems["zone"], Required: true, Max: 64, List: "zones"},
		Name: views.Field{Name: "name", Label: "Workspace name", Value: name, Problem: f.problems["name"], Required: true, Max: operations.MostOf[operations.Name]()}}))
}
