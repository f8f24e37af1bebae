package support

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/acts"
	"socialdata/models/db"
	"socialdata/models/reruns"
)

// StartRerun runs the failed imports that match a filter again, oldest first and at most reruns.MostImports, and records it
// in the audit log. What the rerun would skip now stands in it as left out. If a rerun with the same filter is already running, it returns that one. It returns not_found if
// nothing of it would run.
func (s *Store) StartRerun(ctx context.Context, by Actor, f FailureFilter, perMinute int64) (r *reruns.Rerun, err error) {
	err = s.audited(ctx, by, AuditEntry{Action: ActionRerunStarted}, func(tx *gorm.DB, e *AuditEntry) error {
		var list []reruns.Chosen
		err := failed(tx, f).Select("i.id, i.workspace_id, ? AS skip", reruns.SkipNow(reruns.OfSupport)).Order("i.created_at, i.id").Limit(reruns.MostImports + 1).Scan(&list).Error
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(list, reruns.Chosen.Runs) {
			return apierror.New(apierror.CodeNotFound, "resource", "failed import")
		}
		e.WorkspaceID = content.OrNil(f.WorkspaceID)
		var started bool
		r, started, err = reruns.Start(tx, reruns.Rerun{Scope: reruns.OfSupport, Filter: f.text(), PerMinute: perMinute, CreatedBy: e.UserID, RequestID: e.RequestID, Reason: e.Reason}, list)
		if err != nil || !started {
			return err
		}
		if e.Subject = r.ID; f.WorkspaceID == "" {
			return auditEach(tx, *e, slices.DeleteFunc(list, func(c reruns.Chosen) bool { return !c.Runs() }))
		}
		return nil
	})
	return r, err
}

// auditEach records an action on several workspaces in the audit log of each and in what its owners read.
func auditEach(tx *gorm.DB, e AuditEntry, list []reruns.Chosen) error {
	var entries []AuditEntry
	var told []acts.Act
	seen := map[string]bool{}
	for _, i := range list {
		if !seen[i.WorkspaceID] {
			seen[i.WorkspaceID] = true
			e.ID, e.WorkspaceID = db.NewID(), &i.WorkspaceID
			entries, told = append(entries, e), append(told, e.act())
		}
	}
	if err := tx.CreateInBatches(&entries, 200).Error; err != nil {
		return err
	}
	for part := range slices.Chunk(told, 200) {
		if err := acts.Add(tx, part...); err != nil {
			return err
		}
	}
	return nil
}

// text encodes a filter without its time, which is relative to now.
func (f FailureFilter) text() string {
	fields := map[string]string{}
	for name, value := range map[string]string{"code": string(f.Code), "reason": f.Reason, "platform": string(f.Platform), "route": f.RouteID, "workspace": f.WorkspaceID} {
		if value != "" {
			fields[name] = value
		}
	}
	return db.JSON(fields)
}

// RerunFilter returns the filter of a rerun that support started.
func RerunFilter(r *reruns.Rerun) FailureFilter {
	fields := db.FromJSON[map[string]string](r.Filter)
	return FailureFilter{Code: apierror.Code(fields["code"]), Reason: fields["reason"], Platform: content.Platform(fields["platform"]), RouteID: fields["route"], WorkspaceID: fields["workspace"]}
}

// rerunActions maps states to the audit actions that set them.
var rerunActions = map[reruns.State]Action{reruns.Paused: ActionRerunPaused, reruns.Running: ActionRerunResumed, reruns.Stopped: ActionRerunStopped}

// SetRerunState pauses, resumes or stops a rerun that support started, and records it in the audit log unless the state
// stays the same.
func (s *Store) SetRerunState(ctx context.Context, by Actor, id string, to reruns.State) (r *reruns.Rerun, err error) {
	err = s.audited(ctx, by, AuditEntry{Action: rerunActions[to]}, func(tx *gorm.DB, e *AuditEntry) error {
		var changed bool
		if r, err = reruns.Lock(tx, reruns.OfSupport, "", id); err != nil {
			return err
		}
		if changed, err = reruns.SetState(tx, r, to); changed {
			e.Subject = id
		}
		return err
	})
	return r, err
}

// CountFailed counts the failed imports that match a filter, up to reruns.MostImports + 1.
func (s *Store) CountFailed(ctx context.Context, f FailureFilter) (n int64, err error) {
	q := failed(s.Read(ctx), f).Select("i.id").Limit(reruns.MostImports + 1)
	err = s.Read(ctx).Table("(?) AS found", q).Count(&n).Error
	return n, db.Error(err)
}

// chosen selects the imports that StartRerun would choose, each with why it would be left out, or "".
func (s *Store) chosen(ctx context.Context, f FailureFilter) *gorm.DB {
	return failed(s.Read(ctx), f).Select("i.id, i.source_url, i.created_at, ? AS skip", reruns.SkipNow(reruns.OfSupport)).Order("i.created_at, i.id").Limit(reruns.MostImports)
}

// LeftOutImport is an import that a rerun would leave out.
type LeftOutImport struct {
	ID, SourceURL string
	Skip          reruns.Skip
}

// LeftOut returns the oldest imports that StartRerun would leave out, at most limit.
func (s *Store) LeftOut(ctx context.Context, f FailureFilter, limit int) (list []LeftOutImport, err error) {
	err = s.Read(ctx).Table("(?) AS chosen", s.chosen(ctx, f)).Select("id, source_url, skip").Where("skip <> ''").Order("created_at, id").Limit(limit).Scan(&list).Error
	return list, db.Error(err)
}

// CountToRun counts the imports that StartRerun would choose: by why they would be left out, and under "" those that would run.
func (s *Store) CountToRun(ctx context.Context, f FailureFilter) (map[reruns.Skip]int64, error) {
	var rows []struct {
		Skip reruns.Skip
		N    int64
	}
	err := s.Read(ctx).Table("(?) AS chosen", s.chosen(ctx, f)).Select("skip, COUNT(*) AS n").Group("skip").Scan(&rows).Error
	counts := map[reruns.Skip]int64{}
	for _, r := range rows {
		counts[r.Skip] = r.N
	}
	return counts, db.Error(err)
}
