package models

import "github.com/pressly/goose/v3"

// countsVersion is the migration that makes the tables of kept counts.
const countsVersion = 7

// countTables has no foreign key: its check would wait for the workspace's row, which every charge holds.
func countTables(rows string) []string {
	return []string{
		`CREATE TABLE import_counts (
			workspace_id TEXT NOT NULL, span BIGINT NOT NULL, at BIGINT NOT NULL, platform TEXT NOT NULL, state TEXT NOT NULL, outcome_code TEXT NOT NULL, n BIGINT NOT NULL,
			PRIMARY KEY (workspace_id, span, at, platform, state, outcome_code))` + rows,
		`CREATE TABLE ledger_counts (
			workspace_id TEXT NOT NULL, span BIGINT NOT NULL, at BIGINT NOT NULL, spent BIGINT NOT NULL,
			PRIMARY KEY (workspace_id, span, at))` + rows,
		`CREATE TABLE count_marks (
			workspace_id TEXT NOT NULL, tally TEXT NOT NULL, counted_until BIGINT NOT NULL,
			PRIMARY KEY (workspace_id, tally))` + rows,
	}
}

// countsMigration lets SQLite keep a count in its key's own tree; a row of PostgreSQL is one step from any index.
func (s *Store) countsMigration() *goose.Migration {
	rows := " WITHOUT ROWID"
	if s.pg {
		rows = ""
	}
	return goose.NewGoMigration(countsVersion, &goose.GoFunc{RunTx: statements(countTables(rows))},
		&goose.GoFunc{RunTx: statements([]string{"DROP TABLE count_marks", "DROP TABLE ledger_counts", "DROP TABLE import_counts"})})
}
