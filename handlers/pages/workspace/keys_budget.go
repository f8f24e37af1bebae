package workspace

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/views"
)

// keyPreset holds initial values for the form of a new key.
type keyPreset struct {
	word, name string
	scopes     []accounts.Scope
	daily      string
}

// keyPresets lists the presets that the form offers.
var keyPresets = []keyPreset{
	{"everything", "Everything", accounts.Scopes(), ""},
	{"read-only", "Read only", []accounts.Scope{accounts.IngestionsRead, accounts.ReferencesRead, accounts.MediaRead, accounts.EventsRead, accounts.WatchesRead}, "0"},
	{"lookups", "Lookups", nil, "100"},
	{"imports", "Lookups and imports", []accounts.Scope{accounts.IngestionsWrite, accounts.IngestionsRead, accounts.ReferencesRead, accounts.MediaRead}, "500"},
}

// firstPreset is the preset for a workspace's first key. It has all scopes, so that a program's first import works.
const firstPreset = "everything"

// presetForm returns the form with the values of the preset that it asks for and what else it has, or an empty form if there is no such
// preset.
func presetForm(f *page.Form) *page.Form {
	n := slices.IndexFunc(keyPresets, func(p keyPreset) bool { return p.word == f.Word("preset") })
	if n < 0 {
		return &page.Form{}
	}
	f.Values.Set("daily", keyPresets[n].daily)
	f.Values.Del("scopes")
	for _, s := range keyPresets[n].scopes {
		f.Values.Add("scopes", string(s))
	}
	return f
}

// limitBounds maps the fields of what a key is limited to.
func limitBounds(f *page.Form) []page.Bound {
	return []page.Bound{{Property: "dailyCredits", Field: "daily", Label: "The budget"}, {Property: "monthlyCredits", Field: "monthly", Label: "The budget"},
		{Property: "allowedNetworks", Field: "networks", Label: "A network", Given: networksOf(f)}}
}

// networksLength is the maximum length of a field for several networks.
const networksLength = 1000

// networksOf returns the networks that a person typed, separated by blanks or commas.
func networksOf(f *page.Form) []string {
	return strings.FieldsFunc(f.Text("networks"), func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

// limitFields returns the fields of what a key is limited to, with the submitted values.
func limitFields(f *page.Form) views.KeyBudget {
	field := func(name, label, hint string) views.Field {
		return views.Field{Name: name, Label: label, Hint: hint, Mode: "numeric", Value: f.Text(name), Problem: f.Problems[name], Max: 10}
	}
	return views.KeyBudget{Daily: field("daily", "Credits a day", "Empty: no limit. With 0, only calls that cost nothing are answered."), Monthly: field("monthly", "Credits a month", "Empty: no limit."),
		Networks: views.Field{Name: "networks", Label: "From these networks only", Hint: "For example 203.0.113.0/24, separated by commas. Empty: from anywhere.", Value: f.Text("networks"), Problem: f.Problems["networks"], Mono: true, Max: networksLength}}
}

func (h *Handlers) keyBudget(c *fiber.Ctx) error {
	k, err := h.Store.Accounts.Key(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("keyId"))
	if err != nil {
		return err
	}
	f := page.NewForm(url.Values{})
	for name, bound := range map[string]*int64{"daily": k.DailyCredits, "monthly": k.MonthlyCredits} {
		if bound != nil {
			f.Values.Set(name, strconv.FormatInt(*bound, 10))
		}
	}
	f.Values.Set("networks", strings.Join(k.Networks(), ", "))
	return h.showKeyBudget(c, fiber.StatusOK, k, f)
}

func (h *Handlers) showKeyBudget(c *fiber.Ctx, status int, k *accounts.KeyView, f *page.Form) error {
	v := limitFields(f)
	v.Key, v.Which, v.Spending, v.Back = k.Name, h.whichKey(k), page.Address(page.WorkspacePath(c, "credits"), "by", billing.Spender{KeyID: k.ID}.Name()), page.WorkspacePath(c, "keys")
	if k.Limited() { // what other keys spend is not counted
		shares := k.Shares(h.Store.Now())
		v.Daily.Hint = "Spent today: " + views.Number(shares[0].Spent) + ". " + v.Daily.Hint
		v.Monthly.Hint = "Spent this month: " + views.Number(shares[1].Spent) + ". " + v.Monthly.Hint
	}
	return page.Show(c, status, views.KeyBudgetPage(h.Frame(c, "Limits of a key", "keys"), v))
}

func (h *Handlers) setKeyBudget(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.ChangeKey](h.Service, f, limitBounds(f)...)
	if !f.OK() {
		k, err := h.Store.Accounts.Key(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("keyId"))
		if err != nil {
			return err
		}
		return h.showKeyBudget(c, fiber.StatusBadRequest, k, f)
	}
	if in.AllowedNetworks == nil {
		in.AllowedNetworks = &operations.Networks{} // an empty field allows any
	}
	k, err := h.ChangeKey(c.UserContext(), page.Caller(c), c.Params("keyId"), in)
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "keys"), "The limits of key “"+k.Name+"” are changed.")
}
