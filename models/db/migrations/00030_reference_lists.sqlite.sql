-- Lists of references are sorted by what is kept here beside the JSON that it was read from: -1 is unknown and comes last.

-- +goose Up
ALTER TABLE refs ADD COLUMN sort_title TEXT NOT NULL DEFAULT '';
ALTER TABLE refs ADD COLUMN view_count BIGINT NOT NULL DEFAULT -1;
ALTER TABLE refs ADD COLUMN like_count BIGINT NOT NULL DEFAULT -1;
ALTER TABLE refs ADD COLUMN length_ms BIGINT NOT NULL DEFAULT -1;
ALTER TABLE refs ADD COLUMN published_at BIGINT NOT NULL DEFAULT -1;
UPDATE refs SET
    sort_title = lower(substr(trim(coalesce(nullif(custom_title, ''), nullif(o ->> 'sourceTitle', ''), nullif(o ->> 'sourceDescription', ''), refs.canonical_url)), 1, 100)),
    view_count = coalesce(o ->> 'viewCount', -1),
    like_count = coalesce(o ->> 'likeCount', -1),
    length_ms = coalesce(o ->> 'durationMs', -1),
    published_at = coalesce(CAST(round((julianday(o ->> 'publishedAt') - 2440587.5) * 86400) AS INTEGER) * 1000000, -1)
FROM (SELECT id AS known, CASE WHEN json_valid(CAST(source_observed AS TEXT)) THEN CAST(source_observed AS TEXT)
    ELSE '{}' END AS o FROM refs) AS observed -- nothing was observed of what failed at once
WHERE observed.known = refs.id;
CREATE INDEX refs_by_title ON refs (workspace_id, sort_title, id);
CREATE INDEX refs_by_views ON refs (workspace_id, view_count, id);
CREATE INDEX refs_by_likes ON refs (workspace_id, like_count, id);
CREATE INDEX refs_by_length ON refs (workspace_id, length_ms, id);
CREATE INDEX refs_by_published ON refs (workspace_id, published_at, id);

-- +goose Down
DROP INDEX refs_by_title;
DROP INDEX refs_by_views;
DROP INDEX refs_by_likes;
DROP INDEX refs_by_length;
DROP INDEX refs_by_published;
ALTER TABLE refs DROP COLUMN sort_title;
ALTER TABLE refs DROP COLUMN view_count;
ALTER TABLE refs DROP COLUMN like_count;
ALTER TABLE refs DROP COLUMN length_ms;
ALTER TABLE refs DROP COLUMN published_at;
