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

// Change is what is done to several references alike. Adding and removing tags needs no revision, because it commutes.
type Change struct {
	AddTags, RemoveTags []string
	HoldDays            int64 // 0 leaves the hold as it is
}

// Change changes one reference in one transaction: all of it, or nothing.
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

// changedTags removes tags, then adds others; case does not count.
func changedTags(tags []string, c Change) []string {
	fold := cases.Fold()
	removed := foldTags(c.RemoveTags)
	kept := slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return slices.Contains(removed, fold.String(t)) })
	return CleanTags(append(kept, c.AddTags...))
}

// ChangeAll does the same to several references, each on its own: a failure of one leaves the others.
func ChangeAll(ids []string, do func(id string) (*Reference, error)) []Changed {
	list := make([]Changed, 0, len(ids))
	for _, id := range ids {
		ref, err := do(id)
		list = append(list, Changed{ID: id, Reference: ref, Err: db.Error(err)})
	}
	return list
}

// Changed is the outcome for one of several references. Reference is nil if it is deleted, or if Err is not nil.
type Changed struct {
	ID        string
	Reference *Reference
	Err       error
}
