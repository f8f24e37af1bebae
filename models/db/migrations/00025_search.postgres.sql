-- Search finds the beginning of a word, too, and more of a reference: a vector of words instead of an array, and every row
-- marked to be written anew by housekeeping. A vector holds a megabyte of words.

-- +goose Up
DROP INDEX ref_words_all;
ALTER TABLE ref_words ADD COLUMN stale BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE ref_words SET said = said[1:40000] WHERE octet_length(array_to_string(said, ' ')) > 400000;
UPDATE ref_words SET said = said[1:400] WHERE octet_length(array_to_string(said, ' ')) > 400000;
CREATE INDEX ref_words_all ON ref_words USING GIN (array_to_tsvector(written || said));
CREATE INDEX ref_words_stale ON ref_words (ref_id) WHERE stale;
CREATE INDEX refs_link ON refs (workspace_id, canonical_url);

-- +goose Down
DROP INDEX refs_link;
DROP INDEX ref_words_stale;
DROP INDEX ref_words_all;
ALTER TABLE ref_words DROP COLUMN stale;
CREATE INDEX ref_words_all ON ref_words USING GIN ((written || said));
