-- Who is to be told of an alert by e-mail, and when each was told last.

-- +goose Up
CREATE TABLE alert_mails (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    kind         TEXT NOT NULL,   -- of alert
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    raised_at    BIGINT NOT NULL,
    attempts     BIGINT NOT NULL, -- since then
    next_at      BIGINT,          -- of the next attempt; NULL: there is nothing to send
    mailed_at    BIGINT,          -- the last e-mail that was taken
    PRIMARY KEY (workspace_id, kind, user_id)
);
CREATE INDEX alert_mails_due ON alert_mails (next_at) WHERE next_at IS NOT NULL;

ALTER TABLE users ADD COLUMN without_alert_mails BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE users DROP COLUMN without_alert_mails;
DROP TABLE alert_mails;
