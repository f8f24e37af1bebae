-- Lists and reports at any depth: what a page of a chain needs is found by its page, and a usage report reads nothing but
-- an index.

-- +goose Up
CREATE INDEX chain_rows_page ON chain_rows (root, page);
CREATE INDEX imports_usage ON imports (workspace_id, created_at, platform, state, outcome_code);
DROP INDEX imports_workspace_created;

-- +goose Down
CREATE INDEX imports_workspace_created ON imports (workspace_id, created_at);
DROP INDEX imports_usage;
DROP INDEX chain_rows_page;
