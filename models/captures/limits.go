package captures

import (
	"gorm.io/gorm"

	"socialdata/internal/apierror"
)

// Limits bound what is uploaded.
type Limits struct {
	Capture   int64 // bytes of all parts of a capture
	Workspace int64 // bytes of a workspace that no import has taken and that are not deleted yet
}

// check returns limit_exceeded if a piece does not fit beside what is there.
func (l Limits) check(tx *gorm.DB, p *Piece, others map[int64]*Upload) error {
	sum := p.Total
	for _, u := range others {
		sum += u.Total
	}
	if sum > l.Capture {
		return apierror.New(apierror.CodeLimitExceeded, "subject", "capture.bytes", "limit", l.Capture)
	}
	var stored int64
	err := tx.Model(&Piece{}).Select("COALESCE(SUM(bytes), 0)").Where("workspace_id = ?", p.WorkspaceID).Scan(&stored).Error
	if err == nil && stored+p.Bytes > l.Workspace {
		err = apierror.New(apierror.CodeLimitExceeded, "subject", "workspace.uploads", "limit", l.Workspace)
	}
	return err
}
