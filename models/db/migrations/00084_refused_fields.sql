-- What of a refused request was refused.

-- +goose Up
ALTER TABLE requests ADD COLUMN fields TEXT NOT NULL DEFAULT ''; -- JSON, a list of name, in, reason and expected; '' if none was refused
