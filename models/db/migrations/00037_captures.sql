-- Captures: posts that members' browsers handed over. A capture is its workspace's alone; an import may keep it.

-- +goose Up
CREATE TABLE captures (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    platform     TEXT NOT NULL,
    subject      TEXT NOT NULL,   -- natural id of the post
    account      TEXT NOT NULL,   -- natural id of its author; '' unknown
    page_url     TEXT NOT NULL,   -- the post's own address, without what else the browser's had
    route_id     TEXT NOT NULL,
    version      TEXT NOT NULL,   -- of the route
    item         BYTEA NOT NULL,  -- JSON: what was read, by allow-list
    incomplete   BOOLEAN NOT NULL,
    files        BYTEA NOT NULL,  -- JSON: addresses of the post's media
    captured_at  BIGINT NOT NULL, -- by the browser's clock
    captured_by  TEXT NOT NULL,   -- the person; '' none
    key_id       TEXT NOT NULL,   -- the API key; '' a session
    created_at   BIGINT NOT NULL
);
CREATE INDEX captures_workspace ON captures (workspace_id, created_at, id);
CREATE INDEX captures_account ON captures (workspace_id, account);
CREATE INDEX captures_subject ON captures (workspace_id, subject);
CREATE INDEX captures_age ON captures (created_at);
ALTER TABLE imports ADD COLUMN capture_id TEXT NOT NULL DEFAULT ''; -- what is imported instead of an answer to a fetch; '' none

-- +goose Down
ALTER TABLE imports DROP COLUMN capture_id;
DROP TABLE captures;
