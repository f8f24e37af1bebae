-- What was there before a watch, and is imported over as many runs as its credits need.

-- +goose Up
ALTER TABLE watches ADD COLUMN backfill BIGINT NOT NULL DEFAULT 0;          -- how many are wanted
ALTER TABLE watches ADD COLUMN backfill_found BIGINT NOT NULL DEFAULT 0;    -- how many were read so far
ALTER TABLE watches ADD COLUMN backfill_imported BIGINT NOT NULL DEFAULT 0; -- of these, how many imports were begun
ALTER TABLE watches ADD COLUMN backfill_skipped BIGINT NOT NULL DEFAULT 0;  -- of these, how many cannot be imported
ALTER TABLE watches ADD COLUMN backfill_cursor TEXT NOT NULL DEFAULT '';    -- of the page at which reading goes on; '' before the first and after the last
ALTER TABLE watches ADD COLUMN backfill_read BOOLEAN NOT NULL DEFAULT FALSE; -- all that is wanted, or that there is, was read

ALTER TABLE watch_items ADD COLUMN backfill BIGINT NOT NULL DEFAULT 0; -- its place among what is imported so, from 1; negative where it cannot be; 0 if it is none of these
CREATE INDEX watch_items_backfill ON watch_items (watch_id, backfill) WHERE backfill > 0 AND import_id = '';

-- +goose Down
DROP INDEX watch_items_backfill;
ALTER TABLE watch_items DROP COLUMN backfill;
ALTER TABLE watches DROP COLUMN backfill_read;
ALTER TABLE watches DROP COLUMN backfill_cursor;
ALTER TABLE watches DROP COLUMN backfill_skipped;
ALTER TABLE watches DROP COLUMN backfill_imported;
ALTER TABLE watches DROP COLUMN backfill_found;
ALTER TABLE watches DROP COLUMN backfill;
