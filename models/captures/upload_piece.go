package captures

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// BeginPiece writes the row of a piece before its bytes are stored, and returns what is there of the part. The piece is nil if
// its bytes are there already. A first piece with another size or digest begins the part anew. A piece that does not
// begin where the part ends is invalid_input.
func (s *Store) BeginPiece(ctx context.Context, p Piece, l Limits) (*Piece, *Upload, error) {
	var before *Upload
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := billing.Lock(tx, p.WorkspaceID); err != nil { // also makes the sums below exact
			return err
		}
		all, err := s.locked(tx, p.WorkspaceID, p.CaptureID)
		if err != nil {
			return err
		}
		if before = all[p.Part]; before == nil {
			before = &Upload{Part: p.Part, Total: p.Total, SHA256: p.SHA256}
		}
		if before.Total != p.Total || before.SHA256 != p.SHA256 {
			if p.FirstByte != 0 {
				return offsetError(0)
			}
			before = &Upload{Part: p.Part, Total: p.Total, SHA256: p.SHA256}
			if err := discardPart(tx, p.CaptureID, p.Part); err != nil {
				return err
			}
		}
		if p.end() <= before.Received {
			p.ID = ""
			return nil
		}
		if p.FirstByte != before.Received {
			return offsetError(before.Received)
		}
		delete(all, p.Part)
		if err := l.check(tx, &p, all); err != nil {
			return err
		}
		p.State, p.HashState, p.CreatedAt = PieceBegun, []byte{}, s.NowMicros()
		return tx.Create(&p).Error
	})
	if err != nil || p.ID == "" {
		return nil, before, err
	}
	return &p, before, nil
}

// locked returns the uploads of a capture, which no other request changes until the transaction ends.
func (s *Store) locked(tx *gorm.DB, workspaceID, captureID string) (map[int64]*Upload, error) {
	var id []string
	err := tx.Model(&Capture{}).Clauses(clause.Locking{Strength: "UPDATE"}).Where("workspace_id = ? AND id = ?", workspaceID, captureID).Pluck("id", &id).Error
	if err != nil {
		return nil, err
	}
	if len(id) == 0 {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "capture")
	}
	return s.uploads(tx, workspaceID, captureID)
}

func offsetError(want int64) error {
	return apierror.InvalidInput(apierror.Field{Name: "Content-Range", In: "header", Reason: "offset", Expected: fmt.Sprintf("a piece that begins at byte %d", want)})
}

// StorePiece records that the bytes of a piece are stored, and returns what is there of its part. If another request stored
// the same stretch meanwhile, the piece is discarded. state is that of SHA-256 behind the piece, and sum its digest there: if
// the piece ends the part and sum is not the digest that the browser named, the part is discarded.
func (s *Store) StorePiece(ctx context.Context, p *Piece, state []byte, sum string) (u *Upload, err error) {
	var refused error
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		all, err := s.locked(tx, p.WorkspaceID, p.CaptureID)
		if err != nil {
			return err
		}
		if u = all[p.Part]; !u.takes(p) {
			if u == nil || u.Received < p.end() {
				refused = offsetError(u.received())
			}
			return tx.Model(&Piece{}).Where("id = ?", p.ID).Update("state", PieceDeleting).Error
		}
		if p.end() == p.Total && sum != p.SHA256 {
			refused = apierror.InvalidInput(apierror.Field{Name: "Repr-Digest", In: "header", Reason: "digest",
				Expected: "the digest of the bytes that were sent; send the part again from its beginning"})
			return discardPart(tx, p.CaptureID, p.Part)
		}
		res := tx.Model(&Piece{}).Where("id = ? AND state = ?", p.ID, PieceBegun).Updates(map[string]any{"state": PieceStored, "hash_state": state})
		if res.Error != nil || res.RowsAffected == 0 {
			return db.FirstError(res.Error, apierror.New(apierror.CodeNotFound, "resource", "capture")) // it was erased meanwhile
		}
		all, err = s.uploads(tx, p.WorkspaceID, p.CaptureID)
		u = all[p.Part]
		return err
	})
	return u, db.FirstError(err, refused)
}

// takes reports whether a piece continues an upload; nil has nothing yet.
func (u *Upload) takes(p *Piece) bool {
	if u == nil {
		return p.FirstByte == 0
	}
	return u.Received == p.FirstByte && u.SHA256 == p.SHA256 && u.Total == p.Total
}

func (u *Upload) received() int64 {
	if u == nil {
		return 0
	}
	return u.Received
}
