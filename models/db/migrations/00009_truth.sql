-- Health of routes by operation, observations that lack what a throttled side question would have told, and the names by
-- which accounts are known.

-- +goose Up
ALTER TABLE observations ADD COLUMN incomplete BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE route_calls ADD COLUMN operation TEXT NOT NULL DEFAULT 'item';
ALTER TABLE route_calls ADD COLUMN subject TEXT NOT NULL DEFAULT '';      -- what was asked for; it counts once in a window
ALTER TABLE route_calls ADD COLUMN workspace_id TEXT NOT NULL DEFAULT ''; -- that asked; '' for a probe of ours
DROP INDEX route_calls_window;
CREATE INDEX route_calls_window ON route_calls (route_id, operation, at);

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
INSERT INTO route_operations (route_id, operation, state, reason, since, probe_at, last_success_at, last_failure_at, last_failure_code)
SELECT route_id, 'item', state, reason, since, probe_at, last_success_at, last_failure_at, last_failure_code FROM route_states;

CREATE TABLE route_switches ( -- routes that support switched off
    route_id   TEXT PRIMARY KEY,
    off_since  BIGINT NOT NULL,
    off_reason TEXT NOT NULL
);
INSERT INTO route_switches (route_id, off_since, off_reason)
SELECT route_id, off_since, off_reason FROM route_states WHERE off_since IS NOT NULL;
DROP TABLE route_states;

-- A name is "@handle" in lower case, or an address that only the platform can resolve.
CREATE TABLE account_names (
    platform   TEXT NOT NULL,
    name       TEXT NOT NULL,
    account_id TEXT NOT NULL, -- natural id
    seen_at    BIGINT NOT NULL,
    PRIMARY KEY (platform, name)
);
CREATE INDEX account_names_account ON account_names (account_id, seen_at);
INSERT INTO account_names (platform, name, account_id, seen_at)
SELECT CASE WHEN h.account_id LIKE 'clip_site:%' THEN 'clip_site' ELSE 'photo_site' END, '@' || lower(h.handle), h.account_id, h.seen_at FROM handles h
WHERE NOT EXISTS (SELECT 1 FROM handles n WHERE lower(n.handle) = lower(h.handle) AND n.account_id <> h.account_id
    AND substr(n.account_id, 1, 9) = substr(h.account_id, 1, 9) AND (n.seen_at > h.seen_at OR n.seen_at = h.seen_at AND n.account_id > h.account_id));
DROP TABLE handles;

-- +goose Down
CREATE TABLE handles (
    account_id TEXT PRIMARY KEY,
    handle     TEXT NOT NULL,
    seen_at    BIGINT NOT NULL
);
INSERT INTO handles (account_id, handle, seen_at)
SELECT account_id, MAX(substr(name, 2)), MAX(seen_at) FROM account_names WHERE name LIKE '@%' GROUP BY account_id;
DROP TABLE account_names;

CREATE TABLE route_states (
    route_id          TEXT PRIMARY KEY,
    state             TEXT NOT NULL,
    reason            TEXT NOT NULL,
    since             BIGINT NOT NULL,
    probe_at          BIGINT NOT NULL,
    last_success_at   BIGINT,
    last_failure_at   BIGINT,
    last_failure_code TEXT NOT NULL,
    off_since         BIGINT,
    off_reason        TEXT NOT NULL DEFAULT ''
);
INSERT INTO route_states (route_id, state, reason, since, probe_at, last_success_at, last_failure_at, last_failure_code)
SELECT route_id, state, reason, since, probe_at, last_success_at, last_failure_at, last_failure_code FROM route_operations WHERE operation = 'item';
INSERT INTO route_states (route_id, state, reason, since, probe_at, last_failure_code, off_since, off_reason)
SELECT route_id, 'enabled', '', off_since, 0, '', off_since, off_reason FROM route_switches WHERE TRUE
ON CONFLICT (route_id) DO UPDATE SET off_since = excluded.off_since, off_reason = excluded.off_reason;
DROP TABLE route_switches;
DROP TABLE route_operations;

DROP INDEX route_calls_window;
CREATE INDEX route_calls_window ON route_calls (route_id, at);
ALTER TABLE route_calls DROP COLUMN workspace_id;
ALTER TABLE route_calls DROP COLUMN subject;
ALTER TABLE route_calls DROP COLUMN operation;
ALTER TABLE observations DROP COLUMN incomplete;
