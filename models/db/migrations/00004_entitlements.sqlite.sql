-- +goose Up
-- Who has paid for what. A primary key of text leads to its row by a second descent; here the row lies in its key's own tree,
-- so that a cached lookup finds it by one.
CREATE TABLE entitlements (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    subject      TEXT NOT NULL,
    counts       TEXT NOT NULL, -- of the observation that was paid for
    paid_at      BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, subject)
) WITHOUT ROWID;

-- Who is fetching what.
CREATE TABLE fetch_leases (
    query      TEXT PRIMARY KEY,
    holder     TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
