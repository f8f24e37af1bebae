-- Media whose hold ends soon is counted for one workspace, and listed.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS saved_references_ends;
CREATE INDEX CONCURRENTLY saved_references_ends ON saved_references (workspace_id, hold_expires_at, id) WHERE hold_expires_at IS NOT NULL;
RESET statement_timeout;
