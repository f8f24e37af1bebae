-- The imports of a platform that a workspace rarely uses are found without reading all of its imports.
-- The index is made without locking writers out. What was interrupted begins again.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS imports_by_platform;
CREATE INDEX CONCURRENTLY imports_by_platform ON imports (workspace_id, platform, created_at, id);
RESET statement_timeout;
