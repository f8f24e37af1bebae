-- What few rows meet is found without walking through a workspace: each filter by an index that has it before the list's order.
-- Those with a condition cost only what is refused or failed.

-- +goose Up
CREATE INDEX requests_by_operation ON requests (workspace_id, operation, at, id);
CREATE INDEX requests_by_key ON requests (workspace_id, key_id, at, id);
CREATE INDEX requests_by_code ON requests (workspace_id, code, at, id) WHERE code <> '';
CREATE INDEX requests_by_code_of ON requests (workspace_id, code, operation, at, id) WHERE code <> '';
CREATE INDEX requests_by_status ON requests (workspace_id, status, at, id) WHERE code <> '';
CREATE INDEX requests_refused ON requests (workspace_id, at, id) WHERE code <> '';
CREATE INDEX events_by_type ON events (workspace_id, type, position, id) WHERE position IS NOT NULL;
CREATE INDEX imports_by_code ON imports (workspace_id, outcome_code, created_at, id) WHERE outcome_code <> '';
CREATE INDEX imports_by_cause ON imports (workspace_id, cause_code, created_at, id) WHERE state = 'failed';
CREATE INDEX imports_by_reason ON imports (workspace_id, cause_reason, created_at, id) WHERE state = 'failed' AND cause_reason <> '';
CREATE INDEX saved_references_by_media ON saved_references (workspace_id, media_availability, platform, created_at, id);
CREATE INDEX saved_references_unready ON saved_references (workspace_id, state, created_at, id, platform, media_availability) WHERE state <> 'ready';
CREATE INDEX audit_entries_age ON audit_entries (created_at, id) WHERE action <> ''; -- that of all workspaces, which no list of one may read
CREATE INDEX audit_entries_by_user ON audit_entries (user_id, created_at, id);
CREATE INDEX audit_entries_by_action ON audit_entries (action, created_at, id);
