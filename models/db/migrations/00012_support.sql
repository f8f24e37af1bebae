-- What support reads, does and marks.

-- +goose Up
-- One line for each authenticated request of a workspace, kept for 30 days.
CREATE TABLE requests (
    id           TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    at           BIGINT NOT NULL,
    request_id   TEXT NOT NULL,
    method       TEXT NOT NULL,
    operation    TEXT NOT NULL,
    subject      TEXT NOT NULL, -- natural id, '' without one
    status       BIGINT NOT NULL,
    code         TEXT NOT NULL, -- '' when it succeeded
    duration_ms  BIGINT NOT NULL,
    credits      BIGINT NOT NULL,
    cached       BOOLEAN NOT NULL,
    route_id     TEXT NOT NULL,
    key_id       TEXT NOT NULL,
    user_id      TEXT NOT NULL
);
CREATE INDEX requests_workspace ON requests (workspace_id, at, id);
CREATE INDEX requests_request ON requests (request_id, at);
CREATE INDEX requests_failed ON requests (subject, at) WHERE code <> '' AND subject <> '';
CREATE INDEX requests_age ON requests (at);

-- The acts of support: never changed, never deleted.
CREATE TABLE audit_entries (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id),
    workspace_id TEXT REFERENCES workspaces (id), -- NULL: it concerns all
    action       TEXT NOT NULL,
    subject      TEXT NOT NULL, -- the import, the credits, the route
    reason       TEXT NOT NULL,
    request_id   TEXT NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE INDEX audit_entries_workspace ON audit_entries (workspace_id, created_at, id);

-- Groups of failures that are known.
CREATE TABLE known_failures (
    code      TEXT NOT NULL,
    reason    TEXT NOT NULL,
    platform  TEXT NOT NULL,
    route_id  TEXT NOT NULL,
    note      TEXT NOT NULL,
    mended_in TEXT NOT NULL, -- version of the program; '' unknown
    until     BIGINT NOT NULL,
    marked_by TEXT NOT NULL,
    marked_at BIGINT NOT NULL,
    PRIMARY KEY (code, reason, platform, route_id)
);
