-- A list of one tag is read in its order, from an index that begins with the workspace. Rows are filled in steps, and indexes made
-- without locking writers out. What was interrupted begins again.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
ALTER TABLE reference_tags
    ADD COLUMN IF NOT EXISTS workspace_id TEXT NOT NULL DEFAULT '', -- of the reference, as the others
    ADD COLUMN IF NOT EXISTS created_at   BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS platform     TEXT NOT NULL DEFAULT '';
ALTER TABLE reference_source_tags
    ADD COLUMN IF NOT EXISTS workspace_id TEXT NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS created_at   BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS platform     TEXT NOT NULL DEFAULT '';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION fill_reference_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT workspace_id, created_at, platform INTO NEW.workspace_id, NEW.created_at, NEW.platform FROM saved_references WHERE id = NEW.reference_id;
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP TRIGGER IF EXISTS reference_tags_fill ON reference_tags;
CREATE TRIGGER reference_tags_fill BEFORE INSERT OR UPDATE ON reference_tags FOR EACH ROW WHEN (NEW.workspace_id = '') EXECUTE FUNCTION fill_reference_tag();
DROP TRIGGER IF EXISTS reference_source_tags_fill ON reference_source_tags;
CREATE TRIGGER reference_source_tags_fill BEFORE INSERT OR UPDATE ON reference_source_tags FOR EACH ROW WHEN (NEW.workspace_id = '') EXECUTE FUNCTION fill_reference_tag();

-- +goose StatementBegin
DO $$
DECLARE
    done TEXT := '';
    upto TEXT;
BEGIN
    LOOP
        SELECT MAX(id) INTO upto FROM (SELECT id FROM saved_references WHERE id > done ORDER BY id LIMIT 1000) AS step;
        EXIT WHEN upto IS NULL;
        UPDATE reference_tags SET tag = tag WHERE reference_id > done AND reference_id <= upto AND workspace_id = '';
        UPDATE reference_source_tags SET tag = tag WHERE reference_id > done AND reference_id <= upto AND workspace_id = '';
        COMMIT;
        done := upto;
    END LOOP;
END $$;
-- +goose StatementEnd

DROP INDEX CONCURRENTLY IF EXISTS reference_tags_newest;
CREATE INDEX CONCURRENTLY reference_tags_newest ON reference_tags (workspace_id, tag, created_at, reference_id);
DROP INDEX CONCURRENTLY IF EXISTS reference_tags_platform;
CREATE INDEX CONCURRENTLY reference_tags_platform ON reference_tags (workspace_id, tag, platform, created_at, reference_id);
DROP INDEX CONCURRENTLY IF EXISTS reference_source_tags_newest;
CREATE INDEX CONCURRENTLY reference_source_tags_newest ON reference_source_tags (workspace_id, tag, created_at, reference_id);
DROP INDEX CONCURRENTLY IF EXISTS reference_tags_tag;
DROP INDEX CONCURRENTLY IF EXISTS reference_source_tags_tag;
ANALYZE reference_tags, reference_source_tags;
RESET statement_timeout;
