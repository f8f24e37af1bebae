package references

import (
	"context"
	"encoding/json"

	"socialdata/models/db"
)

// Title returns the custom title of a reference, else the platform's, else the description, else its address.
func (r *Reference) Title() string {
	o := r.Observed()
	for _, t := range []*string{r.CustomTitle, o.SourceTitle, o.SourceDescription} {
		if t != nil && *t != "" {
			return *t
		}
	}
	return r.CanonicalURL
}

// Observed reads what the platform showed; nothing where it was never read.
func (r *Reference) Observed() (o SourceObserved) {
	if len(r.SourceObserved) > 0 {
		_ = json.Unmarshal(r.SourceObserved, &o) // written by us
	}
	return o
}

// FindReferences reads those of the references that the workspace has, by id.
func (s *Store) FindReferences(ctx context.Context, workspaceID string, ids []string) (map[string]*Reference, error) {
	found := map[string]*Reference{}
	if len(ids) == 0 {
		return found, nil
	}
	var rows []*Reference
	if err := s.Read(ctx).Where("workspace_id = ? AND id IN ?", workspaceID, ids).Find(&rows).Error; err != nil {
		return nil, db.Error(err)
	}
	for _, r := range rows {
		found[r.ID] = r
	}
	return found, nil
}
