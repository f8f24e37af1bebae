-- Imports that were posted together are found together.

-- +goose Up
ALTER TABLE imports ADD COLUMN batch_id TEXT NOT NULL DEFAULT '';
CREATE INDEX imports_batch ON imports (workspace_id, batch_id, id) WHERE batch_id <> '';

-- +goose Down
DROP INDEX imports_batch;
ALTER TABLE imports DROP COLUMN batch_id;
