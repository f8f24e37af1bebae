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
	count func(context.Context) (int64, error)
	most  int64 // count stops at this number
	says  string
	one   string
	do    string
	href  string
}

// needs returns what someone should act on, besides the alerts: imports that may succeed if retried, media that will
// soon be deleted, and new items that watches found.
func (h *Handlers) needs(c *fiber.Ctx) (list []views.Alert, err error) {
	who, refs, ends := page.Caller(c), page.WorkspacePath(c, "references"), h.Store.Now().Add(page.EndsSoon)
	counted := func(l references.Listing) func(context.Context) (int64, error) {
		return func(ctx context.Context) (int64, error) { return h.Store.References.Count(ctx, who.WorkspaceID, l) }
	}
	for _, n := range []need{
		{accounts.Editor, func(ctx context.Context) (int64, error) {
			return h.Store.Imports.CountWorthAnother(ctx, who.WorkspaceID)
		}, references.MostCounted,
			"Failed in the last seven days, and may succeed another time", "import", "See them", page.Address(page.WorkspacePath(c, "imports"), "state", string(imports.Failed))},
		{accounts.Owner, counted(references.Listing{HoldEnds: &ends}), references.MostCounted,
			"Media that is deleted within three days, when its hold ends", "reference", "See it", page.Address(refs, "state", page.Ending)},
		{accounts.Member, func(ctx context.Context) (int64, error) { return h.Store.Watches.CountFresh(ctx, who.WorkspaceID) }, watches.MostFreshCounted,
			"New in the last seven days from watches", "item", "See what is new", page.WorkspacePath(c, "watches")},
	} {
		if !who.Has(n.role) {
			continue
		}
		count, err := n.count(c.UserContext())
		if err != nil {
			return nil, err
		}
		if count > 0 {
			list = append(list, views.Alert{Says: n.says + ": " + page.AtMost(count, n.most, n.one) + ".", Do: n.do, Href: n.href, Quiet: true})
		}
	}
	return list, nil
}
