package v1

import (
	"context"
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/billing"
)

// KeyBudget is what a key may spend and has spent, in credits.
type KeyBudget struct {
	DailyCredits   *int64 `json:"dailyCredits" doc:"That it may spend a day (UTC); null: no bound, 0: it is served only what is free"`
	MonthlyCredits *int64 `json:"monthlyCredits" doc:"That it may spend a month (UTC); null: no bound"`
	SpentToday     int64  `json:"spentToday" doc:"Credits, since midnight UTC; imports when they succeed"`
	SpentThisMonth int64  `json:"spentThisMonth" doc:"Credits, since the first of the month"`
}

func budgetView(b *billing.Budget, now time.Time) KeyBudget {
	shares := b.Shares(now)
	return KeyBudget{DailyCredits: b.DailyCredits, MonthlyCredits: b.MonthlyCredits, SpentToday: shares[0].Spent, SpentThisMonth: shares[1].Spent}
}

// MyBudget is the budget of the caller's key, with what remains of it.
type MyBudget struct {
	KeyBudget
	Remaining *int64        `json:"remaining" doc:"Credits that the key may still spend now, whatever the balance; null: no bound"`
	ResetsAt  *content.Time `json:"resetsAt" doc:"When the bound that leaves the least begins anew; null: no bound"`
}

func myBudget(b *billing.Budget, now time.Time) MyBudget {
	v := MyBudget{KeyBudget: budgetView(b, now)}
	if bound, left := b.Tightest(now); bound != nil {
		v.Remaining, v.ResetsAt = &left, content.AtPtr(bound.Resets)
	}
	return v
}

type changeKeyInput struct {
	KeyPath
	Body operations.ChangeKey
}

func (h *Handlers) changeKey(ctx context.Context, in *changeKeyInput) (*output[APIKey], error) {
	k, err := h.ChangeKey(ctx, session.From(ctx), in.KeyID, in.Body)
	return answer(k, err, h.keyView)
}
