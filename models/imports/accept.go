package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// idempotencyLife is how long a POST's answer is kept.
const idempotencyLife = 24 * time.Hour

// NewImport holds the input of AcceptImport.
type NewImport struct {
	WorkspaceID  string
	SourceURL    string
	CanonicalURL string
	Platform     content.Platform
	Subject      string
	MediaProfile MediaProfile
	Transcript   bool
	HoldDays     int64
	CustomTitle  *string
	Notes        *string
	Tags         string // JSON array

	Key       string // Idempotency-Key
	RequestID string `json:"-"` // no part of what makes two requests equal
}

// fingerprint is the same for the same parsed body with its defaults filled in.
func (n NewImport) fingerprint() (string, error) {
	n.WorkspaceID, n.Key = "", ""
	b, err := json.Marshal(n)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// idempotencyKey keeps the 202 of a POST.
type idempotencyKey struct {
	WorkspaceID string `gorm:"primaryKey"`
	Name        string `gorm:"primaryKey"`
	Fingerprint string
	ImportID    string
	Body        []byte
	ExpiresAt   int64
}

// AcceptedImport is the answer of an accepted import: its body, made anew or as it was the first time.
type AcceptedImport struct {
	ID       string
	Body     []byte
	Replayed bool
}

// AcceptImport makes an import, or gives the first answer again for the same key and body. Only the success is kept, in
// the transaction that makes the import; every error leaves the key free. Another body under the key is
// idempotency_conflict; a balance below the full price is insufficient_credits. render makes the answer's body.
func (s *Store) AcceptImport(ctx context.Context, n NewImport, render func(*Detail) ([]byte, error)) (*AcceptedImport, error) {
	print, err := n.fingerprint()
	if err != nil {
		return nil, err
	}
	var out *AcceptedImport
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		now := s.NowMicros()
		w, err := billing.Lock(tx, n.WorkspaceID) // two posts with one key come one after the other
		if err != nil {
			return err
		}
		if out, err = findReplay(tx, n, print, now); out != nil || err != nil {
			return err
		}
		i := Import{WorkspaceID: n.WorkspaceID, SourceURL: n.SourceURL, CanonicalURL: n.CanonicalURL,
			Platform: n.Platform, Subject: n.Subject, MediaProfile: n.MediaProfile, Transcript: n.Transcript, HoldDays: n.HoldDays,
			CustomTitle: n.CustomTitle, Notes: n.Notes, Tags: n.Tags, RequestID: n.RequestID}
		if err := Insert(tx, s.prices, w, &i); err != nil {
			return err
		}
		body, err := render(&Detail{Import: i})
		if err != nil {
			return err
		}
		row := idempotencyKey{WorkspaceID: n.WorkspaceID, Name: n.Key, Fingerprint: print, ImportID: i.ID, Body: body,
			ExpiresAt: db.Micros(s.Now().Add(idempotencyLife))}
		out = &AcceptedImport{ID: i.ID, Body: body}
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error // an expired one is replaced
	})
	return out, err
}

// Insert begins an import of a locked workspace, if it can pay the full price.
func Insert(tx *gorm.DB, prices billing.Prices, w *billing.Account, i *Import) error {
	if price := fullPrice(prices, i.MediaProfile, i.Transcript); w.Balance < price {
		return apierror.New(apierror.CodeInsufficientCredits, "required", price, "balance", w.Balance)
	}
	now := db.TxNow(tx)
	i.ID, i.JobID, i.State, i.Revision, i.CreatedAt, i.UpdatedAt = db.NewIDAt(now), db.NewIDAt(now), Accepted, 1, now, now
	return tx.Create(i).Error
}

func findReplay(tx *gorm.DB, n NewImport, print string, now int64) (*AcceptedImport, error) {
	var rows []idempotencyKey
	err := tx.Where("workspace_id = ? AND name = ? AND expires_at > ?", n.WorkspaceID, n.Key, now).Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	if rows[0].Fingerprint != print {
		return nil, apierror.New(apierror.CodeIdempotencyConflict, "reason", "payload_mismatch")
	}
	return &AcceptedImport{ID: rows[0].ImportID, Body: rows[0].Body, Replayed: true}, nil
}
