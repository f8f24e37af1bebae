-- The board that the reference of an import goes to.

-- +goose Up
ALTER TABLE imports ADD COLUMN board_id TEXT NOT NULL DEFAULT ''; -- '' none

-- +goose Down
ALTER TABLE imports DROP COLUMN board_id;
