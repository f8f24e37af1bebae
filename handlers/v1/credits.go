package v1

import (
	"context"

	"socialdata/internal/content"
	"socialdata/models/billing"
)

// CreditEntry is one line of the ledger.
type CreditEntry struct {
	ID           string        `json:"id"`
	Amount       int64         `json:"amount" doc:"More than 0 was granted, less was charged"`
	BalanceAfter int64         `json:"balanceAfter"`
	Part         *content.Part `json:"part" doc:"What was charged for; null on a grant"`
	Subject      *string       `json:"subject" doc:"Natural id or query that was charged for"`
	Note         *string       `json:"note"`
	CreatedAt    content.Time  `json:"createdAt"`
}

func (h *Handlers) listCredits(ctx context.Context, in *listInput) (*recordsOutput[CreditEntry], error) {
	p, err := h.Store.Billing.Ledger(ctx, in.WorkspaceID, in.request())
	return pageOf(p, err, func(e billing.Entry) CreditEntry {
		return CreditEntry{ID: e.ID, Amount: e.Amount, BalanceAfter: billing.WithoutAdvance(e.BalanceAfter), Subject: content.OrNil(e.Subject), Note: content.OrNil(e.Note),
			CreatedAt: content.AtMicros(e.CreatedAt), Part: content.OrNil(e.Part)}
	})
}
