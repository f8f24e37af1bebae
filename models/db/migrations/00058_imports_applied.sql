-- +goose Up
ALTER TABLE imports ADD COLUMN applied TEXT NOT NULL DEFAULT ''; -- what of its own words became part of the reference, JSON

-- +goose Down
ALTER TABLE imports DROP COLUMN applied;
