-- Media whose hold ends soon is counted for one workspace, and listed.

-- +goose Up
CREATE INDEX saved_references_ends ON saved_references (workspace_id, hold_expires_at, id) WHERE hold_expires_at IS NOT NULL;
