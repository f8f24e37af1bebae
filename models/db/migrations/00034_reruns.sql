-- Reruns: many failed imports run again, slowly; and groups of failures that were mended, of which each workspace is told.

-- +goose Up
CREATE TABLE reruns (
    id           TEXT PRIMARY KEY,
    scope        TEXT NOT NULL,   -- support, workspace
    workspace_id TEXT NOT NULL,   -- of scope workspace; '' for support
    filter       TEXT NOT NULL,   -- what chose the imports, JSON
    state        TEXT NOT NULL,   -- running, paused, stopped, done
    per_minute   BIGINT NOT NULL, -- imports that begin in a minute
    total        BIGINT NOT NULL, -- imports chosen
    more         BOOLEAN NOT NULL, -- whether the filter found more than a rerun takes
    created_by   TEXT NOT NULL,   -- user or API key
    key_id       TEXT NOT NULL,   -- API key whose budget is spent; '' none
    spent_by     TEXT NOT NULL,   -- as the ledger names it; '' for support
    request_id   TEXT NOT NULL,
    reason       TEXT NOT NULL,   -- of support; '' for workspaces
    next_at      BIGINT NOT NULL, -- when the next import may begin
    created_at   BIGINT NOT NULL,
    finished_at  BIGINT           -- NULL: running or paused
);
CREATE UNIQUE INDEX reruns_open ON reruns (scope, workspace_id, filter) WHERE state IN ('running', 'paused');
CREATE INDEX reruns_workspace ON reruns (workspace_id, created_at, id);
CREATE INDEX reruns_age ON reruns (created_at);

CREATE TABLE rerun_imports (
    rerun_id     TEXT NOT NULL REFERENCES reruns (id) ON DELETE CASCADE,
    position     BIGINT NOT NULL,
    import_id    TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    state        TEXT NOT NULL,   -- waiting, retried, skipped
    reason       TEXT NOT NULL,   -- why it was skipped; '' it was not
    new_id       TEXT NOT NULL,   -- the import that runs it again; '' none
    PRIMARY KEY (rerun_id, position)
);
CREATE INDEX rerun_imports_waiting ON rerun_imports (rerun_id, position) WHERE state = 'waiting';
CREATE INDEX rerun_imports_workspace ON rerun_imports (workspace_id);

CREATE TABLE mendings (
    id         TEXT PRIMARY KEY,
    code       TEXT NOT NULL,     -- the group of failures
    reason     TEXT NOT NULL,
    platform   TEXT NOT NULL,
    route_id   TEXT NOT NULL,
    text       TEXT NOT NULL,     -- what workspaces are told
    since      BIGINT NOT NULL,   -- the mending before; 0 none. Told are imports that failed after it
    told_to    TEXT NOT NULL,     -- the last workspace that was told, in the order of their ids
    told       BIGINT NOT NULL,   -- workspaces
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    told_at    BIGINT             -- NULL: workspaces are being told
);
CREATE UNIQUE INDEX mendings_group ON mendings (code, reason, platform, route_id, since);
CREATE INDEX mendings_age ON mendings (created_at);

CREATE TABLE mended_notices (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    mending_id   TEXT NOT NULL,
    platform     TEXT NOT NULL,
    text         TEXT NOT NULL,
    imports      BIGINT NOT NULL, -- of the workspace that failed so
    created_at   BIGINT NOT NULL,
    ends_at      BIGINT NOT NULL, -- until then it stands among the workspace's alerts
    PRIMARY KEY (workspace_id, mending_id)
);
CREATE INDEX mended_notices_end ON mended_notices (ends_at);

-- +goose Down
DROP TABLE mended_notices;
DROP TABLE mendings;
DROP TABLE rerun_imports;
DROP TABLE reruns;
