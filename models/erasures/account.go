package erasures

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/billing"
	"socialdata/models/db"
)

// Account orders the erasure of everything that is stored about an account of a platform: in one workspace, or if
// workspaceID is "", in all workspaces and in data that belongs to none. account is its natural id. If such an erasure is
// already under way, it returns that one.
func (s *Store) Account(ctx context.Context, workspaceID, account string, by Asker) (*Erasure, error) {
	var e *Erasure
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if workspaceID != "" {
			if _, err := billing.Lock(tx, workspaceID); err != nil { // so that of two concurrent calls the second finds the first one's
				return err
			}
		}
		var err error
		e, err = db.First[Erasure](tx.Where("workspace_id = ? AND kind = ? AND subject = ? AND erased_at IS NULL", workspaceID, OfAccount, account))
		if err != nil || e != nil {
			return err
		}
		e, err = s.order(tx, Erasure{Kind: OfAccount, WorkspaceID: workspaceID, Subject: account, Digest: Digest(account)}, by)
		return err
	})
	return e, err
}

// progress is how far the erasure of an account has come. Every step saves where the next one begins, so that a run that
// was killed continues there.
type progress struct {
	Phase     int    `json:"phase"`
	Workspace string `json:"workspace"` // the current one; "" before the first
	Step      int    `json:"step"`      // index in the phase
	After     string `json:"after"`     // where the step continues; "" at its beginning
	Last      bool   `json:"last"`      // whether this is the second round, after Settled
}

// phase is a list of steps that run for each workspace in turn, or once.
type phase struct {
	steps        []step
	perWorkspace bool
}

// step does a limited part of its work and returns where to continue, or "" if nothing is left.
type step func(t *taking, after string) (next string, err error)

// taking is the context of a step inside its transaction.
type taking struct {
	*gorm.DB
	*Erasure
	workspace string // "" in a phase that runs once
	counts    map[string]int64
}

// phases lists the phases of an erasure. Names are gathered everywhere before anything is erased, because a row that names
// the account may be the only evidence that another row is about it.
func (e *Erasure) phases() []phase {
	if e.WorkspaceID != "" {
		return []phase{{gatherSteps(), true}, {accountSteps(), true}}
	}
	return []phase{{sharedGatherSteps(), false}, {gatherSteps(), true}, {accountSteps(), true}, {sharedSteps(), false}}
}

// runAccount runs steps until nothing is left or ctx ends.
func (s *Store) runAccount(ctx context.Context, id string) (*time.Time, error) {
	for {
		over, err := s.advance(ctx, id)
		if err != nil {
			return nil, err
		}
		if over {
			return s.finishAccount(ctx, id)
		}
	}
}

// advance runs the next step of an erasure and saves its counts and progress in the same transaction. over reports whether
// no step is left.
func (s *Store) advance(ctx context.Context, id string) (over bool, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		e, p, err := under(tx, id)
		if err != nil {
			return err
		}
		list := e.phases()
		if p.Phase >= len(list) {
			over = true
			return nil
		}
		counts := e.CountByTable()
		if err := list[p.Phase].advance(&taking{tx, e, p.Workspace, counts}, p); err != nil {
			return err
		}
		return tx.Model(&Erasure{}).Where("id = ?", id).Updates(map[string]any{"counts": db.JSON(counts), "progress": db.JSON(p)}).Error
	})
	return over, err
}

// under locks an erasure and returns it with its progress.
func under(tx *gorm.DB, id string) (*Erasure, *progress, error) {
	e, p := &Erasure{}, &progress{}
	if err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), e, "erasure"); err != nil {
		return nil, nil, err
	}
	if e.Progress == "" {
		return e, p, nil
	}
	return e, p, json.Unmarshal([]byte(e.Progress), p)
}

// advance runs the step at p and moves p to the next one.
func (ph phase) advance(t *taking, p *progress) error {
	if ph.perWorkspace && p.Workspace == "" {
		return p.nextWorkspace(t)
	}
	next, err := ph.steps[p.Step](t, p.After)
	if err != nil {
		return err
	}
	if p.After = next; next != "" {
		return nil
	}
	if p.Step++; p.Step < len(ph.steps) {
		return nil
	}
	if p.Step = 0; ph.perWorkspace {
		return p.nextWorkspace(t)
	}
	p.Phase++
	return nil
}

// nextWorkspace moves p to the next workspace of the erasure, or to the next phase.
func (p *progress) nextWorkspace(t *taking) error {
	var ids []string
	q := t.Table("workspaces").Where("id > ?", p.Workspace).Order("id").Limit(1)
	if t.WorkspaceID != "" {
		q = q.Where("id = ?", t.WorkspaceID)
	}
	if err := q.Pluck("id", &ids).Error; err != nil {
		return err
	}
	if p.Workspace = ""; len(ids) > 0 {
		p.Workspace = ids[0]
		return nil
	}
	p.Phase++
	return nil
}

// finishAccount completes the receipt once the media are deleted and a second round has run after Settled. Otherwise it
// returns when to continue.
func (s *Store) finishAccount(ctx context.Context, id string) (again *time.Time, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		e, p, err := under(tx, id)
		if err != nil {
			return err
		}
		left, err := e.bytesLeft(tx)
		if err != nil {
			return err
		}
		now, settled := s.Now(), db.FromMicros(e.CreatedAt).Add(Settled)
		switch {
		case left:
			again = new(now.Add(waitForBytes))
		case now.Before(settled):
			again = &settled
		case !p.Last:
			again = &now
			return tx.Model(e).Update("progress", db.JSON(progress{Last: true})).Error
		default:
			more, err := e.forget(tx, s.NowMicros())
			if more {
				again = &now
			}
			return err
		}
		return nil
	})
	return again, err
}

// bytesLeft reports whether bytes about the account are still stored: of its references, or of captures that are erased.
func (e *Erasure) bytesLeft(tx *gorm.DB) (bool, error) {
	var left []string
	for _, rows := range []*gorm.DB{
		tx.Table("media").Where("reference_id IN "+named, e.ID),
		tx.Table("capture_pieces").Where("NOT EXISTS (SELECT 1 FROM captures c WHERE c.id = capture_pieces.capture_id)"),
	} {
		if e.WorkspaceID != "" {
			rows = rows.Where("workspace_id = ?", e.WorkspaceID)
		}
		if err := rows.Limit(1).Pluck("id", &left).Error; err != nil || len(left) > 0 {
			return true, err
		}
	}
	return false, nil
}

// forget deletes a batch of the gathered names, and after the last batch the account's id, so that only the receipt is left.
// more reports whether names may be left.
func (e *Erasure) forget(tx *gorm.DB, at int64) (more bool, err error) {
	n, err := (&erasing{}).end(tx, part{table: "erasure_names", order: "name"}, "erasure_id = ?", stepRows, e.ID)
	if err != nil || n == stepRows {
		return true, err
	}
	return false, tx.Model(e).Updates(map[string]any{"subject": "", "progress": "", "erased_at": at}).Error
}
