-- What watches found that is new is counted by the time at which it was first seen.

-- +goose Up
CREATE INDEX watch_items_new ON watch_items (watch_id, first_seen_at, item_id) WHERE told;
