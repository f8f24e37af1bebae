package boards

import (
	"context"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
)

// gap is the distance between the positions of two references added one after the other.
const gap = 1 << 20

// Arrangement describes a change of the references on a manual board.
type Arrangement struct {
	Add    []string // ids of references, in their order on the board; one that is already there only moves if Before is set
	Remove []string // ids; those that are not on the board are ignored
	Before string   // the reference on the board that the added ones precede; "" adds them at the end
}

// Arrange changes the references on a manual board, all or nothing. It returns invalid_input for a smart board,
// not_found for a reference that the workspace does not have, and limit_exceeded for more than MostReferences.
func (s *Store) Arrange(ctx context.Context, workspaceID, id string, a Arrangement) (b *Board, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		if b, err = lock(tx, workspaceID, id); err != nil {
			return err
		}
		if b.Kind == Smart {
			return apierror.InvalidInput(apierror.Field{Name: "boardId", In: "path", Reason: "conflict", Expected: "a manual board: the filter of a smart one chooses its references"})
		}
		if err := s.arrange(tx, b, a); err != nil {
			return err
		}
		return s.save(tx, b)
	})
	return b, err
}

// Standing returns the place of a reference on a board, counted from 1. It is 0 for a reference that is not on it.
func (s *Store) Standing(ctx context.Context, boardID, referenceID string) (place int64, err error) {
	q := s.Read(ctx).Table("board_references AS one").Joins("JOIN board_references AS before ON before.board_id = one.board_id")
	q = q.Where("one.board_id = ? AND one.reference_id = ?", boardID, referenceID)
	return place, q.Where("before.place < one.place OR before.place = one.place AND before.reference_id <= one.reference_id").Count(&place).Error
}

// Place puts a reference that was just imported at the end of a board, inside the transaction that commits the import. A
// board that is gone, full or no longer manual takes nothing, because that must not fail the import.
func (s *Store) Place(tx *gorm.DB, workspaceID, id, referenceID string) error {
	b, err := lock(tx, workspaceID, id)
	if err != nil || b.Kind == Smart {
		return unlessRefused(err)
	}
	if err := s.arrange(tx, b, Arrangement{Add: []string{referenceID}}); err != nil {
		return unlessRefused(err)
	}
	return s.save(tx, b)
}

// unlessRefused returns nil for an error that concerns the board.
func unlessRefused(err error) error {
	if apierror.Is(err, apierror.CodeNotFound) || apierror.Is(err, apierror.CodeLimitExceeded) {
		return nil
	}
	return err
}

// arrange changes what is on a locked board.
func (s *Store) arrange(tx *gorm.DB, b *Board, a Arrangement) error {
	if len(a.Remove) > 0 {
		if err := tx.Delete(&Placed{}, "board_id = ? AND reference_id IN ?", b.ID, a.Remove).Error; err != nil {
			return err
		}
	}
	if len(a.Add) == 0 {
		return nil
	}
	if err := s.haveAll(tx, b.WorkspaceID, a.Add); err != nil {
		return err
	}
	var on []Placed
	if err := tx.Where("board_id = ?", b.ID).Order("place, reference_id").Find(&on).Error; err != nil {
		return err
	}
	put, rest, at, err := a.split(on)
	if err != nil {
		return err
	}
	if len(rest)+len(put) > MostReferences {
		return full()
	}
	return s.place(tx, b.ID, rest, put, at)
}

// haveAll returns not_found unless the workspace has all references.
func (s *Store) haveAll(tx *gorm.DB, workspaceID string, ids []string) error {
	var have []string
	q := tx.Table("saved_references").Clauses(clause.Locking{Strength: "KEY SHARE"}) // none may be deleted before it is on the board
	err := q.Where("workspace_id = ? AND id IN ?", workspaceID, ids).Pluck("id", &have).Error
	if err == nil && len(have) < len(ids) {
		return apierror.New(apierror.CodeNotFound, "resource", "reference")
	}
	return err
}

// split returns the references to place, those that keep their positions, and the index in rest where the former go.
func (a Arrangement) split(on []Placed) (put []string, rest []Placed, at int, err error) {
	isOn := func(id string) bool {
		return slices.ContainsFunc(on, func(p Placed) bool { return p.ReferenceID == id })
	}
	for _, id := range a.Add {
		if a.Before != "" || !isOn(id) { // without Before, references that are on the board stay where they are
			put = append(put, id)
		}
	}
	for _, p := range on {
		if !slices.Contains(put, p.ReferenceID) {
			rest = append(rest, p)
		}
	}
	at = len(rest)
	if a.Before != "" {
		at = slices.IndexFunc(rest, func(p Placed) bool { return p.ReferenceID == a.Before })
	}
	if at < 0 {
		err = apierror.InvalidInput(apierror.Field{Name: "before", In: "body", Reason: "conflict", Expected: "a reference on the board that is not among those to add"})
	}
	return put, rest, at, err
}

// place sets the positions of the references put in before rest[at]. If the gap there is too small, all get new positions.
func (s *Store) place(tx *gorm.DB, boardID string, rest []Placed, put []string, at int) error {
	if len(put) == 0 {
		return nil
	}
	first, step := int64(gap), int64(gap)
	if at > 0 {
		first = rest[at-1].Place + gap
	}
	if at < len(rest) {
		low := int64(0)
		if at > 0 {
			low = rest[at-1].Place
		}
		step = (rest[at].Place - low) / int64(len(put)+1)
		first = low + step
	}
	var rows []Placed
	for n, id := range put {
		rows = append(rows, Placed{BoardID: boardID, ReferenceID: id, Place: first + int64(n)*step, AddedAt: s.NowMicros()})
	}
	if step == 0 {
		rows = slices.Insert(rest, at, rows...)
		for n := range rows {
			rows[n].Place = int64(n+1) * gap
		}
	}
	moves := clause.OnConflict{Columns: []clause.Column{{Name: "board_id"}, {Name: "reference_id"}}, DoUpdates: clause.AssignmentColumns([]string{"place"})}
	return tx.Clauses(moves).CreateInBatches(rows, 500).Error
}
