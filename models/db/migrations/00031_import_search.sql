-- Imports are found by what they are about.

-- +goose Up
CREATE INDEX imports_subject ON imports (workspace_id, subject);
CREATE INDEX imports_reference ON imports (workspace_id, reference_id);

-- +goose Down
DROP INDEX imports_subject;
DROP INDEX imports_reference;
