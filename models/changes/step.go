package changes

import (
	"context"
	"strconv"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// stepSize is how many references one step changes at most.
const stepSize = 50

// turn is a reference whose turn it is, and where the change continues after it: "" at the end.
type turn struct{ id, after string }

// Step changes the next references of a change, each in a transaction that also counts it and saves where to continue.
// So a step that was killed is continued and nothing is counted twice. It returns when the next step is due, or nil if
// the change has ended.
func (s *Store) Step(ctx context.Context, id string) (*time.Time, error) {
	c, err := s.begin(ctx, id)
	switch {
	case err != nil || c == nil:
		return nil, err
	case c.State == Waiting:
		return new(db.FromMicros(c.BeginsAt)), nil
	}
	which, what, err := c.Parts()
	if err != nil {
		return nil, err
	}
	turns, err := s.turns(ctx, c, which)
	if err != nil {
		return nil, err
	}
	if len(turns) == 0 {
		turns = []turn{{}} // ends the change
	}
	for _, t := range turns {
		if over, err := s.take(ctx, id, t, what); over || err != nil {
			return nil, err
		}
	}
	return new(s.Now()), nil
}

// begin returns a change that is running or not due yet, or nil if it has ended or is gone.
func (s *Store) begin(ctx context.Context, id string) (*Change, error) {
	var c Change
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if err := lock(tx, id, &c); err != nil || c.State != Waiting || c.BeginsAt > db.TxNow(tx) {
			return err
		}
		c.State = Running
		return tx.Model(&Change{}).Where("id = ?", id).Update("state", Running).Error
	})
	if apierror.Is(err, apierror.CodeNotFound) || err == nil && c.State.Ended() {
		return nil, nil // erased with its workspace, or stopped
	}
	return &c, err
}

// turns returns the next references of a change, with where it continues after each.
func (s *Store) turns(ctx context.Context, c *Change, which Which) (list []turn, err error) {
	if which.Listing == nil {
		from, _ := strconv.Atoi(c.After) // "" is the beginning
		ids := which.IDs[from:]
		for n, id := range ids[:min(len(ids), stepSize)] {
			list = append(list, turn{id, strconv.Itoa(from + n + 1)})
		}
		if len(list) == len(ids) && len(list) > 0 {
			list[len(list)-1].after = ""
		}
		return list, nil
	}
	p, err := s.references.ListReferences(ctx, c.WorkspaceID, *which.Listing, db.PageRequest{Cursor: c.After, Limit: stepSize})
	if err != nil {
		return nil, err
	}
	for n, r := range p.Items {
		upTo := *p
		if err := s.references.CutReferences(c.WorkspaceID, *which.Listing, &upTo, n+1); err != nil {
			return nil, err
		}
		list = append(list, turn{r.ID, upTo.NextCursor})
	}
	return list, nil
}

// take changes one reference and saves where the change continues. over reports whether the change has ended.
func (s *Store) take(ctx context.Context, id string, t turn, what What) (over bool, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		var c Change
		if err := lock(tx, id, &c); err != nil || c.State != Running {
			over = true
			return err
		}
		changed, err := s.apply(tx, c.WorkspaceID, t.id, what)
		switch {
		case apierror.Is(err, apierror.CodeLimitExceeded):
			c.Skipped++
		case err != nil:
			return err
		case changed:
			c.Changed++
		}
		if err := tx.Model(&Change{}).Where("id = ?", id).Updates(map[string]any{"changed": c.Changed, "skipped": c.Skipped, "after": t.after}).Error; err != nil {
			return err
		}
		if over = t.after == ""; over {
			return c.end(tx, Done)
		}
		return nil
	})
	if apierror.Is(err, apierror.CodeNotFound) { // erased with its workspace
		return true, nil
	}
	return over, err
}

// apply changes one reference, and reports whether that made a difference. A reference that is gone makes none.
func (s *Store) apply(tx *gorm.DB, workspaceID, id string, what What) (changed bool, err error) {
	switch {
	case id == "":
		return false, nil
	case what.Delete:
		err = s.imports.DeleteReferenceIn(tx, workspaceID, id)
		changed = err == nil
	default:
		_, changed, err = s.references.ChangeIn(tx, workspaceID, id, what.Change)
	}
	if apierror.Is(err, apierror.CodeNotFound) {
		return false, nil
	}
	return changed, err
}
