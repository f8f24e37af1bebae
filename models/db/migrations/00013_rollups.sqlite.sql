-- Counts over spans of time, which reports read instead of the rows. No foreign key: its check would wait for the
-- workspace's row, which every charge holds. A count lies in its key's own tree.

-- +goose Up
CREATE TABLE import_rollups (
    workspace_id TEXT NOT NULL,
    span         BIGINT NOT NULL, -- its width in microseconds
    at           BIGINT NOT NULL, -- its beginning
    platform     TEXT NOT NULL,
    state        TEXT NOT NULL,
    outcome_code TEXT NOT NULL,
    n            BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, span, at, platform, state, outcome_code)
) WITHOUT ROWID;

CREATE TABLE ledger_rollups (
    workspace_id TEXT NOT NULL,
    span         BIGINT NOT NULL, -- as above
    at           BIGINT NOT NULL,
    spent        BIGINT NOT NULL, -- credits
    PRIMARY KEY (workspace_id, span, at)
) WITHOUT ROWID;

-- Until when the rows of a workspace are counted.
CREATE TABLE rollup_watermarks (
    workspace_id  TEXT NOT NULL,
    tally         TEXT NOT NULL, -- the table whose rows are counted
    counted_until BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, tally)
) WITHOUT ROWID;
