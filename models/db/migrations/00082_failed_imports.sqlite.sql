-- Failed imports are counted without a look at their rows, which are spread over the whole table.

-- +goose Up
CREATE INDEX imports_failures ON imports (created_at, id, workspace_id, platform, attempt, outcome_code) WHERE state = 'failed';
DROP INDEX imports_failed;
