package support

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/acts"
	"socialdata/models/billing"
)

// MeterWorkspace makes a workspace metered or unmetered as an action of support. What is so already is not audited.
func (s *Store) MeterWorkspace(ctx context.Context, by Actor, workspaceID string, metered bool) error {
	return s.audited(ctx, by, AuditEntry{WorkspaceID: &workspaceID, Action: meterAction(metered)}, func(tx *gorm.DB, e *AuditEntry) error {
		changed, err := billing.SetMetered(tx, workspaceID, metered)
		if changed {
			e.Subject = workspaceID
		}
		return err
	})
}

// MeterByOperator is MeterWorkspace by whoever runs the program, who may be nobody of support. Owners see it.
func (s *Store) MeterByOperator(ctx context.Context, workspaceID string, metered bool) (changed bool, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		if changed, err = billing.SetMetered(tx, workspaceID, metered); err != nil || !changed {
			return err
		}
		return acts.Add(tx, acts.Act{WorkspaceID: workspaceID, Kind: string(meterAction(metered)), Subject: workspaceID, Detail: "by the operator", Door: acts.Support})
	})
	return changed, err
}

func meterAction(metered bool) Action {
	if metered {
		return ActionMetered
	}
	return ActionUnmetered
}
