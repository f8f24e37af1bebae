-- Feeds of watches: addresses at which programs read what a watch tells, and which events are about it. Events have no column for that:
-- a column of a table that every client reads would end the prepared statements of the version before.

-- +goose Up
CREATE TABLE event_subjects (
    event_id   TEXT PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
    subject    TEXT NOT NULL, -- id of a watch
    type       TEXT NOT NULL, -- of the event
    created_at BIGINT NOT NULL
);
CREATE INDEX event_subjects_latest ON event_subjects (subject, created_at, event_id);

CREATE TABLE watch_feeds (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    watch_id     TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    digest       BYTEA NOT NULL UNIQUE, -- SHA-256 of the token in the address
    user_id      TEXT NOT NULL,         -- who made it; '' with a key
    key_id       TEXT NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE INDEX watch_feeds_watch ON watch_feeds (watch_id, created_at, id);
CREATE INDEX watch_feeds_workspace ON watch_feeds (workspace_id);
