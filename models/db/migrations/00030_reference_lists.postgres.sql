-- Lists of references are sorted by what is kept here beside the JSON that it was read from: -1 is unknown and comes last.

-- +goose Up
ALTER TABLE refs ADD COLUMN sort_title TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE refs ADD COLUMN view_count BIGINT NOT NULL DEFAULT -1;
ALTER TABLE refs ADD COLUMN like_count BIGINT NOT NULL DEFAULT -1;
ALTER TABLE refs ADD COLUMN length_ms BIGINT NOT NULL DEFAULT -1;
ALTER TABLE refs ADD COLUMN published_at BIGINT NOT NULL DEFAULT -1;
UPDATE refs SET
    sort_title = lower(left(trim(coalesce(nullif(custom_title, ''), nullif(o ->> 'sourceTitle', ''), nullif(o ->> 'sourceDescription', ''), refs.canonical_url)), 100)),
    view_count = coalesce((o ->> 'viewCount')::bigint, -1),
    like_count = coalesce((o ->> 'likeCount')::bigint, -1),
    length_ms = coalesce((o ->> 'durationMs')::bigint, -1),
    published_at = coalesce((extract(epoch FROM (o ->> 'publishedAt')::timestamptz) * 1000000)::bigint, -1)
FROM (SELECT id, CASE WHEN coalesce(length(source_observed), 0) = 0 OR strpos(convert_from(source_observed, 'UTF8'), '\u0000') > 0 THEN '{}'::jsonb -- a NUL, which no text holds
    ELSE convert_from(source_observed, 'UTF8')::jsonb END AS o FROM refs) AS known
WHERE known.id = refs.id;
CREATE INDEX refs_by_title ON refs (workspace_id, sort_title, id);
CREATE INDEX refs_by_views ON refs (workspace_id, view_count, id);
CREATE INDEX refs_by_likes ON refs (workspace_id, like_count, id);
CREATE INDEX refs_by_length ON refs (workspace_id, length_ms, id);
CREATE INDEX refs_by_published ON refs (workspace_id, published_at, id);

-- +goose Down
ALTER TABLE refs DROP COLUMN sort_title, DROP COLUMN view_count, DROP COLUMN like_count, DROP COLUMN length_ms, DROP COLUMN published_at;
