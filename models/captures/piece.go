package captures

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// PiecesKeptFor is how long an uploaded piece is stored. An import keeps its own copy of what it takes.
const PiecesKeptFor = 24 * time.Hour

// begunFor is how long a piece may take to be stored; requests are far shorter.
const begunFor = time.Hour

// PieceState is whether the bytes of a piece exist.
type PieceState string

// A row is written in state begun before its bytes, and stays in state deleting until its bytes are deleted.
const (
	PieceBegun    PieceState = "begun"
	PieceStored   PieceState = "stored"
	PieceDeleting PieceState = "deleting"
)

// Piece is a stretch of a captured part's bytes, as a browser uploaded it.
type Piece struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	CaptureID   string
	Part        int64
	FirstByte   int64
	Bytes       int64
	Total       int64  // of the part
	SHA256      string `gorm:"column:sha256"` // of the part, in hex
	HashState   []byte // of SHA-256 over the part up to the end of this piece
	State       PieceState
	BlobKey     string
	UploadedBy  string // user; "" for none
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
}

// TableName implements schema.Tabler: the table says of what.
func (Piece) TableName() string { return "capture_pieces" }

// end is the offset behind the piece.
func (p *Piece) end() int64 { return p.FirstByte + p.Bytes }

// PiecesToDelete returns pieces whose bytes must be deleted: marked ones, those that were never stored, and old ones.
func (s *Store) PiecesToDelete(ctx context.Context, limit int) ([]Piece, error) {
	var rows []Piece
	now := s.Now()
	q := s.Read(ctx).Omit("hash_state").Order("created_at").Limit(limit).Where("state = ? OR state = ? AND created_at <= ? OR state = ? AND created_at <= ?",
		PieceDeleting, PieceBegun, db.Micros(now.Add(-begunFor)), PieceStored, db.Micros(now.Add(-PiecesKeptFor)))
	return rows, db.Error(q.Find(&rows).Error)
}

// DeletePiece deletes the row of a piece whose bytes are deleted.
func (s *Store) DeletePiece(ctx context.Context, id string) error {
	return db.Error(s.Write(ctx).Delete(&Piece{}, "id = ?", id).Error)
}

// KnownBlobs returns which of the keys have a row.
func (s *Store) KnownBlobs(ctx context.Context, keys []string) ([]string, error) {
	var known []string
	return known, db.Error(s.Read(ctx).Model(&Piece{}).Where("blob_key IN ?", keys).Pluck("blob_key", &known).Error)
}

// discardPart marks the pieces of a part for deletion.
func discardPart(tx *gorm.DB, captureID string, part int64) error {
	return tx.Model(&Piece{}).Where("capture_id = ? AND part = ?", captureID, part).Update("state", PieceDeleting).Error
}
