-- What happened in each workspace, for programs that want to be told, and how far each has been told.

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

-- How far the events of each workspace are in order.
CREATE TABLE event_orders (
    workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
    last         BIGINT NOT NULL -- position
);

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
    last_at      BIGINT,
    last_status  BIGINT NOT NULL,      -- of the endpoint's answer; 0 where there was none
    last_failure TEXT NOT NULL,
    took_ms      BIGINT NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX deliveries_event ON deliveries (event_id, webhook_id);
CREATE INDEX deliveries_webhook ON deliveries (webhook_id, created_at, id);
-- What waits is looked for by endpoint: one that does not answer may have any number of deliveries.
CREATE INDEX deliveries_pending ON deliveries (webhook_id, next_at) WHERE state = 'pending';

-- When each owner was last told of each kind of alert by e-mail.
CREATE TABLE alert_mails (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    kind         TEXT NOT NULL,   -- of alert
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    mailed_at    BIGINT,          -- the last e-mail that was taken
    PRIMARY KEY (workspace_id, kind, user_id)
);
