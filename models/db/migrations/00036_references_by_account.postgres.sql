-- References are found by the account whose content they are. Housekeeping fills the column of older rows, as it writes their words anew.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
ALTER TABLE saved_references ADD COLUMN IF NOT EXISTS channel_id TEXT NOT NULL DEFAULT ''; -- natural id; '' where it is not known
DROP INDEX CONCURRENTLY IF EXISTS saved_references_by_account;
CREATE INDEX CONCURRENTLY saved_references_by_account ON saved_references (workspace_id, channel_id, created_at, id);
UPDATE reference_words SET stale = TRUE;
RESET statement_timeout;
