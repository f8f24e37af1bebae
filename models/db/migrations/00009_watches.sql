-- What workspaces watch, what each watch has seen, and how its runs went.

-- +goose Up
CREATE TABLE watches (
    id            TEXT PRIMARY KEY,
    workspace_id  TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    key_id        TEXT NOT NULL DEFAULT '', -- the API key that made it, whose budget it spends
    name          TEXT NOT NULL,
    source        TEXT NOT NULL,    -- JSON, as on the wire
    every         TEXT NOT NULL,
    import        TEXT NOT NULL,    -- JSON, as on the wire; '' where nothing is imported
    daily_credits BIGINT NOT NULL,
    state         TEXT NOT NULL,    -- active, paused or failing
    paused_reason TEXT NOT NULL,    -- '', owner, credits or daily_credits
    failures      BIGINT NOT NULL,  -- runs that failed one after another
    spent         BIGINT NOT NULL,  -- credits, on the day spent_on
    spent_on      TEXT NOT NULL,    -- a day in UTC
    looked_at     BIGINT,           -- when the last run that succeeded began; NULL before the first
    whole         BOOLEAN NOT NULL, -- that run saw the list to its end
    newest        BIGINT,           -- the latest time of publication that it has seen
    items         BIGINT NOT NULL,  -- how many it has seen
    counts        TEXT NOT NULL,    -- of a single item, when it was last seen
    gone_code     TEXT NOT NULL,    -- of a single item; '' while it is there
    next_run_at   BIGINT,           -- NULL while its owner pauses it
    last_run_id   TEXT NOT NULL,    -- '' before the first
    revision      BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    -- What was there before the watch, and is imported over as many runs as its credits need.
    backfill          BIGINT NOT NULL DEFAULT 0, -- how many are wanted
    backfill_found    BIGINT NOT NULL DEFAULT 0, -- how many were read so far
    backfill_imported BIGINT NOT NULL DEFAULT 0, -- of these, how many imports were begun
    backfill_skipped  BIGINT NOT NULL DEFAULT 0, -- of these, how many cannot be imported
    backfill_cursor   TEXT NOT NULL DEFAULT '',  -- of the page at which reading goes on; '' before the first and after the last
    backfill_read     BOOLEAN NOT NULL DEFAULT FALSE -- all that is wanted, or that there is, was read
);
CREATE INDEX watches_workspace ON watches (workspace_id, created_at, id);
CREATE INDEX watches_due ON watches (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE watch_runs (
    id              TEXT PRIMARY KEY,
    watch_id        TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    state           TEXT NOT NULL,    -- running, succeeded or failed
    started_at      BIGINT NOT NULL,
    ended_at        BIGINT,
    pages           BIGINT NOT NULL,
    found           BIGINT NOT NULL,
    imports         BIGINT NOT NULL,
    imports_skipped BIGINT NOT NULL,
    credits         BIGINT NOT NULL,  -- of its lookups
    first           BOOLEAN NOT NULL, -- it remembered what is there, and told nothing
    changed         BOOLEAN NOT NULL, -- the counts of a single item
    missed          TEXT NOT NULL,    -- why it did not reach what it knew; '' if it did
    code            TEXT NOT NULL     -- of the error, or of an item that is gone; '' otherwise
);
CREATE INDEX watch_runs_watch ON watch_runs (watch_id, started_at, id);
CREATE INDEX watch_runs_started ON watch_runs (started_at);

CREATE TABLE watch_items (
    watch_id      TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
    item_id       TEXT NOT NULL,    -- natural id
    position      BIGINT NOT NULL,  -- the order in which the watch saw them
    url           TEXT NOT NULL,
    title         TEXT,
    published_at  BIGINT,
    first_seen_at BIGINT NOT NULL,
    told          BOOLEAN NOT NULL, -- as new
    import_id     TEXT NOT NULL,    -- '' where it was not imported
    backfill      BIGINT NOT NULL DEFAULT 0, -- its place in the backfill, from 1; negative where it cannot be imported; 0 if it is none of it
    PRIMARY KEY (watch_id, item_id)
);
CREATE INDEX watch_items_position ON watch_items (watch_id, position, item_id);
CREATE INDEX watch_items_backfill ON watch_items (watch_id, backfill) WHERE backfill > 0 AND import_id = '';
