-- A cursor may go on within a page, of which a limit showed only the beginning.

-- +goose Up
ALTER TABLE chains ADD COLUMN rest BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE chains DROP COLUMN rest;
