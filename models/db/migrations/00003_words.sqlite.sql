-- The index of words that references are found by: texts with a blank between words, under FTS5. The tokeniser "ascii"
-- takes every letter and digit that is not ASCII as it is, and ours are in lower case: it changes nothing. written are the
-- words of people and of the source, said those of the transcript. Tags are kept folded: case does not count.

-- +goose Up
CREATE TABLE ref_words (
	id      INTEGER PRIMARY KEY,
	ref_id  TEXT NOT NULL UNIQUE REFERENCES refs (id) ON DELETE CASCADE,
	written TEXT NOT NULL,
	said    TEXT NOT NULL
);
CREATE VIRTUAL TABLE ref_words_all USING fts5 (written, said, content = 'ref_words', content_rowid = 'id', tokenize = 'ascii', detail = 'column');
-- +goose StatementBegin
CREATE TRIGGER ref_words_in AFTER INSERT ON ref_words BEGIN
	INSERT INTO ref_words_all (rowid, written, said) VALUES (new.id, new.written, new.said);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ref_words_out AFTER DELETE ON ref_words BEGIN
	INSERT INTO ref_words_all (ref_words_all, rowid, written, said) VALUES ('delete', old.id, old.written, old.said);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ref_words_new AFTER UPDATE ON ref_words BEGIN
	INSERT INTO ref_words_all (ref_words_all, rowid, written, said) VALUES ('delete', old.id, old.written, old.said);
	INSERT INTO ref_words_all (rowid, written, said) VALUES (new.id, new.written, new.said);
END;
-- +goose StatementEnd
CREATE TABLE ref_tags (
	ref_id TEXT NOT NULL REFERENCES refs (id) ON DELETE CASCADE,
	tag    TEXT NOT NULL,
	PRIMARY KEY (ref_id, tag)
);
CREATE INDEX ref_tags_tag ON ref_tags (tag);

-- +goose Down
DROP TABLE ref_tags;
DROP TABLE ref_words_all;
DROP TABLE ref_words;
