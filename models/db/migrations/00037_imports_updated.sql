-- Imports are listed by when they last changed.

-- +goose Up
CREATE INDEX imports_updated ON imports (workspace_id, updated_at, id);

-- +goose Down
DROP INDEX imports_updated;
