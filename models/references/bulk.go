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
func (s *Store) Change(ctx context.Context, workspaceID, id string, c Change) (ref *Reference, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		ref, _, err = s.ChangeIn(tx, workspaceID, id, c)
		return err
	})
	return ref, err
}

// ChangeIn changes one reference inside a transaction, and reports whether the reference is different now. If it
// returns an error, it may have changed a part.
func (s *Store) ChangeIn(tx *gorm.DB, workspaceID, id string, c Change) (_ *Reference, changed bool, err error) {
	ref, err := LockReference(tx, workspaceID, id)
	if err != nil {
		return nil, false, err
	}
	tags := changedTags(ref.TagList(), c)
	if len(tags) > input.MaxTags {
		return nil, false, apierror.New(apierror.CodeLimitExceeded, "subject", "tags", "limit", input.MaxTags)
	}
	if c.HoldDays > 0 {
		if err := s.extendHold(tx, &ref, c.HoldDays); err != nil {
			return nil, false, err
		}
	}
	if TagsJSON(tags) != ref.Tags {
		ref.Tags = TagsJSON(tags)
		ref.Revision++
		ref.UpdatedAt = s.NowMicros()
		if err := saveWritten(tx, &ref); err != nil {
			return nil, false, err
		}
	} else if c.HoldDays == 0 {
		return &ref, false, nil
	}
	return &ref, true, Tell(tx, events.ReferenceUpdated, ref)
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
