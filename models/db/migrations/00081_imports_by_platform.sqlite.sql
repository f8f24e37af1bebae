-- The imports of a platform that a workspace rarely uses are found without reading all of its imports.

-- +goose Up
CREATE INDEX imports_by_platform ON imports (workspace_id, platform, created_at, id);
