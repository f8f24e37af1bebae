package workspace

import (
	"context"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// need is something that someone should act on, if its count is not 0.
type need struct {
	role  accounts.Role // role required to act on it
	count func(ctx context.Context, workspaceID string) (int64, error)
	most  int64 // count stops at this number
	says  string
	one   string
	do    string
	href  string
}

// needs returns what someone should act on, besides the alerts: imports that may succeed if retried, media that will
// soon be deleted, and new items that watches found.
func (h *Handlers) needs(c *fiber.Ctx) (list []views.Alert, err error) {
	who, ends := page.Caller(c), h.Store.Now().Add(page.EndsSoon)
	holdsEnding := func(ctx context.Context, workspaceID string) (int64, error) {
		return h.Store.References.Count(ctx, workspaceID, references.Listing{HoldEnds: &ends})
	}
	for _, n := range []need{
		{accounts.Editor, h.Store.Imports.CountWorthAnother, references.MostCounted, "Failed in the last seven days and may succeed now", "import",
			"See them", page.Address(page.WorkspacePath(c, "imports"), "state", string(imports.Failed))},
		{accounts.Owner, holdsEnding, references.MostCounted, "Media that is deleted within three days, when its hold ends", "reference",
			"See it", page.Address(page.WorkspacePath(c, "references"), "state", page.Ending)},
		{accounts.Member, h.Store.Watches.CountFresh, watches.MostFreshCounted, "New in the last seven days from watches", "item",
			"See what is new", page.WorkspacePath(c, "watches")},
	} {
		if !who.Has(n.role) {
			continue
		}
		count, err := n.count(c.UserContext(), who.WorkspaceID)
		if err != nil {
			return nil, err
		}
		if count > 0 {
			list = append(list, views.Alert{Says: n.says + ": " + page.AtMost(count, n.most, n.one) + ".", Do: n.do, Href: n.href, Quiet: true})
		}
	}
	return list, nil
}
