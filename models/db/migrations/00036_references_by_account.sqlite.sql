-- References are found by the account whose content they are. Housekeeping fills the column of older rows, as it writes their words anew.

-- +goose Up
ALTER TABLE saved_references ADD COLUMN channel_id TEXT NOT NULL DEFAULT ''; -- natural id; '' where it is not known
CREATE INDEX saved_references_by_account ON saved_references (workspace_id, channel_id, created_at, id);
UPDATE reference_words SET stale = TRUE;
