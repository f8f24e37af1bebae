package watches

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/work"
)

// NewWatch holds the input of CreateWatch.
type NewWatch struct {
	WorkspaceID, Name string
	Source            Source
	Every             Every
	Import            *Import // nil: nothing is imported
	DailyCredits      int64
	Paused            bool
	Backfill          int64  // how many existing items are imported as well
	KeyID             string // the API key that creates it; "" for a person
	ReadsAll          bool
	Thresholds        []Threshold
}

// Create adds a watch, which runs at once unless it is paused. It returns limit_exceeded for more than the operator allows.
func (s *Store) Create(ctx context.Context, n NewWatch) (*Watch, error) {
	now := s.Now()
	w := &Watch{ReadsAll: n.ReadsAll, Thresholds: thresholdsJSON(n.Thresholds), ID: db.NewID(), WorkspaceID: n.WorkspaceID, KeyID: n.KeyID, Name: n.Name, SourceJSON: db.JSON(n.Source), Every: n.Every, ImportJSON: importJSON(n.Import),
		DailyCredits: n.DailyCredits, Backfill: n.Backfill, Revision: 1, CreatedAt: db.Micros(now)}
	w.resume(now)
	if n.Paused {
		w.set(Paused, ByOwner, nil)
	}
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := billing.Lock(tx, n.WorkspaceID); err != nil { // serialises concurrent calls, which could exceed the limit together
			return err
		}
		var have int64
		if err := tx.Model(&Watch{}).Where("workspace_id = ?", n.WorkspaceID).Count(&have).Error; err != nil {
			return err
		}
		if have >= s.most {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "watches", "limit", s.most)
		}
		if err := tx.Create(w).Error; err != nil {
			return err
		}
		return put(tx, w)
	})
	return w, err
}

func importJSON(i *Import) string {
	if i == nil {
		return ""
	}
	return db.JSON(i)
}

// Seen is a watch with its last run, which is nil before the first.
type Seen struct {
	Watch
	LastRun *Run
}

// List lists the watches of a workspace, newest first.
func (s *Store) List(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[Seen], error) {
	q := s.Read(ctx).Model(&Watch{}).Where("workspace_id = ?", workspaceID)
	page, err := db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), "watches:"+workspaceID, p, func(w Watch) db.Position { return db.After(w.CreatedAt, w.ID) })
	if err != nil {
		return nil, err
	}
	list, err := s.withRuns(ctx, page.Items)
	return &db.RecordPage[Seen]{Items: list, NextCursor: page.NextCursor}, err
}

// Names returns the names of those of the watches that the workspace has, by id.
func (s *Store) Names(ctx context.Context, workspaceID string, ids []string) (map[string]string, error) {
	return s.NamesOf(ctx, &Watch{}, workspaceID, ids)
}

// Find reads one watch of a workspace.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Seen, error) {
	w, err := findWatch(s.Read(ctx), workspaceID, id)
	if err != nil {
		return nil, err
	}
	list, err := s.withRuns(ctx, []Watch{*w})
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// withRuns reads the last runs of watches, and which of them are running.
func (s *Store) withRuns(ctx context.Context, list []Watch) ([]Seen, error) {
	var ids []string
	for _, w := range list {
		if w.LastRunID != "" {
			ids = append(ids, w.LastRunID)
		}
	}
	var runs []Run
	if len(ids) > 0 {
		if err := s.Read(ctx).Where("id IN ?", ids).Find(&runs).Error; err != nil {
			return nil, db.Error(err)
		}
	}
	if err := readRunning(s.Read(ctx), list); err != nil {
		return nil, db.Error(err)
	}
	last := map[string]*Run{}
	for n := range runs {
		last[runs[n].ID] = &runs[n]
	}
	seen := make([]Seen, len(list))
	for n, w := range list {
		seen[n] = Seen{Watch: w, LastRun: last[w.LastRunID]}
	}
	return seen, nil
}

// readRunning reads which watches are running.
func readRunning(q *gorm.DB, list []Watch) error {
	ids := make([]string, len(list))
	for n, w := range list {
		ids[n] = w.ID
	}
	until, err := work.Running(q, work.Watches, ids)
	for n, w := range list {
		list[n].RunsUntil = until[w.ID]
	}
	return err
}

