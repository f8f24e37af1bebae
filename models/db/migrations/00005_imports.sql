-- Imports and their attempts, and the answers of requests that are repeated.

-- +goose Up
CREATE TABLE imports (
    id               TEXT PRIMARY KEY,
    workspace_id     TEXT NOT NULL REFERENCES workspaces (id),
    job_id           TEXT NOT NULL,
    batch_id         TEXT NOT NULL DEFAULT '', -- of the imports that were posted together
    key_id           TEXT NOT NULL DEFAULT '', -- the API key that it spends by
    request_id       TEXT NOT NULL DEFAULT '', -- of the request that made it
    trace            TEXT NOT NULL DEFAULT '', -- traceparent of the request
    rerun_of         TEXT,                     -- the import that support ran again
    source_url       TEXT NOT NULL,
    canonical_url    TEXT NOT NULL,
    platform         TEXT NOT NULL,
    subject          TEXT NOT NULL,    -- natural id, or the deeplink of an ad
    media_profile    TEXT NOT NULL,    -- none, analysis, full
    transcript       BOOLEAN NOT NULL,
    hold_days        BIGINT NOT NULL,
    custom_title     TEXT,
    notes            TEXT,
    tags             TEXT NOT NULL,    -- JSON array
    applied          TEXT NOT NULL DEFAULT '', -- what of its own words became part of the reference, JSON
    state            TEXT NOT NULL,
    stage            TEXT NOT NULL,    -- '' before the first
    attempt          BIGINT NOT NULL,  -- number of the current attempt; 0 before the first
    next_attempt_at  BIGINT,           -- when it may begin or try again, until it does
    cancel_requested BOOLEAN NOT NULL,
    reference_id     TEXT,
    outcome_code     TEXT NOT NULL,
    outcome_message  TEXT NOT NULL,
    cause_code       TEXT NOT NULL DEFAULT '', -- of the last attempt that failed
    cause_reason     TEXT NOT NULL DEFAULT '', -- how the platform refused it
    revision         BIGINT NOT NULL,
    lease_holder     TEXT NOT NULL,    -- '' when nobody works on it
    lease_until      BIGINT NOT NULL,
    takeovers        BIGINT NOT NULL,  -- since the last finished stage
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    finished_at      BIGINT
);
CREATE INDEX imports_usage ON imports (workspace_id, created_at, id, platform, state, outcome_code); -- lists read it, too
CREATE INDEX imports_workspace_state ON imports (workspace_id, state, created_at, id);
CREATE INDEX imports_updated ON imports (workspace_id, updated_at, id);
CREATE INDEX imports_unfinished ON imports (state, updated_at) WHERE state IN ('accepted', 'queued', 'running', 'retry_wait');
-- Workers choose the next import by workspace, the oldest one first: the choice must not grow with what waits.
CREATE INDEX imports_waiting ON imports (workspace_id, id, state, next_attempt_at) WHERE (state = 'queued' OR state = 'accepted' AND next_attempt_at IS NULL);
CREATE INDEX imports_failed ON imports (created_at) WHERE state = 'failed';
CREATE INDEX imports_request ON imports (request_id) WHERE request_id <> '';
CREATE INDEX imports_rerun ON imports (rerun_of) WHERE rerun_of IS NOT NULL;
CREATE INDEX imports_content ON imports (subject, created_at);
CREATE INDEX imports_subject ON imports (workspace_id, subject);
CREATE INDEX imports_reference ON imports (workspace_id, reference_id);
CREATE INDEX imports_batch ON imports (workspace_id, batch_id, id) WHERE batch_id <> '';

CREATE TABLE attempts (
    id           TEXT PRIMARY KEY,
    import_id    TEXT NOT NULL REFERENCES imports (id),
    number       BIGINT NOT NULL,
    route_id     TEXT NOT NULL,
    version      TEXT NOT NULL,            -- of the route's contract
    state        TEXT NOT NULL,
    started_at   BIGINT,
    finished_at  BIGINT,
    failure_code TEXT NOT NULL,
    retryable    BOOLEAN NOT NULL,
    reason       TEXT NOT NULL DEFAULT '', -- how the platform refused; '' unknown
    cause        TEXT NOT NULL DEFAULT '', -- of the failure, for support only: without addresses, at most 2 kB
    answer       TEXT NOT NULL DEFAULT '', -- of the platform, JSON, for support only: scrubbed, '' without one
    program      TEXT NOT NULL DEFAULT '', -- version of the program in which it failed
    stages       TEXT NOT NULL DEFAULT '[]', -- what became of each, JSON
    work         BYTEA,                    -- what finished stages found, JSON
    UNIQUE (import_id, number)
);

-- The answer of every POST that makes something, kept for a day so that a repeat gives the same one.
CREATE TABLE idempotency_keys (
    workspace_id TEXT NOT NULL,
    name         TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,      -- of the parsed body with defaults filled in
    import_id    TEXT NOT NULL,
    status       BIGINT NOT NULL DEFAULT 202,
    body         BYTEA NOT NULL,
    expires_at   BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, name)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
