package references

import (
	"context"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// Title returns the custom title of a reference, else the platform's title, else the description, else the address.
func (r *Reference) Title() string {
	o := r.Observed()
	for _, t := range []*string{r.CustomTitle, o.SourceTitle, o.SourceDescription} {
		if t != nil && *t != "" {
			return *t
		}
	}
	return r.CanonicalURL
}

// Observed returns what the platform showed; the zero value if it was never read.
func (r *Reference) Observed() SourceObserved { return db.FromJSON[SourceObserved](r.SourceObserved) }

// Derived returns what was measured in the stored file; the zero value if nothing was.
func (r *Reference) Derived() content.MachineDerived {
	return db.FromJSON[content.MachineDerived](r.MachineDerived)
}

// FindReferences returns those of the references that the workspace has, by id. It asks by the ids alone, because SQLite may otherwise read the whole
// workspace by its index.
func (s *Store) FindReferences(ctx context.Context, workspaceID string, ids []string) (map[string]*Reference, error) {
	found := map[string]*Reference{}
	if len(ids) == 0 {
		return found, nil
	}
	var rows []*Reference
	if err := s.Read(ctx).Where("id IN ?", ids).Find(&rows).Error; err != nil {
		return nil, db.Error(err)
	}
	for _, r := range rows {
		if r.WorkspaceID == workspaceID {
			found[r.ID] = r
		}
	}
	return found, nil
}

// pageInOrder reads the references of a page in the order of their ids. What was deleted meanwhile is left out.
func (s *Store) pageInOrder(ctx context.Context, workspaceID string, ids []string, next string) (*db.RecordPage[Reference], error) {
	found, err := s.FindReferences(ctx, workspaceID, ids)
	if err != nil {
		return nil, err
	}
	page := &db.RecordPage[Reference]{Items: []Reference{}, NextCursor: next}
	for _, id := range ids {
		if r := found[id]; r != nil {
			page.Items = append(page.Items, *r)
		}
	}
	return page, nil
}

// Saved returns the newest ready reference for each of the links that the workspace has saved, by canonical link.
func (s *Store) Saved(ctx context.Context, workspaceID string, links []string) (map[string]*Reference, error) {
	saved := map[string]*Reference{}
	if len(links) == 0 {
		return saved, nil
	}
	var rows []*Reference
	q := s.Read(ctx).Where("workspace_id = ? AND canonical_url IN ? AND state = ?", workspaceID, links, Ready)
	if err := q.Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, db.Error(err)
	}
	for _, r := range rows {
		saved[r.CanonicalURL] = r
	}
	return saved, nil
}
