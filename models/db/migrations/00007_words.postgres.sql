-- The words that references are found by, and the titles that they are sorted by. written are the words of people and of the
-- source, said those of the transcript. A vector holds a megabyte of words.

-- +goose Up
CREATE TABLE reference_words (
    reference_id TEXT PRIMARY KEY REFERENCES saved_references (id) ON DELETE CASCADE,
    written      TEXT[] NOT NULL,
    said         TEXT[] NOT NULL,
    stale        BOOLEAN NOT NULL DEFAULT TRUE -- housekeeping is to write it anew
);
CREATE INDEX reference_words_all ON reference_words USING GIN (array_to_tsvector(written || said));
CREATE INDEX reference_words_stale ON reference_words (reference_id) WHERE stale;

ALTER TABLE saved_references ADD COLUMN sort_title TEXT COLLATE "C" NOT NULL DEFAULT ''; -- compared byte by byte
CREATE INDEX saved_references_by_title ON saved_references (workspace_id, sort_title, id);
