package references

import (
	"context"
	"maps"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/events"
)

// Annotation describes a change of what people wrote about a reference. Nil fields stay unchanged.
type Annotation struct {
	Revision    int64 // the one that the caller last read
	CustomTitle *Note
	Notes       *Note
	Tags        *[]string
}

// Note is a new text; a nil To clears the text.
type Note struct{ To *string }

// Annotate changes the human-authored fields of a reference; revision_conflict if a.Revision is not current. Equal
// values change nothing and keep the revision.
func (s *Store) Annotate(ctx context.Context, workspaceID, id string, a Annotation) (*Reference, error) {
	var ref Reference
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		var err error
		if ref, err = LockReference(tx, workspaceID, id); err != nil {
			return err
		}
		if ref.Revision != a.Revision {
			return apierror.New(apierror.CodeRevisionConflict, "currentRevision", ref.Revision)
		}
		if !a.change(&ref) {
			return nil
		}
		ref.Revision++
		ref.UpdatedAt = s.NowMicros()
		if err := saveWritten(tx, &ref); err != nil {
			return err
		}
		return Tell(tx, events.ReferenceUpdated, ref)
	})
	if err != nil {
		return nil, err
	}
	return &ref, nil
}

// saveWritten saves what people wrote about a reference, and updates its search index.
func saveWritten(tx *gorm.DB, ref *Reference) error {
	changes := map[string]any{"custom_title": ref.CustomTitle, "notes": ref.Notes, "tags": ref.Tags, "revision": ref.Revision, "updated_at": ref.UpdatedAt}
	maps.Copy(changes, ref.SortColumns())
	if err := tx.Model(&Reference{}).Where("id = ?", ref.ID).Updates(changes).Error; err != nil {
		return err
	}
	if err := dropTags(tx, ref); err != nil {
		return err
	}
	return Index(tx, ref, nil)
}

// change applies an annotation to r and reports whether it changed anything.
func (a Annotation) change(r *Reference) bool {
	changed := false
	for _, n := range []struct {
		note *Note
		at   **string
	}{{a.CustomTitle, &r.CustomTitle}, {a.Notes, &r.Notes}} {
		if n.note != nil && !equalTexts(n.note.To, *n.at) {
			*n.at, changed = n.note.To, true
		}
	}
	if a.Tags != nil {
		if tags := TagsJSON(*a.Tags); tags != r.Tags {
			r.Tags, changed = tags, true
		}
	}
	return changed
}

func equalTexts(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// LockReference returns a reference of a workspace, locked until the transaction ends.
func LockReference(tx *gorm.DB, workspaceID, id string) (Reference, error) {
	var r Reference
	err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("workspace_id = ? AND id = ?", workspaceID, id), &r, "reference")
	return r, err
}
