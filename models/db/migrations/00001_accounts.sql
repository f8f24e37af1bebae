-- People, workspaces and keys.
--
-- Of all files here: times are microseconds since the epoch (UTC), ids are lower-case UUIDv7 text, and a natural id names what
-- it is of and the platform's own id. SQLite reads BYTEA as a column without conversion.

-- +goose Up
CREATE TABLE users (
    id                  TEXT PRIMARY KEY,
    email               TEXT NOT NULL UNIQUE, -- folded to lower case
    name                TEXT NOT NULL,
    password_hash       TEXT NOT NULL,        -- argon2id in PHC form
    operator            BOOLEAN NOT NULL,     -- may make workspaces
    support             BOOLEAN NOT NULL,
    without_alert_mails BOOLEAN NOT NULL DEFAULT FALSE,
    email_proved_at     BIGINT,               -- NULL: nothing is mailed to it but a link that proves it
    created_at          BIGINT NOT NULL
);

CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    digest       BYTEA NOT NULL UNIQUE, -- SHA-256 of the token in the cookie
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    user_agent   TEXT NOT NULL DEFAULT '', -- of the browser that opened it
    address      TEXT NOT NULL DEFAULT '',
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE workspaces (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    zone        TEXT NOT NULL DEFAULT 'UTC', -- by which it counts its days
    revision    BIGINT NOT NULL,
    balance     BIGINT NOT NULL CHECK (balance >= 0), -- credits, as the two below
    granted     BIGINT NOT NULL,
    spent       BIGINT NOT NULL,
    low_balance BIGINT, -- at which the workspace is told; NULL never
    created_at  BIGINT NOT NULL,
    CHECK (balance = granted - spent)
);

CREATE TABLE members (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role         TEXT NOT NULL,
    joined_at    BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_user ON members (user_id);

CREATE TABLE invites (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    email        TEXT NOT NULL,
    role         TEXT NOT NULL,
    digest       BYTEA NOT NULL UNIQUE, -- SHA-256 of the token in the link
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX invites_workspace ON invites (workspace_id, created_at, id);

CREATE TABLE password_resets (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, -- a new link ends the one before
    digest     BYTEA NOT NULL UNIQUE,
    created_by TEXT NOT NULL, -- the owner who made the link; '' for the operator
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Mail goes only to addresses that were proved by a link in a mail, or accepted by the operator.
CREATE TABLE email_proofs (
    id           TEXT PRIMARY KEY,
    email        TEXT NOT NULL,
    user_id      TEXT REFERENCES users (id) ON DELETE CASCADE, -- whose address it is; NULL of an invite
    invite_id    TEXT,                                         -- which the link accepts; NULL of a person's own link
    workspace_id TEXT REFERENCES workspaces (id) ON DELETE CASCADE, -- of the invite
    digest       TEXT NOT NULL,                                -- of the token in the link; '' once it was used
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX email_proofs_digest ON email_proofs (digest) WHERE digest <> '';
CREATE INDEX email_proofs_email ON email_proofs (email, created_at);
CREATE INDEX email_proofs_workspace ON email_proofs (workspace_id, created_at);

-- What a key may spend, and what it has spent: days and months are in UTC, counted from 1970.
CREATE TABLE api_keys (
    id              TEXT PRIMARY KEY,
    workspace_id    TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name            TEXT NOT NULL,
    scopes          TEXT NOT NULL, -- space separated
    prefix          TEXT NOT NULL,
    digest          BYTEA NOT NULL UNIQUE,
    daily_credits   BIGINT, -- NULL: no bound
    monthly_credits BIGINT, -- NULL: no bound
    spent_day       BIGINT NOT NULL DEFAULT 0, -- the day of day_credits
    day_credits     BIGINT NOT NULL DEFAULT 0,
    spent_month     BIGINT NOT NULL DEFAULT 0, -- the month of month_credits
    month_credits   BIGINT NOT NULL DEFAULT 0,
    created_by      TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    last_used_at    BIGINT,
    expires_at      BIGINT,
    revoked_at      BIGINT
);
CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at, id);

-- What the installation remembers, and what all its processes must agree on.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
