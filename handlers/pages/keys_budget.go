package pages

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/views"
)

// keyPreset fills in the form of a new key.
type keyPreset struct {
	word, name string
	scopes     []accounts.Scope
	daily      string
}

// keyPresets are the beginnings that the form offers.
var keyPresets = []keyPreset{
	{"read-only", "Read only", []accounts.Scope{accounts.IngestionsRead, accounts.ReferencesRead, accounts.MediaRead, accounts.EventsRead, accounts.WatchesRead}, "0"},
	{"lookups", "Lookups", nil, "100"},
	{"imports", "Lookups and imports", []accounts.Scope{accounts.IngestionsWrite, accounts.IngestionsRead, accounts.ReferencesRead, accounts.MediaRead}, "500"},
}

// presetForm returns the form as the address's preset fills it in; empty without one.
func presetForm(c *fiber.Ctx) *form {
	f := readQuery(c)
	n := slices.IndexFunc(keyPresets, func(p keyPreset) bool { return p.word == f.word("preset") })
	if n < 0 {
		return &form{}
	}
	f = &form{values: map[string][]string{"daily": {keyPresets[n].daily}, "preset": {keyPresets[n].word}}}
	for _, s := range keyPresets[n].scopes {
		f.values["scopes"] = append(f.values["scopes"], string(s))
	}
	return f
}

// budgetBounds fill a budget from its two fields.
var budgetBounds = []bound{{property: "dailyCredits", field: "daily", label: "The budget"}, {property: "monthlyCredits", field: "monthly", label: "The budget"}}

// budgetFields are the two bounds of a budget as they were filled in.
func budgetFields(f *form) views.KeyBudget {
	field := func(name, label, hint string) views.Field {
		return views.Field{Name: name, Label: label, Hint: hint, Mode: "numeric", Value: f.text(name), Problem: f.problems[name], Max: 10}
	}
	return views.KeyBudget{Daily: field("daily", "Credits a day", "Empty: no limit. With 0 the key is served only what is free."), Monthly: field("monthly", "Credits a month", "Empty: no limit.")}
}

// budgetWords say what a key may spend, and what it has spent; "" without a budget.
func (h *Handlers) budgetWords(b *billing.Budget) string {
	words := ""
	for _, s := range b.Shares(h.Store.Now()) {
		switch {
		case s.Limit == nil:
			continue
		case *s.Limit == 0:
			return "Spends nothing"
		case words != "":
			words += ", "
		}
		words += views.Number(s.Spent) + " of " + views.Credits(*s.Limit) + " a " + string(s.Period)
	}
	return words
}

func (h *Handlers) keyBudget(c *fiber.Ctx) error {
	k, err := h.Store.Accounts.Key(c.UserContext(), caller(c).WorkspaceID, c.Params("keyId"))
	if err != nil {
		return err
	}
	f := newForm(url.Values{})
	for name, bound := range map[string]*int64{"daily": k.DailyCredits, "monthly": k.MonthlyCredits} {
		if bound != nil {
			f.values.Set(name, strconv.FormatInt(*bound, 10))
		}
	}
	return h.showKeyBudget(c, fiber.StatusOK, k, f)
}

func (h *Handlers) showKeyBudget(c *fiber.Ctx, status int, k *accounts.KeyView, f *form) error {
	v := budgetFields(f)
	v.Key, v.Spent, v.Back = k.Name, h.budgetWords(&k.Budget), workspacePath(c, "keys")
	return show(c, status, views.KeyBudgetPage(h.frame(c, "Budget of a key", "keys"), v))
}

func (h *Handlers) setKeyBudget(c *fiber.Ctx) error {
	f := readForm(c)
	in := bind[operations.ChangeKey](h.Service, f, budgetBounds...)
	if !f.ok() {
		k, err := h.Store.Accounts.Key(c.UserContext(), caller(c).WorkspaceID, c.Params("keyId"))
		if err != nil {
			return err
		}
		return h.showKeyBudget(c, fiber.StatusBadRequest, k, f)
	}
	k, err := h.ChangeKey(c.UserContext(), caller(c), c.Params("keyId"), in)
	if err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "keys"), "The budget of key “"+k.Name+"” is changed.")
}
