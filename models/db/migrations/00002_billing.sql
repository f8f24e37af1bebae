-- +goose Up
-- The truth about credits: never changed, never deleted. amount > 0 grants, amount < 0 charges. reason is what makes a
-- repeated charge one charge.
CREATE TABLE ledger_entries (
    id            TEXT PRIMARY KEY,
    workspace_id  TEXT NOT NULL REFERENCES workspaces (id),
    amount        BIGINT NOT NULL,
    balance_after BIGINT NOT NULL,
    part          TEXT NOT NULL, -- of the price list; '' on a grant
    subject       TEXT NOT NULL, -- what was charged for
    reason        TEXT NOT NULL,
    note          TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    UNIQUE (workspace_id, reason)
);
CREATE INDEX ledger_entries_spending ON ledger_entries (workspace_id, created_at, id, amount);
