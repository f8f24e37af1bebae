package models

import "github.com/pressly/goose/v3"

// keyedVersion is the migration that keeps what a cached lookup reads together.
const keyedVersion = 5

// keyedInSQLite lets SQLite, whose primary keys of text lead to a row by a second descent, find a right by one: it lies in
// its key's own tree.
func keyedInSQLite() []string {
	return []string{
		`CREATE TABLE rights_found (
			workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE, subject TEXT NOT NULL, counts TEXT NOT NULL, paid_at BIGINT NOT NULL,
			PRIMARY KEY (workspace_id, subject)) WITHOUT ROWID`,
		`INSERT INTO rights_found SELECT workspace_id, subject, counts, paid_at FROM rights`,
		`DROP TABLE rights`,
		`ALTER TABLE rights_found RENAME TO rights`,
	}
}

// keyedMigration changes nothing on PostgreSQL, whose rows are one step from any index.
func (s *Store) keyedMigration() *goose.Migration {
	up := keyedInSQLite()
	if s.pg {
		up = nil
	}
	return goose.NewGoMigration(keyedVersion, &goose.GoFunc{RunTx: statements(up)}, &goose.GoFunc{RunTx: statements(nil)})
}
