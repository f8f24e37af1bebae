-- Search finds more of a reference: every row is marked to be written anew by housekeeping.

-- +goose Up
ALTER TABLE ref_words ADD COLUMN stale BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX ref_words_stale ON ref_words (ref_id) WHERE stale;
CREATE INDEX refs_link ON refs (workspace_id, canonical_url);

-- +goose Down
DROP INDEX refs_link;
DROP INDEX ref_words_stale;
ALTER TABLE ref_words DROP COLUMN stale;
