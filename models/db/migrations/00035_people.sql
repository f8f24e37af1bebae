-- Where a session was opened, links that set a new password, and the zone by which a workspace counts its days.

-- +goose Up
ALTER TABLE sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE workspaces ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
CREATE TABLE password_resets (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, -- a new link ends the one before
    digest     BYTEA NOT NULL UNIQUE,
    created_by TEXT NOT NULL, -- the owner who made the link; '' for the operator
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE password_resets;
ALTER TABLE workspaces DROP COLUMN zone;
ALTER TABLE sessions DROP COLUMN address;
ALTER TABLE sessions DROP COLUMN user_agent;
