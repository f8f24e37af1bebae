package support

import (
	"context"
	"strings"
	"unicode/utf8"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/db"
)

// ResetSecondFactor switches a person's second factor off for the operator, who says why, and writes it to the audit, in
// one transaction. It returns not_found if nobody with the e-mail has a second factor.
func (s *Store) ResetSecondFactor(ctx context.Context, email, reason string) error {
	reason = strings.TrimSpace(reason)
	if n := utf8.RuneCountInString(reason); n < 1 || n > longestReason {
		return apierror.InvalidInput(apierror.Field{Name: "reason", In: "body", Reason: "length", Expected: "1 to 500 characters that say why"})
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		id, err := accounts.DropSecondFactor(tx, email)
		if err != nil {
			return err
		}
		return tx.Create(&AuditEntry{ID: db.NewID(), UserID: id, Action: ActionSecondFactorReset, Subject: id, Reason: "By the operator: " + reason, CreatedAt: s.NowMicros()}).Error
	})
}
