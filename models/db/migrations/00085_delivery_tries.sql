-- How each attempt of a delivery ended, not only the last one.

-- +goose Up
ALTER TABLE deliveries ADD COLUMN tries TEXT NOT NULL DEFAULT ''; -- JSON, a list of at, status, failure and tookMs; the last 16
