package reruns

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// Step is the result of processing a rerun's next import.
type Step struct {
	Import string     // the new import; "" if the next one was skipped or none was due
	Again  *time.Time // when the next one is due; nil if the rerun has ended or is paused
}

// catchUp is how far a rerun may fall behind its rate and still make up for it.
const catchUp = time.Second / 2

// Next processes the next import of a rerun. One transaction, with a lock on the rerun, checks whether the import is
// still failed and wanted, creates the new import, and updates the rerun. So each import is run again at most once
// and never faster than the rate, however many workers call Next and whenever one is killed.
func (s *Store) Next(ctx context.Context, id string) (step Step, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		step = Step{}
		var r Rerun
		err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), &r, "rerun")
		switch now := db.TxNow(tx); {
		case apierror.Is(err, apierror.CodeNotFound): // erased with its workspace
			return nil
		case err != nil || r.State != Running:
			return err
		case r.NextAt > now:
			step.Again = new(db.FromMicros(r.NextAt))
			return nil
		}
		var rows []RerunImport
		if err := tx.Where("rerun_id = ? AND state = 'waiting'", id).Order("position").Limit(2).Find(&rows).Error; err != nil {
			return err
		}
		if len(rows) == 0 {
			_, err := SetState(tx, &r, Done)
			return err
		}
		if step, err = s.runNext(tx, &r, &rows[0]); err != nil || len(rows) > 1 {
			return err
		}
		step.Again = nil
		_, err = SetState(tx, &r, Done)
		return err
	})
	return step, err
}

// runNext runs a waiting import of a locked rerun again or skips it.
func (s *Store) runNext(tx *gorm.DB, r *Rerun, row *RerunImport) (step Step, err error) {
	if row.NewID, row.Reason, err = s.runAgain(tx, r, row); err != nil {
		return Step{}, err
	}
	if row.State = Retried; row.Reason != "" {
		row.State = Skipped
	}
	err = tx.Model(&RerunImport{}).Where("rerun_id = ? AND position = ?", r.ID, row.Position).
		Updates(map[string]any{"state": row.State, "reason": row.Reason, "new_id": row.NewID}).Error
	if err != nil {
		return Step{}, err
	}
	if row.State == Retried {
		r.NextAt = max(r.NextAt, db.TxNow(tx)-catchUp.Microseconds()) + time.Minute.Microseconds()/r.PerMinute
		if err := tx.Model(&Rerun{}).Where("id = ?", r.ID).Update("next_at", r.NextAt).Error; err != nil {
			return Step{}, err
		}
	}
	return Step{Import: row.NewID, Again: new(db.FromMicros(r.NextAt))}, nil
}

// runAgain starts an import with the settings of the failed one, unless there is a reason to skip it.
func (s *Store) runAgain(tx *gorm.DB, r *Rerun, row *RerunImport) (newID string, skip Skip, err error) {
	w, err := billing.Lock(tx, row.WorkspaceID) // no other import of the workspace can start meanwhile
	if apierror.Is(err, apierror.CodeNotFound) {
		return "", SkipClosed, nil
	}
	if err != nil {
		return "", "", err
	}
	var old imports.Import
	err = db.One(tx.Where("id = ? AND workspace_id = ?", row.ImportID, row.WorkspaceID), &old, "import")
	if apierror.Is(err, apierror.CodeNotFound) {
		return "", SkipGone, nil
	}
	if err != nil {
		return "", "", err
	}
	if skip, err = unwanted(tx, r, &old); skip != "" || err != nil {
		return "", skip, err
	}
	fresh := old.Again()
	fresh.RequestID, fresh.KeyID, fresh.SpentBy = r.RequestID, r.KeyID, r.SpentBy
	switch err := imports.Insert(tx, s.prices, w, &fresh); {
	case apierror.Is(err, apierror.CodeInsufficientCredits):
		return "", SkipCredits, nil
	case err != nil:
		return "", "", err
	}
	return fresh.ID, "", nil
}

// unwanted returns the reason why a failed import should not be run again, or "" if there is none.
func unwanted(tx *gorm.DB, r *Rerun, old *imports.Import) (Skip, error) {
	if r.KeyID != "" {
		var live int64
		if err := tx.Table("api_keys").Where("id = ? AND revoked_at IS NULL", r.KeyID).Count(&live).Error; err != nil || live == 0 {
			return SkipKey, err
		}
	}
	var skip Skip
	err := tx.Table("imports i").Where("i.id = ?", old.ID).Select("?", SkipNow(r.Scope)).Scan(&skip).Error
	return skip, err
}

// SkipNow returns the SQL of why a rerun would skip a failed import with the alias i now, or "" if it would not: the first that
// holds of a closed workspace, a deleted reference, another import of the content that decided since, and content that is
// unavailable. Its conditions are counts and single rows, because PostgreSQL would join the imports of all workspaces for EXISTS.
func SkipNow(scope Scope) clause.Expr {
	var hopeless []apierror.Code
	if scope == OfSupport {
		hopeless = apierror.UnavailableCodes()
	}
	return gorm.Expr(skipSQL, SkipClosed, SkipGone, imports.UnfinishedStates(), SkipUnderWay, imports.Succeeded, SkipSucceeded, imports.Cancelled, SkipCancelled, SkipTriedAgain,
		imports.UnfinishedStates(), imports.Succeeded, hopeless, SkipUnavailable)
}

const skipSQL = `CASE WHEN (SELECT COUNT(*) FROM workspaces x WHERE x.id = i.workspace_id AND x.closed_at IS NULL) = 0 THEN ?
	WHEN i.reference_id IS NOT NULL AND (SELECT COUNT(*) FROM saved_references x WHERE x.id = i.reference_id) = 0 THEN ?
	ELSE COALESCE((SELECT CASE WHEN o.state IN ? THEN ? WHEN o.state = ? THEN ? WHEN o.state = ? THEN ? ELSE ? END
		FROM imports o WHERE o.workspace_id = i.workspace_id AND o.subject = i.subject AND o.id <> i.id
			AND (o.id > i.id OR o.state IN ? OR o.state = ? AND o.finished_at > i.finished_at)
		ORDER BY ` + unfinishedFirst + ` LIMIT 1), CASE WHEN i.cause_code IN ? THEN ? ELSE '' END) END`

// unfinishedFirst orders imports of the same content: an unfinished one first, then the latest.
const unfinishedFirst = "CASE WHEN o.state IN ('accepted', 'queued', 'running', 'retry_wait') THEN 0 ELSE 1 END, o.id DESC"
