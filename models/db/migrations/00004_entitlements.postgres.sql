-- +goose Up
-- Who has paid for what.
CREATE TABLE entitlements (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    subject      TEXT NOT NULL,
    counts       TEXT NOT NULL, -- of the observation that was paid for
    paid_at      BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, subject)
);

-- Who is fetching what. Leases need not outlive a crash, and so no commit waits for the disk.
CREATE UNLOGGED TABLE fetch_leases (
    query      TEXT PRIMARY KEY,
    holder     TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
