package v1

import (
	"context"
	"time"

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
		v := CreditEntry{ID: e.ID, Amount: e.Amount, BalanceAfter: billing.WithoutAdvance(e.BalanceAfter), Subject: nullIfEmpty(e.Subject), Note: nullIfEmpty(e.Note),
			CreatedAt: content.At(time.UnixMicro(e.CreatedAt))}
		if e.Part != "" {
			v.Part = &e.Part
		}
		return v
	})
}
