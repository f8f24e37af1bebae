package captures

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Upload is what a browser has uploaded of a part so far.
type Upload struct {
	Part       int64
	Received   int64
	Total      int64
	SHA256     string
	UploadedBy string
	ExpiresAt  int64 // of its first piece
	Pieces     []Piece
}

// Complete reports whether all bytes of the part are there. Their digest was compared when the last ones came.
func (u *Upload) Complete() bool { return u != nil && u.Received == u.Total }

// Uploads returns the uploads of a capture, by part.
func (s *Store) Uploads(ctx context.Context, workspaceID, captureID string) (map[int64]*Upload, error) {
	return s.uploads(s.Read(ctx), workspaceID, captureID)
}

func (s *Store) uploads(q *gorm.DB, workspaceID, captureID string) (map[int64]*Upload, error) {
	var rows []Piece
	err := q.Where("workspace_id = ? AND capture_id = ? AND state = ? AND created_at > ?", workspaceID, captureID, PieceStored, db.Micros(s.Now().Add(-PiecesKeptFor))).
		Order("part, first_byte").Find(&rows).Error
	found := map[int64]*Upload{}
	for _, p := range rows {
		u := found[p.Part]
		switch {
		case p.FirstByte == 0:
			found[p.Part] = &Upload{Part: p.Part, Received: p.Bytes, Total: p.Total, SHA256: p.SHA256, UploadedBy: p.UploadedBy,
				ExpiresAt: p.CreatedAt + PiecesKeptFor.Microseconds(), Pieces: []Piece{p}}
		case u != nil && u.Received == p.FirstByte:
			u.Received, u.Pieces = p.end(), append(u.Pieces, p)
		} // otherwise what precedes it has expired
	}
	return found, db.Error(err)
}
