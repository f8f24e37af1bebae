-- Health of routes by operation, and the evidence by which a changed platform can be mended.

-- +goose Up
CREATE TABLE route_operations (
    route_id          TEXT NOT NULL,
    operation         TEXT NOT NULL,
    state             TEXT NOT NULL, -- enabled or degraded
    reason            TEXT NOT NULL,
    since             BIGINT NOT NULL,
    probe_at          BIGINT NOT NULL, -- when the next probe may go
    last_success_at   BIGINT,
    last_failure_at   BIGINT,
    last_failure_code TEXT NOT NULL,
    PRIMARY KEY (route_id, operation)
);

-- Routes that support switched off.
CREATE TABLE route_switches (
    route_id   TEXT PRIMARY KEY,
    off_since  BIGINT NOT NULL,
    off_reason TEXT NOT NULL
);

CREATE TABLE route_calls (
    id           TEXT PRIMARY KEY,
    route_id     TEXT NOT NULL,
    operation    TEXT NOT NULL DEFAULT 'item',
    subject      TEXT NOT NULL DEFAULT '', -- what was asked for; it counts once in a window
    workspace_id TEXT NOT NULL DEFAULT '', -- that asked; '' for a probe of ours
    at           BIGINT NOT NULL,
    ok           BOOLEAN NOT NULL,
    code         TEXT NOT NULL,
    ms           BIGINT NOT NULL
);
CREATE INDEX route_calls_window ON route_calls (route_id, operation, at);
CREATE INDEX route_calls_age ON route_calls (at);

-- Calls of each route by the hour, kept after the calls themselves are gone: the share of answers over weeks. The newest hour
-- that is kept says from where calls are counted.
CREATE TABLE route_hours (
    route_id  TEXT NOT NULL,
    hour      BIGINT NOT NULL, -- its beginning
    succeeded BIGINT NOT NULL,
    failed    BIGINT NOT NULL,
    PRIMARY KEY (route_id, hour)
);
CREATE INDEX route_hours_age ON route_hours (hour);

-- What the last check of each route found.
CREATE TABLE route_checks (
    route_id  TEXT NOT NULL,
    operation TEXT NOT NULL,
    at        BIGINT NOT NULL,
    code      TEXT NOT NULL, -- '' when it answered
    detail    TEXT NOT NULL, -- what was missing, or why it failed
    bytes     BIGINT NOT NULL,
    ms        BIGINT NOT NULL,
    PRIMARY KEY (route_id, operation)
);

-- Answers of platforms in which something that is needed was missing.
CREATE TABLE changed_answers (
    id        TEXT PRIMARY KEY,
    route_id  TEXT NOT NULL,
    operation TEXT NOT NULL,
    at        BIGINT NOT NULL,
    missing   TEXT NOT NULL, -- names of what was missing, one a line
    head      TEXT NOT NULL, -- the beginning of the last answer
    calls     BYTEA NOT NULL -- the calls, scrubbed, as JSON under gzip
);
CREATE INDEX changed_answers_route ON changed_answers (route_id, at);

-- What the public page of sources shows is counted by one process at a time, and read as one row.
CREATE TABLE route_reports (
    name       TEXT PRIMARY KEY,
    claimed_at BIGINT NOT NULL, -- when a process began to count
    made_at    BIGINT NOT NULL, -- 0 until it was ever counted
    body       TEXT NOT NULL    -- JSON
);
INSERT INTO route_reports (name, claimed_at, made_at, body) VALUES ('public', 0, 0, '');
