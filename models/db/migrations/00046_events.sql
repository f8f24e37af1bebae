-- What happened in each workspace, for programs that want to be told.

-- +goose Up
CREATE TABLE events (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    type         TEXT NOT NULL,
    data         TEXT NOT NULL,   -- as it is told, JSON
    created_at   BIGINT NOT NULL,
    position     BIGINT           -- in the order of its workspace; NULL until its commit was seen
);
CREATE INDEX events_position ON events (workspace_id, position, id) WHERE position IS NOT NULL;
CREATE INDEX events_unordered ON events (workspace_id, created_at, id) WHERE position IS NULL;
CREATE INDEX events_age ON events (created_at);

CREATE TABLE event_order (
    workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
    last         BIGINT NOT NULL -- position
);

ALTER TABLE workspaces ADD COLUMN low_balance BIGINT; -- at which the workspace is told; NULL never

-- +goose Down
ALTER TABLE workspaces DROP COLUMN low_balance;
DROP TABLE event_order;
DROP TABLE events;
