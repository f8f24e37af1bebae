-- Who did what in each workspace, for its owners. Rows are only added, and end after a year.

-- +goose Up
CREATE TABLE acts (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    at           BIGINT NOT NULL,
    kind         TEXT NOT NULL, -- an operation such as createKey, an export, or an action of support
    subject      TEXT NOT NULL, -- id of what was changed; '' unknown
    detail       TEXT NOT NULL, -- such as the name of a key; never a secret
    actor        TEXT NOT NULL, -- id of a person or of an API key
    door         TEXT NOT NULL, -- person, key or support
    address      TEXT NOT NULL, -- IPv4 address or /64 network; '' of support
    request_id   TEXT NOT NULL
);
CREATE INDEX acts_workspace ON acts (workspace_id, at, id);
CREATE INDEX acts_by_actor ON acts (workspace_id, actor, at, id);
CREATE INDEX acts_by_kind ON acts (workspace_id, kind, at, id);
CREATE INDEX acts_age ON acts (at);
