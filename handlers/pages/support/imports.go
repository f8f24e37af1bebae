package support

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/imports"
	"socialdata/models/support"
	"socialdata/views"
)

// supportImports lists all imports of a workspace, or those of all workspaces that have not ended.
func (h *Handlers) supportImports(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	filter := support.ImportFilter{WorkspaceID: f.Word("workspace")}
	v := views.SupportImports{Workspace: filter.WorkspaceID, States: []views.Option{{Word: "Any"}}}
	if filter.WorkspaceID != "" {
		w, err := h.Store.Support.FindWorkspace(c.UserContext(), filter.WorkspaceID)
		if err != nil {
			return err
		}
		v.WorkspaceName = w.Name
	}
	for _, s := range imports.States() {
		if filter.WorkspaceID == "" && s.Final() {
			continue
		}
		word := waitingWords[s]
		if word == "" {
			word = shown.ImportState(s).Word
		}
		v.States = append(v.States, views.Option{Value: string(s), Word: word, Chosen: f.Text("state") == string(s)})
		if f.Text("state") == string(s) {
			filter.State = s
		}
	}
	rows, err := h.Store.Support.Imports(c.UserContext(), filter, f.PageRequest())
	if err != nil {
		return err
	}
	for _, i := range rows.Items {
		v.Rows = append(v.Rows, h.listedImport(i))
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	frame := h.Frame(c, "Imports", "support-queues")
	if filter.WorkspaceID != "" {
		frame.Place = "support-workspaces"
	}
	return page.Show(c, fiber.StatusOK, views.SupportImportsPage(frame, v))
}