func findWatch(q *gorm.DB, workspaceID, id string) (*Watch, error) {
	return db.Find[Watch](q.Where("workspace_id = ? AND id = ?", workspaceID, id), "watch")
}

// Change describes a change of a watch. Nil fields stay unchanged. The source cannot be changed, because what is new
// depends on what the watch has seen.
type Change struct {
	Revision     *int64 // the one that the caller last read; nil: any
	Name         *string
	Every        *Every
	SetImport    bool
	Import       *Import
	DailyCredits *int64
	Paused       *bool
	ReadsAll     *bool
	Thresholds   *[]Threshold
}

// Change changes a watch; revision_conflict if c.Revision is not current. A watch that is no longer paused runs at once.
func (s *Store) Change(ctx context.Context, workspaceID, id string, c Change) (*Seen, error) {
	return s.updateWatch(ctx, workspaceID, id, func(w *Watch) error {
		if c.Revision != nil && w.Revision != *c.Revision {
			return apierror.New(apierror.CodeRevisionConflict, "currentRevision", w.Revision)
		}
		if c.SetImport {
			w.ImportJSON = importJSON(c.Import)
		}
		if c.Thresholds != nil {
			w.Thresholds = thresholdsJSON(*c.Thresholds)
		}
		c.apply(w)
		w.reschedule(s.Now(), c)
		return nil
	})
}

func (c *Change) apply(w *Watch) {
	if c.Name != nil {
		w.Name = *c.Name
	}
	if c.Every != nil {
		w.Every = *c.Every
	}
	if c.DailyCredits != nil {
		w.DailyCredits = *c.DailyCredits
	}
	if c.ReadsAll != nil {
		w.ReadsAll = *c.ReadsAll
	}
}

// reschedule sets the next run of a watch after a change.
func (w *Watch) reschedule(now time.Time, c Change) {
	pausedByOwner := w.PausedReason == ByOwner
	switch {
	case c.Paused != nil && *c.Paused:
		w.set(Paused, ByOwner, nil)
	case pausedByOwner && c.Paused == nil:
	case pausedByOwner, c.DailyCredits != nil && w.PausedReason == ByDailyCredits && w.Left(now) > 0:
		w.resume(now)
	case c.Every != nil && w.State == Active && w.LookedAt != nil:
		next := db.FromMicros(*w.LookedAt).Add(spread(w.Every.Duration()))
		w.set(Active, NotPaused, &next)
	}
}

// RunNow makes a watch run as soon as a worker is free. It returns revision_conflict if its owner paused it, and does
// nothing if it is running.
func (s *Store) RunNow(ctx context.Context, workspaceID, id string) (*Seen, error) {
	return s.updateWatch(ctx, workspaceID, id, func(w *Watch) error {
		if w.PausedReason == ByOwner {
			f := apierror.New(apierror.CodeRevisionConflict, "currentRevision", w.Revision, "state", string(w.State))
			f.Message = "The watch is paused. Resume it first."
			return f
		}
		now := s.Now()
		if !w.Running(now) {
			at := db.Micros(now)
			w.NextRunAt = &at
		}
		return nil
	})
}

// updateWatch changes a locked watch and saves what its owner may change, with its next revision.
func (s *Store) updateWatch(ctx context.Context, workspaceID, id string, change func(w *Watch) error) (*Seen, error) {
	var w *Watch
	err := s.Tx(ctx, func(tx *gorm.DB) (err error) {
		if w, err = findWatch(tx.Clauses(clause.Locking{Strength: "UPDATE"}), workspaceID, id); err != nil {
			return err
		}
		one := []Watch{*w}
		if err := readRunning(tx, one); err != nil {
			return err
		}
		w = &one[0]
		if err := change(w); err != nil {
			return err
		}
		w.Revision++
		if err := tx.Save(w).Error; err != nil {
			return err
		}
		return put(tx, w)
	})
	if err != nil {
		return nil, err
	}
	list, err := s.withRuns(ctx, []Watch{*w})
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// Delete deletes a watch with everything that it has seen. A second call returns not_found.
func (s *Store) Delete(ctx context.Context, workspaceID, id string) error {
	return db.Error(db.Changed(s.Write(ctx).Delete(&Watch{}, "workspace_id = ? AND id = ?", workspaceID, id), apierror.New(apierror.CodeNotFound, "resource", "watch")))
}
