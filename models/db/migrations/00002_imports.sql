-- Imports, their attempts and stages; references and the media that they keep.

-- +goose Up
CREATE TABLE imports (
    id               TEXT PRIMARY KEY,
    workspace_id     TEXT NOT NULL REFERENCES workspaces (id),
    job_id           TEXT NOT NULL,
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
    state            TEXT NOT NULL,
    stage            TEXT NOT NULL,    -- '' before the first
    attempt          BIGINT NOT NULL,  -- number of the current attempt; 0 before the first
    next_attempt_at  BIGINT,
    cancel_requested BOOLEAN NOT NULL,
    reference_id     TEXT,
    outcome_code     TEXT NOT NULL,
    outcome_message  TEXT NOT NULL,
    revision         BIGINT NOT NULL,
    delivery         BIGINT NOT NULL,  -- raised whenever its task is sent again
    lease_holder     TEXT NOT NULL,    -- '' when nobody works on it
    lease_until      BIGINT NOT NULL,
    takeovers        BIGINT NOT NULL,  -- since the last finished stage
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    finished_at      BIGINT
);
CREATE INDEX imports_workspace ON imports (workspace_id, id);
CREATE INDEX imports_workspace_state ON imports (workspace_id, state, id);
CREATE INDEX imports_workspace_created ON imports (workspace_id, created_at);
CREATE INDEX imports_unfinished ON imports (state, updated_at) WHERE state IN ('accepted', 'queued', 'running', 'retry_wait');

CREATE TABLE attempts (
    id           TEXT PRIMARY KEY,
    import_id    TEXT NOT NULL REFERENCES imports (id),
    number       BIGINT NOT NULL,
    route_id     TEXT NOT NULL,
    version      TEXT NOT NULL,
    state        TEXT NOT NULL,
    started_at   BIGINT,
    finished_at  BIGINT,
    failure_code TEXT NOT NULL,
    retryable    BOOLEAN NOT NULL,
    work         BYTEA,              -- what finished stages found, JSON
    UNIQUE (import_id, number)
);

CREATE TABLE stages (
    attempt_id   TEXT NOT NULL REFERENCES attempts (id),
    position     BIGINT NOT NULL,
    stage        TEXT NOT NULL,
    state        TEXT NOT NULL,
    started_at   BIGINT,
    finished_at  BIGINT,
    failure_code TEXT NOT NULL,
    cause        TEXT NOT NULL,      -- for support only, scrubbed, at most 2 kB
    PRIMARY KEY (attempt_id, position)
);

-- The 202 of a POST, kept for a day so that a repeat gives the same answer.
CREATE TABLE idempotency_keys (
    workspace_id TEXT NOT NULL,
    name         TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,      -- of the parsed body with defaults filled in
    import_id    TEXT NOT NULL,
    body         BYTEA NOT NULL,
    expires_at   BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, name)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

-- One piece of content, known to all workspaces by the same id.
CREATE TABLE contents (
    subject TEXT PRIMARY KEY,
    id      TEXT NOT NULL UNIQUE
);

CREATE TABLE refs (
    id                  TEXT PRIMARY KEY,
    workspace_id        TEXT NOT NULL REFERENCES workspaces (id),
    content_id          TEXT NOT NULL,
    import_id           TEXT,         -- the last successful import
    platform            TEXT NOT NULL,
    canonical_url       TEXT NOT NULL,
    state               TEXT NOT NULL, -- processing, ready, failed
    media_availability  TEXT NOT NULL, -- processing, ready, expired, failed, unavailable
    failure_code        TEXT NOT NULL,
    retryable           BOOLEAN NOT NULL,
    custom_title        TEXT,
    notes               TEXT,
    tags                TEXT NOT NULL, -- JSON array, first spellings
    source_observed     BYTEA,         -- JSON
    machine_derived     BYTEA,         -- JSON
    provenance          BYTEA,         -- JSON
    primary_media_id    TEXT,
    poster_media_id     TEXT,
    transcript_media_id TEXT,
    hold_expires_at     BIGINT,
    hold_reason         TEXT NOT NULL,
    hold_revision       BIGINT NOT NULL,
    media_expired_at    BIGINT,
    revision            BIGINT NOT NULL,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL,
    UNIQUE (workspace_id, content_id)
);
CREATE INDEX refs_workspace ON refs (workspace_id, id);
CREATE INDEX refs_holds ON refs (hold_expires_at) WHERE hold_expires_at IS NOT NULL;

-- Bytes that are kept, or on their way in or out. A row in state uploading precedes an upload; one in state deleting
-- outlives its bytes until they are surely gone.
CREATE TABLE media (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    ref_id       TEXT NOT NULL,
    import_id    TEXT NOT NULL,
    role         TEXT NOT NULL,       -- primary, poster, transcript
    state        TEXT NOT NULL,       -- uploading, ready, deleting
    blob_key     TEXT NOT NULL,
    content_type TEXT NOT NULL,
    bytes        BIGINT NOT NULL,
    sha256       TEXT NOT NULL,
    filename     TEXT NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE INDEX media_ref ON media (ref_id);
CREATE INDEX media_unsettled ON media (state, created_at) WHERE state <> 'ready';

-- +goose Down
DROP TABLE media;
DROP TABLE refs;
DROP TABLE contents;
DROP TABLE idempotency_keys;
DROP TABLE stages;
DROP TABLE attempts;
DROP TABLE imports;
