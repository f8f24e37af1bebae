package db

import "context"

// NamesOf returns the names of those rows of a model with an id, a name and a workspace that belong to the workspace, by id.
func (d *DB) NamesOf(ctx context.Context, model any, workspaceID string, ids []string) (map[string]string, error) {
	var rows []struct{ ID, Name string }
	names := map[string]string{}
	if len(ids) == 0 {
		return names, nil
	}
	err := d.Read(ctx).Model(model).Select("id", "name").Where("workspace_id = ? AND id IN ?", workspaceID, ids).Find(&rows).Error
	for _, row := range rows {
		names[row.ID] = row.Name
	}
	return names, Error(err)
}
