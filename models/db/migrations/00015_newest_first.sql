-- Lists are in the order of creation, whatever made the ids. Reports and lists of imports and of the ledger share one index
-- each.

-- +goose Up
DROP INDEX imports_workspace;
DROP INDEX imports_usage;
CREATE INDEX imports_usage ON imports (workspace_id, created_at, id, platform, state, outcome_code);
DROP INDEX imports_workspace_state;
CREATE INDEX imports_workspace_state ON imports (workspace_id, state, created_at, id);
DROP INDEX ledger_workspace;
DROP INDEX ledger_spending;
CREATE INDEX ledger_spending ON ledger (workspace_id, created_at, id, amount);
DROP INDEX refs_workspace;
CREATE INDEX refs_workspace ON refs (workspace_id, created_at, id);
DROP INDEX invites_workspace;
CREATE INDEX invites_workspace ON invites (workspace_id, created_at, id);
DROP INDEX api_keys_workspace;
CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at, id);
DROP INDEX audit_workspace;
CREATE INDEX audit_workspace ON audit (workspace_id, created_at, id);

-- +goose Down
CREATE INDEX imports_workspace ON imports (workspace_id, id);
DROP INDEX imports_usage;
CREATE INDEX imports_usage ON imports (workspace_id, created_at, platform, state, outcome_code);
DROP INDEX imports_workspace_state;
CREATE INDEX imports_workspace_state ON imports (workspace_id, state, id);
CREATE INDEX ledger_workspace ON ledger (workspace_id, id);
DROP INDEX ledger_spending;
CREATE INDEX ledger_spending ON ledger (workspace_id, created_at, amount);
DROP INDEX refs_workspace;
CREATE INDEX refs_workspace ON refs (workspace_id, id);
DROP INDEX invites_workspace;
CREATE INDEX invites_workspace ON invites (workspace_id, id);
DROP INDEX api_keys_workspace;
CREATE INDEX api_keys_workspace ON api_keys (workspace_id, id);
DROP INDEX audit_workspace;
CREATE INDEX audit_workspace ON audit (workspace_id, id);
