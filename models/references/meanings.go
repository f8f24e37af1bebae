package references

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/vectors"
	"socialdata/models/db"
)

// Meaning is the vector of what a reference is about. There are rows only where the operator has a server that makes vectors.
type Meaning struct {
	ReferenceID string `gorm:"primaryKey"`
	WorkspaceID string
	Model       string // that made the vector; "" before the first one
	Vector      []byte // nil: not made yet, or the reference has no text
	DueAt       *int64 // from when the vector is made; nil: it is current
	Changes     int64  // how often the texts were changed since the row was made
	UpdatedAt   int64  `gorm:"autoUpdateTime:false"`
}

// TableName implements GORM's Tabler.
func (Meaning) TableName() string { return "reference_meanings" }

// Bounds of making vectors.
const (
	meaningStep = 500            // references that one statement looks at
	meaningRest = 24 * time.Hour // until a text of which no vector could be made is tried again
	maxMeaning  = 6000           // code points of the texts of a reference that a vector is made of
)

// textChanged marks the vector of a reference as outdated. Without a row it does nothing: AddMeanings makes rows.
func textChanged(tx *gorm.DB, r *Reference) error {
	return tx.Exec("UPDATE reference_meanings SET due_at = ?, changes = changes + 1 WHERE reference_id = ?", db.TxNow(tx), r.ID).Error
}

// AddMeanings makes rows for those of the next references after an id that have none, marks vectors of other models as outdated, and
// returns the id to go on from; "" at the end.
func (s *Store) AddMeanings(ctx context.Context, model, after string) (next string, err error) {
	var rows []struct {
		ID      string
		Current bool
	}
	err = s.Read(ctx).Table("saved_references r").Joins("LEFT JOIN reference_meanings m ON m.reference_id = r.id").
		Select("r.id, m.reference_id IS NOT NULL AND (m.due_at IS NOT NULL OR m.model = ?) AS current", model).
		Where("r.id > ?", after).Order("r.id").Limit(meaningStep).Scan(&rows).Error
	if err != nil {
		return "", db.Error(err)
	}
	var ids []string
	for _, r := range rows {
		if !r.Current {
			ids = append(ids, r.ID)
		}
	}
	if len(ids) > 0 {
		err = s.Tx(ctx, func(tx *gorm.DB) error {
			return tx.Exec(`INSERT INTO reference_meanings (reference_id, workspace_id, model, due_at, changes, updated_at)
				SELECT id, workspace_id, '', ?, 0, 0 FROM saved_references WHERE id IN ? ORDER BY id
				ON CONFLICT (reference_id) DO UPDATE SET due_at = COALESCE(reference_meanings.due_at, excluded.due_at)`, s.NowMicros(), ids).Error
		})
		if err != nil {
			return "", err
		}
	}
	if len(rows) == meaningStep {
		next = rows[len(rows)-1].ID
	}
	return next, nil
}

// DueMeaning is a reference whose vector is to be made. Changes says of which state of its texts.
type DueMeaning struct {
	Reference

	Changes int64
}

// DueMeanings returns references whose vectors are to be made, those that wait longest first.
func (s *Store) DueMeanings(ctx context.Context, most int) (list []DueMeaning, err error) {
	due := s.Read(ctx).Table("reference_meanings").Select("reference_id, changes").Where("due_at <= ?", s.NowMicros()).Order("due_at, reference_id").Limit(most)
	err = s.Read(ctx).Table("(?) AS m", due).Joins("JOIN saved_references r ON r.id = m.reference_id").Select("r.*, m.changes").Scan(&list).Error
	return list, db.Error(err)
}

// KeepMeaning stores the vector of a reference, nil if it has no text, and its passages, unless its texts have changed meanwhile.
func (s *Store) KeepMeaning(ctx context.Context, of DueMeaning, model string, v vectors.Vector, said []Passage) error {
	var stored []byte
	if v != nil {
		stored = v.Bytes()
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		kept := tx.Exec("UPDATE reference_meanings SET vector = ?, model = ?, updated_at = ?, due_at = NULL WHERE reference_id = ? AND changes = ?",
			stored, model, s.NowMicros(), of.ID, of.Changes)
		if kept.Error != nil || kept.RowsAffected == 0 {
			return kept.Error
		}
		return keepPassages(tx, &of.Reference, model, said)
	})
}

// PutOffMeaning has the vector of a reference tried again tomorrow, because none could be made of its texts.
func (s *Store) PutOffMeaning(ctx context.Context, of DueMeaning) error {
	return db.Error(s.Write(ctx).Exec("UPDATE reference_meanings SET due_at = ? WHERE reference_id = ? AND changes = ?",
		db.Micros(s.Now().Add(meaningRest)), of.ID, of.Changes).Error)
}

// MeaningText returns what a vector is made of: titles, tags, description, channel, notes, text on screen and then the transcript, up to
// maxMeaning. "" if there is nothing.
func MeaningText(r *Reference, transcript string) string {
	return clipped(strings.TrimSpace(strings.Join(append(textsOf(writtenTexts(r)), transcript), "\n")), maxMeaning)
}
