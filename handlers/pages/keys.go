package pages

import (
	"fmt"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/views"
)

// pageRows is how many rows a list shows at once.
const pageRows = 30

// pageRequest reads which part of a list is asked for.
func (f *form) pageRequest() db.PageRequest {
	return db.PageRequest{Cursor: f.text("cursor"), Limit: pageRows}
}

func (h *Handlers) keys(c *fiber.Ctx) error {
	return h.showKeys(c, fiber.StatusOK, presetForm(c), nil)
}

// makeKey shows the new key at once, on the answer to the form: it is not kept anywhere.
func (h *Handlers) makeKey(c *fiber.Ctx) error {
	f := readForm(c)
	if life := bind[operations.KeyLife](h.Service, f, bound{property: "days", label: "The days"}); life.Days > 0 {
		f.values.Set("expiresAt", h.Store.Now().AddDate(0, 0, int(life.Days)).Format(time.RFC3339))
	}
	in := bind[operations.CreateKey](h.Service, f, append(budgetBounds, bound{property: "name", label: "The name"}, bound{property: "scopes", label: "The scope"},
		bound{property: "expiresAt", field: "expiresAt", label: "The end"})...)
	if !f.ok() {
		return h.showKeys(c, fiber.StatusBadRequest, f, nil)
	}
	k, text, err := h.CreateKey(c.UserContext(), caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		f.addProblem("", fmt.Sprintf("A workspace has at most %v live keys. Revoke one first.", apierror.From(err).Details["limit"]))
		return h.showKeys(c, fiber.StatusUnprocessableEntity, f, nil)
	}
	if err != nil {
		return err
	}
	curl := fmt.Sprintf("curl -H 'Authorization: Bearer %s' \\\n  '%s/v1/resolve?url=https://youtu.be/dQw4w9WgXcQ'", text, h.Origin)
	return h.showKeys(c, fiber.StatusCreated, &form{}, &views.NewKey{Name: k.Name, Key: text, Curl: curl})
}

// scopeWords say what a key with a scope may do.
var scopeWords = map[accounts.Scope]string{
	accounts.IngestionsWrite: "start and cancel imports, which cost credits",
	accounts.IngestionsRead:  "read imports and how they went",
	accounts.ReferencesRead:  "list and read references",
	accounts.ReferencesWrite: "edit and delete references, and extend holds",
	accounts.MediaRead:       "make download links to kept media",
	accounts.EventsRead:      "read what happened",
	accounts.WatchesRead:     "read watches, their runs and what they have seen",
	accounts.WatchesWrite:    "make, change, run and delete watches, which cost credits",
	accounts.WebhooksRead:    "read webhook endpoints and what they were sent",
	accounts.WebhooksWrite:   "make, change, try and delete webhook endpoints",
	accounts.RequestsRead:    "read the request log, with who sent what",
}

func (h *Handlers) showKeys(c *fiber.Ctx, status int, f *form, made *views.NewKey) error {
	asked := readQuery(c).pageRequest()
	rows, err := h.Store.Accounts.Keys(c.UserContext(), caller(c).WorkspaceID, asked)
	if err != nil {
		return err
	}
	v := views.Keys{New: made, Refusal: f.problems[""], Form: views.KeyForm{Open: !f.ok() || len(rows.Items) == 0 || f.text("preset") != "", Budget: budgetFields(f),
		Name: views.Field{Name: "name", Label: "Name", Hint: "For example “ci” or “warehouse”.", Value: f.text("name"), Problem: f.problems["name"], Required: true, Max: operations.MostOf[operations.Name]()},
		Expires: views.Field{Name: "days", Label: "Ends after", Type: "number", Hint: "In days. Leave empty for a key that never expires.",
			Value: f.text("days"), Problem: f.problems["days"]}}}
	for _, p := range keyPresets {
		v.Form.Presets = append(v.Form.Presets, views.Preset{Name: p.name, Href: workspacePath(c, "keys") + "?preset=" + p.word, Chosen: f.text("preset") == p.word})
	}
	chosen := f.values["scopes"]
	for _, s := range accounts.Scopes() {
		v.Form.Scopes = append(v.Form.Scopes, views.Scope{Name: string(s), Says: scopeWords[s], Chosen: slices.Contains(chosen, string(s))})
	}
	for _, k := range rows.Items {
		v.Rows = append(v.Rows, h.keyRow(c, k))
	}
	left, err := h.Store.Accounts.KeysOfFormerMembers(c.UserContext(), caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	if left > 0 {
		v.Left, v.RevokeLeft = views.Count(left, "live key")+" of people who have left", workspacePath(c, "keys/revoke-left")
	}
	v.Older, v.Newest = pageLinks(c, rows.NextCursor)
	return show(c, status, views.KeysPage(h.frame(c, "Keys", "keys"), v))
}

// keyRow shows a key, with what may be done to it while it works.
func (h *Handlers) keyRow(c *fiber.Ctx, k accounts.KeyView) views.KeyRow {
	r := views.KeyRow{Name: k.Name, CreatorLeft: k.CreatorLeft, Prefix: k.Prefix, Made: h.when(&k.CreatedAt), Used: h.when(k.LastUsedAt), Expires: h.when(k.ExpiresAt),
		Budget: h.budgetWords(&k.Budget)}
	for _, s := range k.Scopes() {
		r.Scopes = append(r.Scopes, string(s))
	}
	switch k.State(h.Store.Now()) {
	case accounts.KeyRevoked:
		r.State = views.State{Tone: "calm", Word: "Revoked"}
	case accounts.KeyExpired:
		r.State = views.State{Tone: "calm", Word: "Expired"}
	case accounts.KeyActive:
		r.State = views.State{Tone: "good", Word: "Works"}
		r.RevokeHref, r.BudgetHref = workspacePath(c, "keys/"+k.ID+"/revoke"), workspacePath(c, "keys/"+k.ID+"/budget")
	}
	return r
}

// confirmRevoke names what goes before it does.
func (h *Handlers) confirmRevoke(c *fiber.Ctx) error {
	k, err := h.Store.Accounts.Key(c.UserContext(), caller(c).WorkspaceID, c.Params("keyId"))
	if err != nil {
		return err
	}
	used := "It was never used."
	if k.LastUsedAt != nil {
		used = "It was last used " + timeAgo(h.Store.Now().Sub(time.UnixMicro(*k.LastUsedAt))) + "."
	}
	return show(c, fiber.StatusOK, views.ConfirmPage(h.frame(c, "Revoke a key", "keys"), views.Confirm{
		Question: "Revoke key “" + k.Name + "”?", Goes: "Requests with it will fail from now on. " + used, Verb: "Revoke the key", Back: workspacePath(c, "keys")}))
}

func (h *Handlers) revokeKey(c *fiber.Ctx) error {
	k, err := h.RevokeKey(c.UserContext(), caller(c), c.Params("keyId"))
	if err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "keys"), "Key “"+k.Name+"” is revoked. Requests with it will fail from now on.")
}

// revokeKeysOfFormerMembers ends at once what those who were removed may still hold.
func (h *Handlers) revokeKeysOfFormerMembers(c *fiber.Ctx) error {
	n, err := h.RevokeKeysOfFormerMembers(c.UserContext(), caller(c))
	if err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "keys"), views.Count(n, "key")+" revoked. Requests with them will fail from now on.")
}
