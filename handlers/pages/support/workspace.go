package support

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/db"
	"socialdata/models/support"
	"socialdata/views"
)

// Rows of each part of a workspace's page.
const (
	recentImports = 10
	ledgerRows    = 10
	peopleRows    = 50
)

// workspaceLife adds to a workspace's page what happens in it: its latest imports, its ledger, its people and its keys.
func (h *Handlers) workspaceLife(c *fiber.Ctx, id string, v *views.SupportWorkspaceDetail) error {
	recent, err := h.Store.Support.Imports(c.UserContext(), support.ImportFilter{WorkspaceID: id}, db.PageRequest{Limit: recentImports})
	if err != nil {
		return err
	}
	for _, i := range recent.Items {
		v.Recent = append(v.Recent, h.listedImport(i))
	}
	v.AllImports = page.Address("/support/imports", "workspace", id)
	entries, err := h.Store.Billing.Ledger(c.UserContext(), id, db.PageRequest{Limit: ledgerRows, Cursor: page.ReadQuery(c).Text("cursor")})
	if err != nil {
		return err
	}
	for _, e := range entries.Items {
		row := views.LedgerRow{When: h.When(&e.CreatedAt), Note: e.Note, Amount: e.Amount, After: e.BalanceAfter}
		row.For, row.Subject = shown.EntryWords(e)
		if i := e.ImportID(); i != "" {
			row.Import = "/support/imports/" + i
		}
		v.Ledger = append(v.Ledger, row)
	}
	v.Older, v.Newest = page.PageLinks(c, entries.NextCursor)
	return h.workspacePeople(c, id, v)
}

func (h *Handlers) workspacePeople(c *fiber.Ctx, id string, v *views.SupportWorkspaceDetail) error {
	people, err := h.Store.Accounts.Members(c.UserContext(), id, db.PageRequest{Limit: peopleRows})
	if err != nil {
		return err
	}
	for _, m := range people.Items {
		v.People = append(v.People, views.MemberRow{Name: m.Name, Email: m.Email, Role: views.RoleName(string(m.Role)), Joined: h.When(&m.JoinedAt)})
	}
	keys, err := h.Store.Accounts.Keys(c.UserContext(), id, db.PageRequest{Limit: peopleRows})
	if err != nil {
		return err
	}
	for _, k := range keys.Items {
		v.Keys = append(v.Keys, shown.KeyRow(h.Base, c, k))
	}
	return nil
}
