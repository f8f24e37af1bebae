-- Every part of a post is kept: its files have an index, and the reference says what became of each.

-- +goose Up
ALTER TABLE media ADD COLUMN part BIGINT NOT NULL DEFAULT 0;
ALTER TABLE refs ADD COLUMN parts BYTEA; -- JSON

-- +goose Down
ALTER TABLE refs DROP COLUMN parts;
ALTER TABLE media DROP COLUMN part;
