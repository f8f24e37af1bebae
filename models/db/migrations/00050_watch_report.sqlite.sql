-- What the report of a watch sorts and adds up: views and reach of each item as it was last seen.

-- +goose Up
ALTER TABLE watch_items ADD COLUMN views BIGINT;    -- NULL where the list tells none
ALTER TABLE watch_items ADD COLUMN eu_reach BIGINT; -- of an ad; NULL where it is not public
UPDATE watch_items SET views = json_extract(facts, '$.stats.views'), eu_reach = json_extract(facts, '$.euReach') WHERE facts <> '';
CREATE INDEX watch_items_oldest ON watch_items (watch_id, COALESCE(published_at, made_at), item_id) WHERE ended_at IS NULL AND last_seen_at IS NOT NULL;
CREATE INDEX watch_items_creative ON watch_items (watch_id, creative, position, COALESCE(published_at, made_at)) WHERE ended_at IS NULL AND last_seen_at IS NOT NULL AND creative <> '';
CREATE INDEX watch_items_reached ON watch_items (watch_id, eu_reach, item_id) WHERE eu_reach IS NOT NULL;
CREATE INDEX watch_items_viewed ON watch_items (watch_id, COALESCE(published_at, made_at, CASE WHEN told THEN first_seen_at END), views, item_id) WHERE views IS NOT NULL;
