-- A search reads the words of its own workspace alone: the workspace is a word of the index, too, and stands before the order of
-- lists in another. Beginnings of words have lists of their own. A row of a version that knows of no workspace is filled behind it.

-- +goose Up
DROP TRIGGER reference_words_in;
DROP TRIGGER reference_words_out;
DROP TRIGGER reference_words_new;
DROP TABLE reference_words_all;
ALTER TABLE reference_words ADD COLUMN workspace_id TEXT NOT NULL DEFAULT ''; -- of the reference, as created_at
ALTER TABLE reference_words ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
UPDATE reference_words SET (workspace_id, created_at) = (SELECT r.workspace_id, r.created_at FROM saved_references r WHERE r.id = reference_words.reference_id);
CREATE INDEX reference_words_newest ON reference_words (workspace_id, created_at, reference_id);

CREATE VIRTUAL TABLE reference_words_all USING fts5 (workspace_id, written, said, content = 'reference_words', content_rowid = 'id',
    tokenize = "ascii tokenchars '-'", detail = 'column', prefix = '2 3');
INSERT INTO reference_words_all (reference_words_all) VALUES ('rebuild');
-- +goose StatementBegin
CREATE TRIGGER reference_words_in AFTER INSERT ON reference_words WHEN new.workspace_id <> '' BEGIN
    INSERT INTO reference_words_all (rowid, workspace_id, written, said) VALUES (new.id, new.workspace_id, new.written, new.said);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER reference_words_fill AFTER INSERT ON reference_words WHEN new.workspace_id = '' BEGIN
    UPDATE reference_words SET (workspace_id, created_at) = (SELECT r.workspace_id, r.created_at FROM saved_references r WHERE r.id = new.reference_id) WHERE id = new.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER reference_words_out AFTER DELETE ON reference_words BEGIN
    INSERT INTO reference_words_all (reference_words_all, rowid, workspace_id, written, said) VALUES ('delete', old.id, old.workspace_id, old.written, old.said);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER reference_words_new AFTER UPDATE ON reference_words WHEN old.workspace_id <> '' BEGIN
    INSERT INTO reference_words_all (reference_words_all, rowid, workspace_id, written, said) VALUES ('delete', old.id, old.workspace_id, old.written, old.said);
    INSERT INTO reference_words_all (rowid, workspace_id, written, said) VALUES (new.id, new.workspace_id, new.written, new.said);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER reference_words_filled AFTER UPDATE ON reference_words WHEN old.workspace_id = '' BEGIN
    INSERT INTO reference_words_all (rowid, workspace_id, written, said) VALUES (new.id, new.workspace_id, new.written, new.said);
END;
-- +goose StatementEnd
