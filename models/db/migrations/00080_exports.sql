-- Scheduled exports of a workspace to the operator's store, and how their runs went.

-- +goose Up
CREATE TABLE exports (
    id            TEXT PRIMARY KEY,
    workspace_id  TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    kind          TEXT NOT NULL,   -- what is exported
    format        TEXT NOT NULL,   -- csv, ndjson or parquet
    schedule      TEXT NOT NULL,   -- hourly, daily or weekly
    prefix        TEXT NOT NULL,   -- of its keys, below those of the workspace; '' for none
    next_as_of    BIGINT NOT NULL, -- the least time that the next run tells of
    next_run_at   BIGINT NOT NULL,
    covered_until BIGINT NOT NULL, -- where the next run of a log begins; 0 before the first
    last_manifest TEXT NOT NULL,   -- key of the last one; '' before the first
    last_run_id   TEXT NOT NULL,   -- '' before the first
    created_at    BIGINT NOT NULL
);
CREATE INDEX exports_workspace ON exports (workspace_id, created_at, id);

CREATE TABLE export_runs (
    id         TEXT PRIMARY KEY,
    export_id  TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    state      TEXT NOT NULL,    -- running, succeeded or failed
    as_of      BIGINT NOT NULL,
    from_at    BIGINT NOT NULL,  -- rows from here on, of a log; 0 for all
    until_at   BIGINT NOT NULL,  -- and before
    started_at BIGINT NOT NULL,
    ended_at   BIGINT,
    row_count  BIGINT NOT NULL,  -- of the files
    bytes      BIGINT NOT NULL,
    files      TEXT NOT NULL,    -- JSON, in order
    after      TEXT NOT NULL,    -- position of the last row, JSON; '' before the first
    complete   BOOLEAN NOT NULL, -- no rows are left
    previous   TEXT NOT NULL,    -- key of the manifest before; '' for none
    manifest   TEXT NOT NULL,    -- its key, once it is written
    code       TEXT NOT NULL     -- of the last error; '' without one
);
CREATE INDEX export_runs_export ON export_runs (export_id, started_at, id);
CREATE INDEX export_runs_age ON export_runs (started_at);

-- +goose Down
DROP TABLE export_runs;
DROP TABLE exports;
