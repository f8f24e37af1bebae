package shown

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/views"
)

// KeyRow shows a key, with what may be done to it while it works.
func KeyRow(b *page.Base, c *fiber.Ctx, k accounts.KeyView) views.KeyRow {
	r := views.KeyRow{Name: k.Name, CreatorLeft: k.CreatorLeft, Prefix: k.Prefix, Made: b.When(&k.CreatedAt), Used: b.When(k.LastUsedAt), Expires: b.When(k.ExpiresAt),
		Budget: BudgetWords(b, &k.Budget)}
	for _, s := range k.Scopes() {
		r.Scopes = append(r.Scopes, string(s))
	}
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

// BudgetWords say what a key may spend, and what it has spent; "" without a budget.
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
