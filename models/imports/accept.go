package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/idempotency"
)

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
	Tags         string   // JSON array
	BoardID      string   `json:",omitempty"` // the board that the reference goes to; "" for none
	Evidence     Evidence `json:",omitempty"` // "" and standard are the same

	Key       string          // Idempotency-Key
	RequestID string          `json:"-"` // not compared between requests
	Trace     string          `json:"-"` // not compared between requests
	By        billing.Spender `json:"-"`
	BatchID   string          `json:"-"`
	Wait      time.Duration   `json:"-"` // before it may begin; 0: at once
	RepeatOf  string          `json:"-"` // an import whose evidence this one wants as well; "" for none
	CaptureID string          `json:"-"` // of a capture that is imported instead of an answer to a fetch; "" for none
}

// fingerprint is equal for equal parsed bodies with their defaults filled in.
func (n NewImport) fingerprint() (string, error) {
	n.WorkspaceID, n.Key = "", ""
	b, err := json.Marshal(n)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// Import returns the import that n requests, before it is inserted.
func (n NewImport) Import() Import {
	return Import{WorkspaceID: n.WorkspaceID, SourceURL: n.SourceURL, CanonicalURL: n.CanonicalURL,
		Platform: n.Platform, Subject: n.Subject, MediaProfile: n.MediaProfile, Transcript: n.Transcript, HoldDays: n.HoldDays,
		CustomTitle: n.CustomTitle, Notes: n.Notes, Tags: n.Tags, BoardID: n.BoardID, RequestID: n.RequestID, Trace: n.Trace, KeyID: n.By.KeyID, SpentBy: n.By.Name(), BatchID: n.BatchID,
		CaptureID: n.CaptureID, Evidence: n.Evidence, RepeatOf: n.RepeatOf}
}

// AcceptedImport is the answer of an accepted import: its body, new or as stored for the first request.
type AcceptedImport struct {
	ID       string
	Body     []byte
	Replayed bool
}

// Accept creates an import, or returns the first answer again for the same key and body. Only success is stored, in the
// transaction that creates the import; after an error the key is still free. Another body under the key is
// idempotency_conflict. If the balance, or the budget of the key, is below the full price, it is insufficient_credits.
// render encodes the answer.
func (s *Store) Accept(ctx context.Context, n NewImport, render func(*Detail) ([]byte, error)) (*AcceptedImport, error) {
	print, err := n.fingerprint()
	if err != nil {
		return nil, err
	}
	var out *AcceptedImport
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		now := s.NowMicros()
		w, err := billing.Lock(tx, n.WorkspaceID) // serialises posts with the same key
		if err != nil {
			return err
		}
		if out, err = replay(tx, n, print, now); out != nil || err != nil {
			return err
		}
		i := n.Import()
		if n.Wait > 0 {
			at := s.Now().Add(n.Wait)
			i.NextAttemptAt = db.MicrosPtr(&at)
		}
		return db.Together(tx, func(tx *gorm.DB) error {
			if err := Insert(tx, s.prices, w, &i); err != nil {
				return err
			}
			body, err := render(&Detail{Import: i})
			if err != nil {
				return err
			}
			out = &AcceptedImport{ID: i.ID, Body: body}
			return idempotency.Keep(tx, idempotency.Key{WorkspaceID: n.WorkspaceID, Name: n.Key, Fingerprint: print, ImportID: i.ID, Status: http.StatusAccepted, Body: body}, s.Now())
		})
	})
	return out, err
}

// Replay returns the first answer for a key that is known, or nil. Another body under the key is idempotency_conflict.
func (s *Store) Replay(ctx context.Context, n NewImport) (*AcceptedImport, error) {
	print, err := n.fingerprint()
	if err != nil {
		return nil, err
	}
	return replay(s.Read(ctx), n, print, s.NowMicros())
}

func replay(tx *gorm.DB, n NewImport, print string, now int64) (*AcceptedImport, error) {
	kept, err := idempotency.Find(tx, n.WorkspaceID, n.Key, print, now)
	if kept == nil || err != nil {
		return nil, err
	}
	return &AcceptedImport{ID: kept.ImportID, Body: kept.Body, Replayed: true}, nil
}

// Insert creates an import in a locked workspace, if the workspace can pay the full price.
func Insert(tx *gorm.DB, prices billing.Prices, w *billing.Account, i *Import) error {
	price, now := billing.Total(prices.ImportCharges(i.parts())), db.TxNow(tx)
	if w.Balance < price {
		return apierror.New(apierror.CodeInsufficientCredits, "required", price, "balance", w.Balance)
	}
	if i.KeyID != "" {
		budgets, err := billing.Budgets(tx, []string{i.KeyID})
		if err == nil {
			err = budgets[i.KeyID].Check(db.FromMicros(now), price)
		}
		if err != nil {
			return err
		}
	}
	i.ID, i.JobID, i.State, i.Revision, i.CreatedAt, i.UpdatedAt = db.NewIDAt(now), db.NewIDAt(now), Accepted, 1, now, now
	db.LeavesWork(tx)
	if err := tx.Create(i).Error; err != nil {
		return err
	}
	return keepWish(tx, i)
}
