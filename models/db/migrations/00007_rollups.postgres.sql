-- Counts over spans of time, which reports read instead of the rows. No foreign key: its check would wait for the
-- workspace's row, which every charge holds.
-- PostgreSQL's rows are one step from any index.

-- +goose Up
CREATE TABLE import_counts (
	workspace_id TEXT NOT NULL, span BIGINT NOT NULL, at BIGINT NOT NULL, platform TEXT NOT NULL, state TEXT NOT NULL, outcome_code TEXT NOT NULL, n BIGINT NOT NULL,
	PRIMARY KEY (workspace_id, span, at, platform, state, outcome_code));
CREATE TABLE ledger_counts (
	workspace_id TEXT NOT NULL, span BIGINT NOT NULL, at BIGINT NOT NULL, spent BIGINT NOT NULL,
	PRIMARY KEY (workspace_id, span, at));
CREATE TABLE count_marks (
	workspace_id TEXT NOT NULL, tally TEXT NOT NULL, counted_until BIGINT NOT NULL,
	PRIMARY KEY (workspace_id, tally));

-- +goose Down
DROP TABLE count_marks;
DROP TABLE ledger_counts;
DROP TABLE import_counts;
