-- Leases of fetches. They need not outlive a crash, and so no commit waits for the disk.

-- +goose Up
CREATE UNLOGGED TABLE fetch_leases (query TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at BIGINT NOT NULL);

-- +goose Down
DROP TABLE fetch_leases;
