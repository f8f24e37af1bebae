-- Changes of many references: all that a list finds get or lose tags, are held longer or deleted, in the background.

-- +goose Up
CREATE TABLE reference_changes (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    which        TEXT NOT NULL,   -- which references, JSON
    what         TEXT NOT NULL,   -- what happens to each, JSON
    filter       TEXT NOT NULL,   -- how the caller named them, JSON; '' by ids
    state        TEXT NOT NULL,   -- waiting, running, stopped, done
    total        BIGINT NOT NULL, -- references found when it was ordered
    changed      BIGINT NOT NULL,
    skipped      BIGINT NOT NULL,
    after        TEXT NOT NULL,   -- where it continues; '' at its beginning
    created_by   TEXT NOT NULL,   -- user or API key
    begins_at    BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    finished_at  BIGINT           -- NULL: waiting or running
);
CREATE INDEX reference_changes_open ON reference_changes (workspace_id) WHERE state IN ('waiting', 'running');
CREATE INDEX reference_changes_by ON reference_changes (workspace_id, created_by, created_at);
CREATE INDEX reference_changes_age ON reference_changes (created_at);

-- +goose Down
DROP TABLE reference_changes;
