package workspace

import (
	"context"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/support"
)

// exportMembers sends the members of a workspace as a CSV file.
func (h *Handlers) exportMembers(c *fiber.Ctx) error {
	workspace := page.Caller(c).WorkspaceID
	columns := []string{"user_id", "name", "email", "role", "joined_at"}
	return sendPages(h, c, "members", columns, func(ctx context.Context, p db.PageRequest) (*db.RecordPage[accounts.MemberView], error) {
		return h.Store.Accounts.Members(ctx, workspace, p)
	}, func(m accounts.MemberView) []string {
		return []string{m.UserID, m.Name, m.Email, string(m.Role), page.CellTime(&m.JoinedAt)}
	})
}

// exportKeys sends the keys of a workspace as a CSV file, without their secrets.
func (h *Handlers) exportKeys(c *fiber.Ctx) error {
	workspace, now := page.Caller(c).WorkspaceID, h.Store.Now()
	columns := []string{"id", "name", "prefix", "state", "scopes", "made_at", "last_used_at", "expires_at", "revoked_at"}
	return sendPages(h, c, "keys", columns, func(ctx context.Context, p db.PageRequest) (*db.RecordPage[accounts.KeyView], error) {
		return h.Store.Accounts.Keys(ctx, workspace, p)
	}, func(k accounts.KeyView) []string {
		return []string{k.ID, k.Name, k.Prefix, string(k.State(now)), strings.TrimSpace(k.ScopeList), page.CellTime(&k.CreatedAt), page.CellTime(k.LastUsedAt),
			page.CellTime(k.ExpiresAt), page.CellTime(k.RevokedAt)}
	})
}

// exportSupportActs sends the support actions in a workspace as a CSV file.
func (h *Handlers) exportSupportActs(c *fiber.Ctx) error {
	workspace := page.Caller(c).WorkspaceID
	columns := []string{"id", "at", "person", "action", "reason"}
	return sendPages(h, c, "support-actions", columns, func(ctx context.Context, p db.PageRequest) (*db.RecordPage[support.AuditView], error) {
		return h.Store.Support.Audit(ctx, workspace, p)
	}, func(a support.AuditView) []string {
		return []string{a.ID, page.CellTime(&a.CreatedAt), a.Person, shown.ActionWord(a.Action), a.Reason}
	})
}

// exportedAtOnce is the number of rows that one statement reads.
const exportedAtOnce = 100

// sendPages sends a list that is read page by page as a CSV file.
func sendPages[T any](h *Handlers, c *fiber.Ctx, name string, columns []string, read func(context.Context, db.PageRequest) (*db.RecordPage[T], error), cells func(T) []string) error {
	return h.SendTable(c, name, columns, func(ctx context.Context, row func(...string) error) error {
		for p := (db.PageRequest{Limit: exportedAtOnce}); ; {
			rows, err := read(ctx, p)
			if err != nil {
				return err
			}
			for _, item := range rows.Items {
				if err := row(cells(item)...); err != nil {
					return err
				}
			}
			if p.Cursor = rows.NextCursor; p.Cursor == "" {
				return nil
			}
		}
	})
}
