package changes

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/models/work"
)

// Start orders a change that begins after delay. References saved later are not changed. c gives the workspace, the
// filter and who orders it. It returns limit_exceeded if the workspace has MostOpen changes that have not ended.
func (s *Store) Start(ctx context.Context, c Change, which Which, what What, delay time.Duration) (*Change, error) {
	if which.Listing != nil {
		list := s.fixed(*which.Listing)
		which.Listing = &list
	}
	if err := s.describe(ctx, &c, which, what); err != nil {
		return nil, err
	}
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := billing.Lock(tx, c.WorkspaceID); err != nil { // serialises concurrent calls
			return err
		}
		var open int64
		if err := tx.Model(&Change{}).Where("workspace_id = ? AND state IN ?", c.WorkspaceID, openStates()).Count(&open).Error; err != nil {
			return err
		}
		if open >= MostOpen {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "changes", "limit", MostOpen)
		}
		now := db.TxNow(tx)
		c.ID, c.State, c.CreatedAt, c.BeginsAt = db.NewIDAt(now), Waiting, now, now+delay.Microseconds()
		if err := tx.Create(&c).Error; err != nil {
			return err
		}
		return work.Put(tx, work.Item{Kind: work.Changes, Key: c.ID, Tenant: c.WorkspaceID, RunAt: c.BeginsAt})
	})
	return &c, err
}

// fixed returns the list in an order that changes do not disturb, without references saved from now on.
func (s *Store) fixed(l references.Listing) references.Listing {
	l.Sort = references.NewestFirst
	if now := s.Now(); l.SavedBefore == nil || l.SavedBefore.After(now) {
		l.SavedBefore = new(now.Add(time.Microsecond))
	}
	return l
}

// describe counts the references of a change and stores what it is about.
func (s *Store) describe(ctx context.Context, c *Change, which Which, what What) error {
	c.Total = int64(len(which.IDs))
	if which.Listing != nil {
		n, err := s.references.Count(ctx, c.WorkspaceID, *which.Listing)
		if err != nil {
			return err
		}
		c.Total = n
	}
	c.Which, c.What = db.JSON(which), db.JSON(what)
	return nil
}

// Find returns a change of a workspace.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Change, error) {
	return db.Find[Change](s.Read(ctx).Where("workspace_id = ? AND id = ?", workspaceID, id), "change")
}

// Latest returns a person's changes that have not ended, or ended after since, oldest first.
func (s *Store) Latest(ctx context.Context, workspaceID, userID string, since time.Time) (list []Change, err error) {
	err = s.Read(ctx).Where("workspace_id = ? AND created_by = ? AND (state IN ? OR finished_at > ?)", workspaceID, userID, openStates(), db.Micros(since)).
		Order("created_at, id").Limit(MostOpen).Find(&list).Error
	return list, db.Error(err)
}

// Stop ends a change. One that has not begun changes nothing; otherwise what it has changed stays changed. Stopping one
// that has ended changes nothing.
func (s *Store) Stop(ctx context.Context, workspaceID, id string) (*Change, error) {
	var c Change
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if err := lock(tx.Where("workspace_id = ?", workspaceID), id, &c); err != nil || c.State.Ended() {
			return err
		}
		return c.end(tx, Stopped)
	})
	return &c, err
}

// lock reads a change and locks it until the transaction ends.
func lock(tx *gorm.DB, id string, c *Change) error {
	return db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), c, "change")
}

// end moves a locked change to a final state.
func (c *Change) end(tx *gorm.DB, to State) error {
	c.State, c.FinishedAt = to, new(db.TxNow(tx))
	return tx.Model(&Change{}).Where("id = ?", c.ID).Updates(map[string]any{"state": c.State, "finished_at": c.FinishedAt}).Error
}
