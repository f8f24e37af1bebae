-- An endpoint may be a channel of Slack or Discord or a topic of ntfy, which take messages in shapes of their own.

-- +goose Up
ALTER TABLE webhooks ADD COLUMN format TEXT NOT NULL DEFAULT 'standard'; -- standard, slack, discord or ntfy
