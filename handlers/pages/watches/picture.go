package watches

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// pictured returns an item's platform, with which its id begins, and the picture and address of the workspace's reference for it, which
// may be nil.
func (h *Handlers) pictured(c *fiber.Ctx, i *watches.Item, saved *references.Reference) views.Pictured {
	platform, _, _ := strings.Cut(i.ItemID, ":")
	v := views.Pictured{Platform: h.PlatformOf(content.Platform(platform))}
	if saved != nil {
		v.Picture, v.Saved = shown.Picture(h.Base, saved), page.WorkspacePath(c, "references/"+saved.ID)
	} else if len(i.FactsNow().Pictures) > 0 {
		v.Picture = shown.WatchedPicture(c, i.WatchID, i.ItemID)
	}
	return v
}

// picture serves the platform's picture of an item that is not saved, as its list had it when the watch last saw it.
func (h *Handlers) picture(c *fiber.Ctx) error {
	i, err := h.Store.Watches.Item(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("watchId"), page.ReadQuery(c).Word("item"))
	if err != nil {
		return err
	}
	if err := h.SendPicture(c, i.FactsNow().Pictures); err != nil {
		return apierror.New(apierror.CodeNotFound, "resource", "picture")
	}
	return nil
}
