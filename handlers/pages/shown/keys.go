package shown

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/views"
)

// scopeWords says what a key with a scope may do.
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
	accounts.ExportsRead:     "read scheduled exports and how they went",
	accounts.ExportsWrite:    "make, change and delete scheduled exports to the operator’s store",
}

// Scope returns a scope with what it allows, in words.
func Scope(s accounts.Scope, chosen bool) views.Scope {
	v := views.Scope{Name: string(s), Says: scopeWords[s], Access: "Read", Chosen: chosen}
	if strings.HasSuffix(v.Name, ":write") {
		v.Access = "Write"
	}
	return v
}

// ScopeGroups groups scopes by resource, each with reading first.
func ScopeGroups(scopes []views.Scope) (groups []views.ScopeGroup) {
	for _, s := range scopes {
		resource, _, _ := strings.Cut(s.Name, ":")
		word := strings.ToUpper(resource[:1]) + resource[1:]
		if resource == "ingestions" {
			word = "Imports"
		}
		n := slices.IndexFunc(groups, func(g views.ScopeGroup) bool { return g.Resource == word })
		if n < 0 {
			n, groups = len(groups), append(groups, views.ScopeGroup{Resource: word})
		}
		groups[n].Scopes = append(groups[n].Scopes, s)
		slices.SortFunc(groups[n].Scopes, func(a, b views.Scope) int { return cmp.Compare(a.Access, b.Access) })
	}
	return groups
}

// KeyRow returns a key for display. While it is valid, it has links to change it.
func KeyRow(b *page.Base, c *fiber.Ctx, k accounts.KeyView) views.KeyRow {
	r := views.KeyRow{Name: k.Name, CreatorLeft: k.CreatorLeft, Prefix: k.Prefix, Test: k.IsTest(), Made: b.When(&k.CreatedAt), Used: b.When(k.LastUsedAt), Expires: b.When(k.ExpiresAt),
		Budget: BudgetWords(b, &k.Budget), Networks: strings.Join(k.Networks(), ", ")}
	if k.ClientID != nil {
		r.Expires, r.Program = views.When{}, "Acts for the member who let it in"
		if u, err := url.Parse(*k.ClientID); err == nil && u.Scheme == "https" {
			r.Program += ", described at " + u.Host
		}
	}
	r.May = page.Map(k.Scopes(), func(s accounts.Scope) views.Scope { return Scope(s, true) })
	r.Everything = len(r.May) == len(accounts.Scopes())
	switch k.State(b.Store.Now()) {
	case accounts.KeyRevoked:
		r.State = views.State{Tone: "calm", Word: "Revoked"}
	case accounts.KeyExpired:
		r.State = views.State{Tone: "calm", Word: "Expired"}
	case accounts.KeyActive:
		r.State = views.State{Tone: "good", Word: "Works"}
		r.RevokeHref, r.BudgetHref = page.WorkspacePath(c, "keys/"+k.ID+"/revoke"), page.WorkspacePath(c, "keys/"+k.ID+"/budget")
	}
	return r
}

// BudgetWords describes what a key may spend and has spent. It returns "" without a budget.
func BudgetWords(b *page.Base, budget *billing.Budget) string {
	words := ""
	for _, s := range budget.Shares(b.Store.Now()) {
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
