package workspace

import (
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

func (h *Handlers) keys(c *fiber.Ctx) error {
	return h.showKeys(c, fiber.StatusOK, presetForm(page.ReadQuery(c)), nil)
}

// makeKey creates a key and shows it in the response to the form, because its secret is not stored.
func (h *Handlers) makeKey(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	if life := page.Bind[operations.KeyLife](h.Service, f, page.Bound{Property: "days", Label: "The days"}); life.Days > 0 {
		f.Values.Set("expiresAt", h.Store.Now().AddDate(0, 0, int(life.Days)).Format(time.RFC3339))
	}
	in := page.Bind[operations.CreateKey](h.Service, f, append(limitBounds(f), page.Bound{Property: "name", Label: "The name"}, page.Bound{Property: "scopes", Label: "The scope"},
		page.Bound{Property: "expiresAt", Field: "expiresAt", Label: "The end"}, page.Bound{Property: "test", Label: "The kind of key"})...)
	if !f.OK() {
		return h.showKeys(c, fiber.StatusBadRequest, f, nil)
	}
	k, text, err := h.CreateKey(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		f.AddProblem("", fmt.Sprintf("A workspace has at most %v live keys. Revoke one first.", apierror.From(err).Details["limit"]))
		return h.showKeys(c, fiber.StatusUnprocessableEntity, f, nil)
	}
	if err != nil {
		return err
	}
	curl := fmt.Sprintf("curl -H 'Authorization: Bearer %s' \\\n  '%s/v1/resolve?url=https://youtu.be/dQw4w9WgXcQ'", text, h.Origin)
	return h.showKeys(c, fiber.StatusCreated, &page.Form{}, &views.NewKey{Name: k.Name, Key: text, Curl: curl, Test: k.IsTest()})
}

func (h *Handlers) showKeys(c *fiber.Ctx, status int, f *page.Form, made *views.NewKey) error {
	asked := page.ReadQuery(c).PageRequest()
	rows, err := h.Store.Accounts.Keys(c.UserContext(), page.Caller(c).WorkspaceID, asked)
	if err != nil {
		return err
	}
	if len(rows.Items) == 0 && len(f.Values) == 0 {
		f = presetForm(page.NewForm(url.Values{"preset": {firstPreset}}))
	}
	v := views.Keys{New: made, Refusal: f.Problems[""], Form: views.KeyForm{Open: !f.OK() || len(rows.Items) == 0 || f.Text("preset") != "", Budget: limitFields(f),
		Name: views.Field{Name: "name", Label: "Name", Hint: "For example “ci” or “warehouse”.", Value: f.Text("name"), Problem: f.Problems["name"], Required: true, Max: operations.MostOf[operations.Name]()},
		Expires: views.Field{Name: "days", Label: "Ends after", Type: "number", Hint: "In days. Leave empty for a key that never expires.",
			Value: f.Text("days"), Problem: f.Problems["days"]}}}
	v.Form.Limited = f.Given("daily", "monthly", "networks", "days") > 0
	v.Form.Test = views.Tick{Name: "test", Label: "Test key", Chosen: f.Text("test") != ""}
	v.Form.Presets = page.Map(keyPresets, func(p keyPreset) views.Preset { return views.Preset{Name: p.name, Value: p.word} })
	chosen, scopes := f.Values["scopes"], []views.Scope{}
	for _, s := range accounts.Scopes() {
		scope := shown.Scope(s, slices.Contains(chosen, string(s)))
		for _, p := range keyPresets {
			if slices.Contains(p.scopes, s) {
				scope.Presets = append(scope.Presets, p.word)
			}
		}
		scopes = append(scopes, scope)
	}
	v.Form.Scopes = shown.ScopeGroups(scopes)
	v.Rows = page.Map(rows.Items, func(k accounts.KeyView) views.KeyRow { return shown.KeyRow(h.Base, c, k) })
	left, err := h.Store.Accounts.KeysOfFormerMembers(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	if left > 0 {
		v.Left, v.RevokeLeft = views.Count(left, "live key")+" of people who have left", page.WorkspacePath(c, "keys/revoke-left")
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, status, views.KeysPage(h.Frame(c, "Keys", "keys"), v))
}

// confirmRevoke shows what will stop working and asks for confirmation.
func (h *Handlers) confirmRevoke(c *fiber.Ctx) error {
	k, err := h.Store.Accounts.Key(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("keyId"))
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.ConfirmPage(h.Frame(c, "Revoke a key", "keys"), views.Confirm{
		Question: "Revoke key “" + k.Name + "”?", Goes: h.whichKey(k) + " Requests with it will fail from now on.", Verb: "Revoke the key", Back: page.WorkspacePath(c, "keys"), BackWord: "Keys"}))
}

// whichKey tells a key from others of its name: how it begins, and when it was last used.
func (h *Handlers) whichKey(k *accounts.KeyView) string {
	words := "It begins with " + k.Prefix
	if k.LastUsedAt == nil {
		return words + " and was never used."
	}
	return words + " and was last used " + page.TimeAgo(h.Store.Now().Sub(time.UnixMicro(*k.LastUsedAt))) + "."
}

func (h *Handlers) revokeKey(c *fiber.Ctx) error {
	k, err := h.RevokeKey(c.UserContext(), page.Caller(c), c.Params("keyId"))
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "keys"), "Key “"+k.Name+"” is revoked. Requests with it will fail from now on.")
}

// revokeKeysOfFormerMembers revokes the keys that removed members may still have.
func (h *Handlers) revokeKeysOfFormerMembers(c *fiber.Ctx) error {
	n, err := h.RevokeKeysOfFormerMembers(c.UserContext(), page.Caller(c))
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "keys"), views.Count(n, "key")+" revoked. Requests with them will fail from now on.")
}
