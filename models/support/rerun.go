package support

import (
	"context"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// RunAgain accepts a new import with the link and settings of one that ended, charged to the same workspace, as an action of
// support. It returns revision_conflict if the import has not ended, or another import of the same content is unfinished.
func (s *Store) RunAgain(ctx context.Context, by Actor, importID string) (string, error) {
	var old, fresh imports.Import
	if err := db.One(s.Read(ctx).Select("id", "workspace_id").Where("id = ?", importID), &old, "import"); err != nil {
		return "", err
	}
	e := AuditEntry{WorkspaceID: &old.WorkspaceID, Action: ActionImportRerun, Subject: importID}
	err := s.audited(ctx, by, e, func(tx *gorm.DB, e *AuditEntry) error {
		w, err := billing.Lock(tx, old.WorkspaceID) // serialises concurrent submissions of a form
		if err != nil {
			return err
		}
		if err := db.One(tx.Where("id = ?", importID), &old, "import"); err != nil {
			return err
		}
		if err := requireNoActiveImport(tx, &old); err != nil {
			return err
		}
		fresh = old.Again()
		fresh.RequestID = e.RequestID
		return imports.Insert(tx, s.prices, w, &fresh)
	})
	return fresh.ID, err
}

// requireNoActiveImport returns an error if the import, or another one of its content in the workspace, has not ended.
func requireNoActiveImport(tx *gorm.DB, i *imports.Import) error {
	if !i.State.Final() {
		return apierror.New(apierror.CodeRevisionConflict, "currentRevision", i.Revision, "state", i.State)
	}
	other, err := db.First[imports.Import](tx.Select("id", "state", "revision").
		Where("workspace_id = ? AND subject = ? AND state IN ?", i.WorkspaceID, i.Subject, imports.UnfinishedStates()))
	if err != nil || other == nil {
		return err
	}
	f := apierror.New(apierror.CodeRevisionConflict, "currentRevision", other.Revision, "state", other.State, "importId", other.ID)
	f.Message = "Another import of this link is on its way."
	return f
}
