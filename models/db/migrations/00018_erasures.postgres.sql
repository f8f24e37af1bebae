-- Closed workspaces are erased in steps, and a receipt remains.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
CREATE TABLE IF NOT EXISTS erasures (
    id           TEXT PRIMARY KEY,
    kind         TEXT NOT NULL,    -- workspace
    workspace_id TEXT NOT NULL,    -- whose rows are erased
    digest       TEXT NOT NULL,    -- SHA-256 of what was erased: who has its id can find the receipt
    asked_by     TEXT NOT NULL,    -- user or API key; '' the operator
    request_id   TEXT NOT NULL,
    counts       TEXT NOT NULL,    -- rows by table, JSON
    created_at   BIGINT NOT NULL,
    erased_at    BIGINT            -- NULL: under way
);
CREATE INDEX IF NOT EXISTS erasures_workspace ON erasures (workspace_id, created_at, id);
ALTER TABLE workspaces ADD COLUMN IF NOT EXISTS closed_at BIGINT; -- its rows are being erased, or were
DROP INDEX CONCURRENTLY IF EXISTS list_sessions_workspace;
CREATE INDEX CONCURRENTLY list_sessions_workspace ON list_sessions (workspace_id);
DROP INDEX CONCURRENTLY IF EXISTS media_workspace;
CREATE INDEX CONCURRENTLY media_workspace ON media (workspace_id, id);
RESET statement_timeout;
