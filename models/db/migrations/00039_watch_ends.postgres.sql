-- What watches see of each item besides that it is there: when it was last seen, when it ended, what it said, and which bounds it is beyond.

-- +goose NO TRANSACTION
-- +goose Up
SET statement_timeout = 0;
ALTER TABLE watches ADD COLUMN IF NOT EXISTS reads_all BOOLEAN NOT NULL DEFAULT FALSE; -- every run reads the list to its end, as far as a run may read
ALTER TABLE watches ADD COLUMN IF NOT EXISTS thresholds TEXT NOT NULL DEFAULT '';      -- JSON, as on the wire; '' for none
ALTER TABLE watches ADD COLUMN IF NOT EXISTS fullest BIGINT NOT NULL DEFAULT 0;        -- how many rows its looks have, in hundredths, against which a short answer is measured
ALTER TABLE watch_runs ADD COLUMN IF NOT EXISTS complete BOOLEAN NOT NULL DEFAULT FALSE; -- a row that it lacks may have ended
ALTER TABLE watch_runs ADD COLUMN IF NOT EXISTS ended BIGINT NOT NULL DEFAULT 0;
ALTER TABLE watch_runs ADD COLUMN IF NOT EXISTS returned BIGINT NOT NULL DEFAULT 0;
ALTER TABLE watch_runs ADD COLUMN IF NOT EXISTS edited BIGINT NOT NULL DEFAULT 0;
ALTER TABLE watch_runs ADD COLUMN IF NOT EXISTS crossed BIGINT NOT NULL DEFAULT 0;     -- thresholds
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS made_at BIGINT;                       -- roughly, where the list tells no time of publication
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS last_seen_at BIGINT;                  -- NULL: not since this column exists
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS misses BIGINT NOT NULL DEFAULT 0;     -- complete looks in a row that lack it
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS missed_at BIGINT;                     -- the first of these
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS ended_at BIGINT;                      -- NULL while it is there, as far as is known
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS ended_why TEXT NOT NULL DEFAULT '';   -- inactive or missing
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS facts TEXT NOT NULL DEFAULT '';       -- what it said when it was last seen, JSON
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS creative TEXT NOT NULL DEFAULT '';    -- the same for all variants of one creative; '' where nothing tells
ALTER TABLE watch_items ADD COLUMN IF NOT EXISTS crossed TEXT NOT NULL DEFAULT '';     -- for each threshold, whether it is beyond it, JSON
DROP INDEX CONCURRENTLY IF EXISTS watch_items_ended;
CREATE INDEX CONCURRENTLY watch_items_ended ON watch_items (watch_id, ended_at, item_id) WHERE ended_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS watch_items_missed;
CREATE INDEX CONCURRENTLY watch_items_missed ON watch_items (watch_id) WHERE misses > 0;
DROP INDEX CONCURRENTLY IF EXISTS watch_items_seen;
CREATE INDEX CONCURRENTLY watch_items_seen ON watch_items (watch_id, last_seen_at, item_id) WHERE ended_at IS NULL AND last_seen_at IS NOT NULL;

-- How many people in the EU an ad had reached, each time that the platform said another number.
CREATE TABLE IF NOT EXISTS watch_reaches (
    watch_id TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    item_id  TEXT NOT NULL,
    at       BIGINT NOT NULL,
    reach    BIGINT NOT NULL,
    PRIMARY KEY (watch_id, item_id, at)
);
RESET statement_timeout;
