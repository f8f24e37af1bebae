package account

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/digests"
	"socialdata/views"
)

// digestField is the field of a workspace in the form.
func digestField(workspaceID string) string { return "digest-" + workspaceID }

// everyWords names how often digests come.
var everyWords = map[digests.Every]string{digests.Never: "No digest", digests.Daily: "Daily", digests.Weekly: "Weekly"}

// digestChoices returns how often the person gets a digest of each of their workspaces.
func (h *Handlers) digestChoices(c *fiber.Ctx) (list []views.DigestChoice, err error) {
	who := page.Caller(c).Person
	chosen, err := h.Store.Digests.Of(c.UserContext(), who.User.ID)
	if err != nil {
		return nil, err
	}
	for _, w := range who.Workspaces {
		d := views.DigestChoice{Field: views.Field{Name: digestField(w.WorkspaceID), Label: w.Name}}
		for _, every := range digests.Everies() {
			d.Options = append(d.Options, views.Option{Value: string(every), Word: everyWords[every], Chosen: every == chosen[w.WorkspaceID]})
		}
		list = append(list, d)
	}
	return list, nil
}

// setDigests sets how often the person gets a digest of each of their workspaces.
func (h *Handlers) setDigests(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	choices := map[string]digests.Every{}
	for _, w := range page.Caller(c).Person.Workspaces {
		if f.Values.Has(digestField(w.WorkspaceID)) {
			choices[w.WorkspaceID] = digests.Every(f.Word(digestField(w.WorkspaceID)))
		}
	}
	err := h.SetDigests(c.UserContext(), page.Caller(c), choices)
	return h.RedirectAfter(c, err, "/account#digests", "Your digests are chosen.")
}

// askUnsubscribe asks whether to switch a digest off: opening a link, as programs do that check mails, changes nothing.
func (h *Handlers) askUnsubscribe(c *fiber.Ctx) error { return h.showUnsubscribe(c, false) }

// unsubscribe switches a digest off, without a session (RFC 8058).
func (h *Handlers) unsubscribe(c *fiber.Ctx) error {
	if err := h.Unsubscribe(c.UserContext(), c.Params("token")); err != nil {
		return err
	}
	return h.showUnsubscribe(c, true)
}

func (h *Handlers) showUnsubscribe(c *fiber.Ctx, done bool) error {
	name, err := h.Subscribed(c.UserContext(), c.Params("token"))
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.UnsubscribePage(h.Frame(c, "Digest", ""), name, c.Path(), done))
}
