-- One line for each authenticated request of a workspace, kept for 30 days.

-- +goose Up
CREATE TABLE request_log (
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
CREATE INDEX request_log_workspace ON request_log (workspace_id, at, id);
CREATE INDEX request_log_request ON request_log (request_id, at);
CREATE INDEX request_log_age ON request_log (at);

-- +goose Down
DROP TABLE request_log;
