-- A list of one tag is read in its order, from an index that begins with the workspace. A row of a version that knows of no workspace
-- is filled behind it.

-- +goose Up
ALTER TABLE reference_tags ADD COLUMN workspace_id TEXT NOT NULL DEFAULT ''; -- of the reference, as the others
ALTER TABLE reference_tags ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reference_tags ADD COLUMN platform TEXT NOT NULL DEFAULT '';
ALTER TABLE reference_source_tags ADD COLUMN workspace_id TEXT NOT NULL DEFAULT '';
ALTER TABLE reference_source_tags ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reference_source_tags ADD COLUMN platform TEXT NOT NULL DEFAULT '';
UPDATE reference_tags SET (workspace_id, created_at, platform) = (SELECT r.workspace_id, r.created_at, r.platform FROM saved_references r WHERE r.id = reference_id);
UPDATE reference_source_tags SET (workspace_id, created_at, platform) = (SELECT r.workspace_id, r.created_at, r.platform FROM saved_references r WHERE r.id = reference_id);
DROP INDEX reference_tags_tag;
DROP INDEX reference_source_tags_tag;
CREATE INDEX reference_tags_newest ON reference_tags (workspace_id, tag, created_at, reference_id);
CREATE INDEX reference_tags_platform ON reference_tags (workspace_id, tag, platform, created_at, reference_id);
CREATE INDEX reference_source_tags_newest ON reference_source_tags (workspace_id, tag, created_at, reference_id);
-- +goose StatementBegin
CREATE TRIGGER reference_tags_fill AFTER INSERT ON reference_tags WHEN new.workspace_id = '' BEGIN
    UPDATE reference_tags SET (workspace_id, created_at, platform) = (SELECT r.workspace_id, r.created_at, r.platform FROM saved_references r WHERE r.id = new.reference_id)
    WHERE reference_id = new.reference_id AND tag = new.tag;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER reference_source_tags_fill AFTER INSERT ON reference_source_tags WHEN new.workspace_id = '' BEGIN
    UPDATE reference_source_tags SET (workspace_id, created_at, platform) = (SELECT r.workspace_id, r.created_at, r.platform FROM saved_references r WHERE r.id = new.reference_id)
    WHERE reference_id = new.reference_id AND tag = new.tag;
END;
-- +goose StatementEnd
