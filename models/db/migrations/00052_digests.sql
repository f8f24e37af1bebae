-- Who gets a digest of a workspace by e-mail, how often, and until when each was told.

-- +goose Up
CREATE TABLE digests (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    every        TEXT NOT NULL,   -- daily or weekly
    told_until   BIGINT NOT NULL, -- the end of the last period that was told, or had nothing to tell
    PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX digests_user ON digests (user_id);
