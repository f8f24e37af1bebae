package support

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/reruns"
)

// StartRerun runs the failed imports that match a filter again, oldest first and at most reruns.MostImports, and records it
// in the audit log. If a rerun with the same filter is already running, it returns that one. It returns not_found if
// nothing matches.
func (s *Store) StartRerun(ctx context.Context, by Actor, f FailureFilter, perMinute int64) (r *reruns.Rerun, err error) {
	err = s.audited(ctx, by, AuditEntry{Action: ActionRerunStarted}, func(tx *gorm.DB, e *AuditEntry) error {
		var list []reruns.Chosen
		err := failed(tx, f).Select("i.id, i.workspace_id").Order("i.created_at, i.id").Limit(reruns.MostImports + 1).Scan(&list).Error
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return apierror.New(apierror.CodeNotFound, "resource", "failed import")
		}
		if f.WorkspaceID != "" {
			e.WorkspaceID = &f.WorkspaceID
		}
		var started bool
		r, started, err = reruns.Start(tx, reruns.Rerun{Scope: reruns.OfSupport, Filter: f.text(), PerMinute: perMinute, CreatedBy: e.UserID, RequestID: e.RequestID, Reason: e.Reason}, list)
		if err != nil || !started {
			return err
		}
		if e.Subject = r.ID; f.WorkspaceID == "" {
			return auditEach(tx, *e, list)
		}
		return nil
	})
	return r, err
}

// auditEach records an action on several workspaces in the audit log of each, where its owners can see it.
func auditEach(tx *gorm.DB, e AuditEntry, list []reruns.Chosen) error {
	var entries []AuditEntry
	seen := map[string]bool{}
	for _, i := range list {
		if !seen[i.WorkspaceID] {
			seen[i.WorkspaceID] = true
			e.ID, e.WorkspaceID = db.NewID(), &i.WorkspaceID
			entries = append(entries, e)
		}
	}
	return tx.CreateInBatches(&entries, 200).Error
}

// text encodes a filter without its time, which is relative to now.
func (f FailureFilter) text() string {
	fields := map[string]string{}
	for name, value := range map[string]string{"code": string(f.Code), "reason": f.Reason, "platform": string(f.Platform), "route": f.RouteID, "workspace": f.WorkspaceID} {
		if value != "" {
			fields[name] = value
		}
	}
	text, _ := json.Marshal(fields) // strings always encode
	return string(text)
}

// RerunFilter returns the filter of a rerun that support started.
func RerunFilter(r *reruns.Rerun) FailureFilter {
	var fields map[string]string
	_ = json.Unmarshal([]byte(r.Filter), &fields) // written by text
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

// CountToRun counts those of the imports that StartRerun would choose which the rerun would not skip now.
func (s *Store) CountToRun(ctx context.Context, f FailureFilter) (n int64, err error) {
	chosen := failed(s.Read(ctx), f).Select("i.id, i.workspace_id, i.subject, i.reference_id, i.finished_at").Order("i.created_at, i.id").Limit(reruns.MostImports)
	err = reruns.Wanted(s.Read(ctx).Table("(?) AS i", chosen)).Count(&n).Error
	return n, db.Error(err)
}
