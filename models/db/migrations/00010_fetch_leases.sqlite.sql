-- Leases of fetches.

-- +goose Up
CREATE TABLE fetch_leases (query TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at BIGINT NOT NULL);

-- +goose Down
DROP TABLE fetch_leases;
