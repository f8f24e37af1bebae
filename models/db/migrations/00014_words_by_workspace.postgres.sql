-- A search reads the words of its own workspace alone: the workspace stands in the index of words, and beside the order of lists
-- in another. btree_gin is a trusted extension: who owns the database may create it.
-- Rows are filled in steps, and indexes made without locking writers out. What was interrupted begins again.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
CREATE EXTENSION IF NOT EXISTS btree_gin;
ALTER TABLE reference_words
    ADD COLUMN IF NOT EXISTS workspace_id TEXT NOT NULL DEFAULT '',    -- of the reference, as created_at
    ADD COLUMN IF NOT EXISTS created_at   BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS vector       TSVECTOR NOT NULL DEFAULT ''; -- of both kinds of words
ALTER TABLE reference_words ALTER COLUMN vector SET STATISTICS 500; -- how frequent a word is decides how it is looked for

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION fill_reference_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.workspace_id = '' THEN -- a row of a version that knows of none
        SELECT workspace_id, created_at INTO NEW.workspace_id, NEW.created_at FROM saved_references WHERE id = NEW.reference_id;
    END IF;
    NEW.vector := array_to_tsvector(NEW.written || NEW.said);
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP TRIGGER IF EXISTS reference_words_fill ON reference_words;
CREATE TRIGGER reference_words_fill BEFORE INSERT OR UPDATE ON reference_words FOR EACH ROW EXECUTE FUNCTION fill_reference_words();

-- +goose StatementBegin
DO $$
DECLARE
    done TEXT := '';
    upto TEXT;
BEGIN
    LOOP
        SELECT MAX(reference_id) INTO upto FROM (SELECT reference_id FROM reference_words WHERE reference_id > done ORDER BY reference_id LIMIT 2000) AS step;
        EXIT WHEN upto IS NULL;
        UPDATE reference_words SET stale = stale WHERE reference_id > done AND reference_id <= upto AND workspace_id = '';
        COMMIT;
        done := upto;
    END LOOP;
END $$;
-- +goose StatementEnd

DROP INDEX CONCURRENTLY IF EXISTS reference_words_found;
CREATE INDEX CONCURRENTLY reference_words_found ON reference_words USING GIN (workspace_id, vector);
DROP INDEX CONCURRENTLY IF EXISTS reference_words_newest;
CREATE INDEX CONCURRENTLY reference_words_newest ON reference_words (workspace_id, created_at, reference_id);
DROP INDEX CONCURRENTLY IF EXISTS reference_words_all;
ANALYZE reference_words;
RESET statement_timeout;
