package imports

import (
	"cmp"
	"context"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Evidence is what an import keeps to show where its content came from.
type Evidence string

// EvidenceStandard keeps which route answered and when, with digests; EvidenceFull also the platform's own answers, as a WARC file.
const (
	EvidenceStandard Evidence = "standard"
	EvidenceFull     Evidence = "full"
)

// Evidences lists the kinds of evidence.
func Evidences() []Evidence { return []Evidence{EvidenceStandard, EvidenceFull} }

// FullEvidence is an import that keeps the platform's own answers.
type FullEvidence struct {
	ImportID    string `gorm:"primaryKey"`
	WorkspaceID string
}

// TableName names GORM's table: evidence has no plural.
func (FullEvidence) TableName() string { return "full_evidence" }

// WantsFullEvidence reports whether an import keeps the platform's own answers.
func (s *Store) WantsFullEvidence(ctx context.Context, importID string) (bool, error) {
	var n int64
	err := s.Read(ctx).Model(&FullEvidence{}).Where("import_id = ?", importID).Count(&n).Error
	return n > 0, db.Error(err)
}

// keepWish records that a new import wants full evidence: as it says itself, or like the import that it repeats.
func keepWish(tx *gorm.DB, i *Import) error {
	if i.Evidence == EvidenceFull {
		return tx.Create(&FullEvidence{ImportID: i.ID, WorkspaceID: i.WorkspaceID}).Error
	}
	repeated := i.RepeatOf
	if i.RerunOf != nil {
		repeated = cmp.Or(*i.RerunOf, repeated)
	}
	if repeated == "" {
		return nil
	}
	return tx.Exec("INSERT INTO full_evidence (import_id, workspace_id) SELECT ?, workspace_id FROM full_evidence WHERE import_id = ? AND workspace_id = ?", i.ID, repeated, i.WorkspaceID).Error
}
