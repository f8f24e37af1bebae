-- Times are microseconds since the epoch (UTC), ids are lower-case UUIDv7 text. One set of files serves both databases:
-- SQLite reads BYTEA as a column without conversion.

-- +goose Up
CREATE TABLE users (
    id            TEXT PRIMARY KEY,
    email         TEXT NOT NULL UNIQUE, -- folded to lower case
    name          TEXT NOT NULL,
    password_hash TEXT NOT NULL,        -- argon2id in PHC form
    operator      BOOLEAN NOT NULL,     -- may make workspaces
    support       BOOLEAN NOT NULL,
    created_at    BIGINT NOT NULL
);

CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    digest       BYTEA NOT NULL UNIQUE, -- SHA-256 of the token in the cookie
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE workspaces (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    revision   BIGINT NOT NULL,
    balance    BIGINT NOT NULL CHECK (balance >= 0),
    granted    BIGINT NOT NULL,
    spent      BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
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
CREATE INDEX invites_workspace ON invites (workspace_id, id);

CREATE TABLE api_keys (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    scopes       TEXT NOT NULL, -- space separated
    prefix       TEXT NOT NULL,
    digest       BYTEA NOT NULL UNIQUE,
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    expires_at   BIGINT,
    revoked_at   BIGINT
);
CREATE INDEX api_keys_workspace ON api_keys (workspace_id, id);

-- The truth about credits: never changed, never deleted. amount > 0 grants, amount < 0 charges. reason is what makes a
-- repeated charge one charge.
CREATE TABLE ledger (
    id            TEXT PRIMARY KEY,
    workspace_id  TEXT NOT NULL REFERENCES workspaces (id),
    amount        BIGINT NOT NULL,
    balance_after BIGINT NOT NULL,
    part          TEXT NOT NULL,
    subject       TEXT NOT NULL,
    reason        TEXT NOT NULL,
    note          TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    UNIQUE (workspace_id, reason)
);
CREATE INDEX ledger_workspace ON ledger (workspace_id, id);

-- The newest answer about each subject (an item, an account, a page of a list), one per variant.
CREATE TABLE observations (
    subject      TEXT NOT NULL,
    variant      TEXT NOT NULL, -- '' or 'captions': asked for with captions
    id           TEXT NOT NULL,
    observed_at  BIGINT NOT NULL,
    route_id     TEXT NOT NULL,
    version      TEXT NOT NULL, -- the route's contract version
    counts       TEXT NOT NULL, -- what a right depends on: the stats of an item, '' for anything else
    rows         BIGINT NOT NULL, -- of a page; of anything else 1
    body         BYTEA NOT NULL,   -- rendered, without the per-caller tail
    body_full    BYTEA,            -- with the transcript
    next         BYTEA,            -- of a page: what its next page needs
    PRIMARY KEY (subject, variant)
);
CREATE INDEX observations_age ON observations (observed_at);

-- Where a reader of an observed list stands. A chain is one reading from its first page on (root); its rows are what it
-- has been given, so that none comes twice.
CREATE TABLE chains (
    id           TEXT PRIMARY KEY,
    root         TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    page         BIGINT NOT NULL, -- the page that the cursor asks for; the first page is 1
    token        TEXT NOT NULL,   -- the platform's, never shown
    account      TEXT NOT NULL,   -- the account as the first page showed it, JSON, or ''
    expires_at   BIGINT NOT NULL
);
CREATE INDEX chains_expiry ON chains (expires_at);

CREATE TABLE chain_rows (
    root       TEXT NOT NULL,
    row_id     TEXT NOT NULL,
    page       BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (root, row_id)
);
CREATE INDEX chain_rows_expiry ON chain_rows (expires_at);

-- The handle seen with a stable account id, for platforms that list by handle only.
CREATE TABLE handles (
    account_id TEXT PRIMARY KEY,
    handle     TEXT NOT NULL,
    seen_at    BIGINT NOT NULL
);

-- Who has paid for what.
CREATE TABLE rights (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    subject      TEXT NOT NULL,
    counts       TEXT NOT NULL,
    paid_at      BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, subject)
);

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE route_states (
    route_id          TEXT PRIMARY KEY,
    state             TEXT NOT NULL, -- enabled or degraded
    reason            TEXT NOT NULL,
    since             BIGINT NOT NULL,
    probe_at          BIGINT NOT NULL,
    last_success_at   BIGINT,
    last_failure_at   BIGINT,
    last_failure_code TEXT NOT NULL
);

CREATE TABLE route_calls (
    id       TEXT PRIMARY KEY,
    route_id TEXT NOT NULL,
    at       BIGINT NOT NULL,
    ok       BOOLEAN NOT NULL,
    code     TEXT NOT NULL,
    ms       BIGINT NOT NULL
);
CREATE INDEX route_calls_window ON route_calls (route_id, at);
CREATE INDEX route_calls_age ON route_calls (at);

-- +goose Down
DROP TABLE route_calls;
DROP TABLE route_states;
DROP TABLE settings;
DROP TABLE rights;
DROP TABLE handles;
DROP TABLE chain_rows;
DROP TABLE chains;
DROP TABLE observations;
DROP TABLE ledger;
DROP TABLE api_keys;
DROP TABLE invites;
DROP TABLE members;
DROP TABLE workspaces;
DROP TABLE sessions;
DROP TABLE users;
