package imports

import (
	"context"
	"errors"
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/references"
)

// WorthFor is how long a failed import counts as one that somebody may want to run again.
const WorthFor = 7 * 24 * time.Hour

// WorthAnother reports whether the import failed for a temporary cause.
func (i *Import) WorthAnother() bool {
	return i.State == Failed && slices.Contains(apierror.RetryableCodes(), i.CauseCode)
}

// tried is a failed import with its content.
type tried struct {
	ID, Subject string
	Price       int64 `gorm:"-"` // of importing it again, at most; 0 if nobody asks
}

// WorthAnother returns the ids of the imports of the last WorthFor that failed for a temporary cause and whose content has not been
// imported again since. It looks at references.MostCounted at most.
func (s *Store) WorthAnother(ctx context.Context, workspaceID string) ([]string, error) {
	var failed []tried
	err := s.Read(ctx).Table("imports").Select("id", "subject").
		Where("workspace_id = ? AND state = ? AND created_at >= ? AND cause_code IN ?", workspaceID, Failed, db.Micros(s.Now().Add(-WorthFor)), apierror.RetryableCodes()).
		Limit(references.MostCounted).Find(&failed).Error
	if err != nil {
		return nil, db.Error(err)
	}
	failed, err = s.notSince(ctx, workspaceID, failed)
	return idsOf(failed), err
}

func idsOf(list []tried) []string {
	ids := []string{}
	for _, one := range list {
		ids = append(ids, one.ID)
	}
	return ids
}

// ToRunAgain returns the ids of those of the first imports of a list, most at most, whose content has not been imported again
// since, and what they cost at most.
func (s *Store) ToRunAgain(ctx context.Context, workspaceID string, f Filter, most int) (ids []string, price int64, err error) {
	const enough = db.Signal("these are enough")
	var failed []tried
	err = s.Each(ctx, workspaceID, f, func(i Import) error {
		if len(failed) == most {
			return enough
		}
		failed = append(failed, tried{i.ID, i.Subject, s.PriceOf(&i)})
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		return nil, 0, err
	}
	failed, err = s.notSince(ctx, workspaceID, failed)
	for _, one := range failed {
		price += one.Price
	}
	return idsOf(failed), price, err
}

// subjectsAtOnce is how many contents one statement asks for.
const subjectsAtOnce = 500

// notSince returns the imports whose content has not been imported again since. It reads the newest imports in separate
// statements, because PostgreSQL would scan the imports of all workspaces for a join.
func (s *Store) notSince(ctx context.Context, workspaceID string, list []tried) ([]tried, error) {
	newest := map[string]bool{}
	for some := range slices.Chunk(list, subjectsAtOnce) {
		var subjects, ids []string
		for _, one := range some {
			subjects = append(subjects, one.Subject)
		}
		if err := s.Read(ctx).Table("imports").Where("workspace_id = ? AND subject IN ?", workspaceID, subjects).Group("subject").Pluck("MAX(id)", &ids).Error; err != nil {
			return nil, db.Error(err)
		}
		for _, id := range ids {
			newest[id] = true
		}
	}
	return slices.DeleteFunc(list, func(one tried) bool { return !newest[one.ID] }), nil
}
