-- Failed imports are counted without a look at their rows, which are spread over the whole table.
-- The index is made without locking writers out. What was interrupted begins again.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS imports_failures;
CREATE INDEX CONCURRENTLY imports_failures ON imports (created_at, id, workspace_id, platform, attempt, outcome_code) WHERE state = 'failed';
DROP INDEX CONCURRENTLY IF EXISTS imports_failed;
RESET statement_timeout;
