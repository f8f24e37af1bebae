-- The words that references are found by, and the titles that they are sorted by. written are the words of people and of the
-- source, said those of the transcript: texts with a blank between words, under FTS5. The tokeniser "ascii" takes every letter
-- and digit that is not ASCII as it is, and ours are in lower case: it changes nothing.

-- +goose Up
CREATE TABLE reference_words (
    id           INTEGER PRIMARY KEY,
    reference_id TEXT NOT NULL UNIQUE REFERENCES saved_references (id) ON DELETE CASCADE,
    written      TEXT NOT NULL,
    said         TEXT NOT NULL,
    stale        BOOLEAN NOT NULL DEFAULT TRUE -- housekeeping is to write it anew
);
CREATE VIRTUAL TABLE reference_words_all USING fts5 (written, said, content = 'reference_words', content_rowid = 'id', tokenize = 'ascii', detail = 'column');
CREATE INDEX reference_words_stale ON reference_words (reference_id) WHERE stale;
-- +goose StatementBegin
CREATE TRIGGER reference_words_in AFTER INSERT ON reference_words BEGIN
    INSERT INTO reference_words_all (rowid, written, said) VALUES (new.id, new.written, new.said);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER reference_words_out AFTER DELETE ON reference_words BEGIN
    INSERT INTO reference_words_all (reference_words_all, rowid, written, said) VALUES ('delete', old.id, old.written, old.said);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER reference_words_new AFTER UPDATE ON reference_words BEGIN
    INSERT INTO reference_words_all (reference_words_all, rowid, written, said) VALUES ('delete', old.id, old.written, old.said);
    INSERT INTO reference_words_all (rowid, written, said) VALUES (new.id, new.written, new.said);
END;
-- +goose StatementEnd

ALTER TABLE saved_references ADD COLUMN sort_title TEXT NOT NULL DEFAULT '';
CREATE INDEX saved_references_by_title ON saved_references (workspace_id, sort_title, id);
