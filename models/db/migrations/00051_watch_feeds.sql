-- Feeds of watches: addresses at which programs read what a watch tells. Events name the watch that they are about.

-- +goose Up
ALTER TABLE events ADD COLUMN subject TEXT NOT NULL DEFAULT ''; -- id of a watch; '' of other events, and of those from before
CREATE INDEX events_subject ON events (subject, created_at, id) WHERE subject <> '';

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
