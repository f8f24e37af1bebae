-- What platforms answered to lookups, and how lists of it are read.

-- +goose Up
-- The newest answer about each subject (an item, an account, a page of a list), one per variant.
CREATE TABLE observations (
    subject     TEXT NOT NULL,
    variant     TEXT NOT NULL, -- '', 'captions' or 'captions:' and a language: asked for with captions
    id          TEXT NOT NULL,
    observed_at BIGINT NOT NULL,
    route_id    TEXT NOT NULL,
    version     TEXT NOT NULL, -- the route's contract version
    counts      TEXT NOT NULL, -- what an entitlement depends on: the stats of an item, '' for anything else
    rows        BIGINT NOT NULL, -- of a page; of anything else 1
    body        BYTEA NOT NULL,  -- rendered, without the per-caller tail
    body_full   BYTEA,           -- with the transcript
    next        BYTEA,           -- of a page: what its next page needs
    incomplete  BOOLEAN NOT NULL DEFAULT FALSE, -- it lacks what a throttled side question would have told
    PRIMARY KEY (subject, variant)
);
CREATE INDEX observations_age ON observations (observed_at);

-- Where a reader of an observed list stands, at the page that the next cursor asks for. All pages of one reading have its
-- root, and its rows are what it has been given, so that none comes twice.
CREATE TABLE list_sessions (
    id           TEXT PRIMARY KEY,
    root         TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    page         BIGINT NOT NULL, -- the page that the cursor asks for; the first page is 1
    token        TEXT NOT NULL,   -- the platform's, never shown
    account      TEXT NOT NULL,   -- the account as the first page showed it, JSON, or ''
    rest         BOOLEAN NOT NULL DEFAULT FALSE, -- the cursor goes on within the page, of which a limit showed the beginning
    expires_at   BIGINT NOT NULL
);
CREATE INDEX list_sessions_expiry ON list_sessions (expires_at);

CREATE TABLE list_session_rows (
    root       TEXT NOT NULL,
    row_id     TEXT NOT NULL,
    page       BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (root, row_id)
);
CREATE INDEX list_session_rows_expiry ON list_session_rows (expires_at);
CREATE INDEX list_session_rows_page ON list_session_rows (root, page);

-- A name is "@handle" in lower case, or an address that only the platform can resolve.
CREATE TABLE account_names (
    platform   TEXT NOT NULL,
    name       TEXT NOT NULL,
    account_id TEXT NOT NULL, -- natural id
    seen_at    BIGINT NOT NULL,
    PRIMARY KEY (platform, name)
);
CREATE INDEX account_names_account ON account_names (account_id, seen_at);

-- Where short and share links lead, as the platforms said.
CREATE TABLE followed_links (
    short   TEXT PRIMARY KEY,
    target  TEXT NOT NULL,
    kept_at BIGINT NOT NULL
);
CREATE INDEX followed_links_kept ON followed_links (kept_at);

-- How the counts of items and accounts changed, as each workspace was served them: one row for each change.
CREATE TABLE count_records (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    subject      TEXT NOT NULL,    -- natural id of an item or an account
    approximate  BOOLEAN NOT NULL, -- the platform rounds: exact and rounded counts are told apart
    counts       TEXT NOT NULL,    -- the stats of the wire, JSON
    source       TEXT NOT NULL,    -- lookup, list, import or watch
    observed_at  BIGINT NOT NULL,
    confirmed_at BIGINT NOT NULL,  -- when the same counts were last seen
    newest       BOOLEAN NOT NULL  -- of its subject and approximate
);
CREATE UNIQUE INDEX count_records_newest ON count_records (workspace_id, subject, approximate) WHERE newest;
CREATE INDEX count_records_subject ON count_records (workspace_id, subject, observed_at, id);
CREATE INDEX count_records_age ON count_records (confirmed_at);
