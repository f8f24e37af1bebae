-- Who spent: a person, an API key or a watch, as kind:id; '' of a grant, and of what was charged before it was kept.

-- +goose Up
ALTER TABLE ledger_entries ADD COLUMN spent_by TEXT NOT NULL DEFAULT '';
ALTER TABLE imports ADD COLUMN spent_by TEXT NOT NULL DEFAULT '';
CREATE INDEX ledger_entries_spender ON ledger_entries (workspace_id, spent_by, created_at, id, amount) WHERE spent_by <> '';
