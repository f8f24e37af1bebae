package references

import (
	"context"
	"slices"

	"golang.org/x/text/cases"
	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/models/db"
	"socialdata/models/events"
)

// Change is one change for several references. Adding and removing tags needs no revision, because it commutes.
type Change struct {
	AddTags, RemoveTags []string
	HoldDays            int64 // 0 leaves the hold unchanged
}

// Change changes one reference in one transaction, completely or not at all.
func (s *Store) Change(ctx context.Context, workspaceID, id string, c Change) (*Reference, error) {
	var ref Reference
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		var err error
		if ref, err = LockReference(tx, workspaceID, id); err != nil {
			return err
		}
		if c.HoldDays > 0 {
			if err := s.extendHold(tx, &ref, c.HoldDays); err != nil {
				return err
			}
		}
		tags := changedTags(ref.TagList(), c)
		if len(tags) > input.MaxTags {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "tags", "limit", input.MaxTags)
		}
		if TagsJSON(tags) != ref.Tags {
			ref.Tags = TagsJSON(tags)
			ref.Revision++
			ref.UpdatedAt = s.NowMicros()
			if err := saveWritten(tx, &ref); err != nil {
				return err
			}
		} else if c.HoldDays == 0 {
			return nil
		}
		return Tell(tx, events.ReferenceUpdated, ref)
	})
	if err != nil {
		return nil, err
	}
	return &ref, nil
}

// changedTags removes tags, then adds others, ignoring case.
func changedTags(tags []string, c Change) []string {
	fold := cases.Fold()
	removed := foldTags(c.RemoveTags)
	kept := slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return slices.Contains(removed, fold.String(t)) })
	return CleanTags(append(kept, c.AddTags...))
}

// ChangeAll applies do to several references independently: if one fails, the others still run.
func ChangeAll(ids []string, do func(id string) (*Reference, error)) []Changed {
	list := make([]Changed, 0, len(ids))
	for _, id := range ids {
		ref, err := do(id)
		list = append(list, Changed{ID: id, Reference: ref, Err: db.Error(err)})
	}
	return list
}

// Changed is the result for one of several references. Reference is nil if it was deleted, or if Err is not nil.
type Changed struct {
	ID        string
	Reference *Reference
	Err       error
}
