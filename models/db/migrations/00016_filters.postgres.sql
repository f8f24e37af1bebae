-- What few rows meet is found without walking through a workspace: each filter by an index that has it before the list's order.
-- Those with a condition cost only what is refused or failed.
-- They are made without locking writers out. What was interrupted begins again.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS requests_by_operation;
CREATE INDEX CONCURRENTLY requests_by_operation ON requests (workspace_id, operation, at, id);
DROP INDEX CONCURRENTLY IF EXISTS requests_by_key;
CREATE INDEX CONCURRENTLY requests_by_key ON requests (workspace_id, key_id, at, id);
DROP INDEX CONCURRENTLY IF EXISTS requests_by_code;
CREATE INDEX CONCURRENTLY requests_by_code ON requests (workspace_id, code, at, id) WHERE code <> '';
DROP INDEX CONCURRENTLY IF EXISTS requests_by_code_of;
CREATE INDEX CONCURRENTLY requests_by_code_of ON requests (workspace_id, code, operation, at, id) WHERE code <> '';
DROP INDEX CONCURRENTLY IF EXISTS requests_by_status;
CREATE INDEX CONCURRENTLY requests_by_status ON requests (workspace_id, status, at, id) WHERE code <> '';
DROP INDEX CONCURRENTLY IF EXISTS requests_refused;
CREATE INDEX CONCURRENTLY requests_refused ON requests (workspace_id, at, id) WHERE code <> '';
DROP INDEX CONCURRENTLY IF EXISTS events_by_type;
CREATE INDEX CONCURRENTLY events_by_type ON events (workspace_id, type, position, id) WHERE position IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS imports_by_code;
CREATE INDEX CONCURRENTLY imports_by_code ON imports (workspace_id, outcome_code, created_at, id) WHERE outcome_code <> '';
DROP INDEX CONCURRENTLY IF EXISTS imports_by_cause;
CREATE INDEX CONCURRENTLY imports_by_cause ON imports (workspace_id, cause_code, created_at, id) WHERE state = 'failed';
DROP INDEX CONCURRENTLY IF EXISTS imports_by_reason;
CREATE INDEX CONCURRENTLY imports_by_reason ON imports (workspace_id, cause_reason, created_at, id) WHERE state = 'failed' AND cause_reason <> '';
DROP INDEX CONCURRENTLY IF EXISTS saved_references_by_media;
CREATE INDEX CONCURRENTLY saved_references_by_media ON saved_references (workspace_id, media_availability, platform, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS saved_references_unready;
CREATE INDEX CONCURRENTLY saved_references_unready ON saved_references (workspace_id, state, created_at, id, platform, media_availability) WHERE state <> 'ready';
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_age;
CREATE INDEX CONCURRENTLY audit_entries_age ON audit_entries (created_at, id) WHERE action <> ''; -- that of all workspaces, which no list of one may read
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_by_user;
CREATE INDEX CONCURRENTLY audit_entries_by_user ON audit_entries (user_id, created_at, id);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_by_action;
CREATE INDEX CONCURRENTLY audit_entries_by_action ON audit_entries (action, created_at, id);
RESET statement_timeout;
