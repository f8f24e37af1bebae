-- Who is told of events, and how far each has been told.

-- +goose Up
CREATE TABLE webhooks (
    id               TEXT PRIMARY KEY,
    workspace_id     TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    url              TEXT NOT NULL,
    types            TEXT NOT NULL,    -- of events, JSON array
    description      TEXT NOT NULL,
    secret           TEXT NOT NULL,    -- encrypted
    old_secret       TEXT NOT NULL,    -- encrypted, '' where there is none
    old_secret_until BIGINT,           -- until when both sign
    failing_since    BIGINT,           -- the first failure after the last success
    disabled_at      BIGINT,
    disabled_reason  TEXT NOT NULL,    -- '', owner or failing
    revision         BIGINT NOT NULL,
    created_at       BIGINT NOT NULL
);
CREATE INDEX webhooks_workspace ON webhooks (workspace_id, created_at, id);

CREATE TABLE deliveries (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    webhook_id   TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_id     TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    state        TEXT NOT NULL,        -- pending, delivered or failed
    attempts     BIGINT NOT NULL,
    next_at      BIGINT NOT NULL,
    lease_holder TEXT NOT NULL,
    lease_until  BIGINT NOT NULL,
    last_at      BIGINT,
    last_status  BIGINT NOT NULL,      -- of the endpoint's answer; 0 where there was none
    last_failure TEXT NOT NULL,
    took_ms      BIGINT NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX deliveries_event ON deliveries (event_id, webhook_id);
CREATE INDEX deliveries_webhook ON deliveries (webhook_id, created_at, id);
CREATE INDEX deliveries_due ON deliveries (next_at, webhook_id) WHERE state = 'pending';

-- +goose Down
DROP TABLE deliveries;
DROP TABLE webhooks;
