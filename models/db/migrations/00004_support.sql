-- What support does and needs: the list of its acts, the request and the import that an import comes from, routes that
-- it switched off.

-- +goose Up
-- Never changed, never deleted.
CREATE TABLE audit (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id),
    workspace_id TEXT REFERENCES workspaces (id), -- NULL: it concerns all
    action       TEXT NOT NULL,
    subject      TEXT NOT NULL,
    reason       TEXT NOT NULL,
    request_id   TEXT NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE INDEX audit_workspace ON audit (workspace_id, id);

ALTER TABLE imports ADD COLUMN request_id TEXT NOT NULL DEFAULT ''; -- of the request that made it
ALTER TABLE imports ADD COLUMN rerun_of TEXT;                       -- the import that support ran again
CREATE INDEX imports_failed ON imports (created_at) WHERE state = 'failed';
CREATE INDEX imports_request ON imports (request_id) WHERE request_id <> '';
CREATE INDEX imports_rerun ON imports (rerun_of) WHERE rerun_of IS NOT NULL;

ALTER TABLE route_states ADD COLUMN off_since BIGINT; -- switched off by support; NULL: not
ALTER TABLE route_states ADD COLUMN off_reason TEXT NOT NULL DEFAULT '';

CREATE INDEX ledger_spending ON ledger (workspace_id, created_at, amount);

-- +goose Down
DROP INDEX ledger_spending;
ALTER TABLE route_states DROP COLUMN off_reason;
ALTER TABLE route_states DROP COLUMN off_since;
DROP INDEX imports_rerun;
DROP INDEX imports_request;
DROP INDEX imports_failed;
ALTER TABLE imports DROP COLUMN rerun_of;
ALTER TABLE imports DROP COLUMN request_id;
DROP TABLE audit;
