package models

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
)

// wordsVersion is the migration that makes the index of words. It is the one that the databases have no common words
// for: PostgreSQL indexes arrays, SQLite has FTS5. Both hold the words of Tokens: written by people and the source, and
// said in the transcript.
const wordsVersion = 3

// wordsInPostgres keeps words as arrays under an inverted index.
var wordsInPostgres = [...]string{
	`CREATE TABLE ref_words (
		ref_id  TEXT PRIMARY KEY REFERENCES refs (id) ON DELETE CASCADE,
		written TEXT[] NOT NULL,
		said    TEXT[] NOT NULL
	)`,
	`CREATE INDEX ref_words_all ON ref_words USING GIN ((written || said))`,
}

// wordsInSQLite keeps words as texts with a blank between them. The tokeniser "ascii" takes every letter and digit that
// is not ASCII as it is, and ours are in lower case: it changes nothing.
var wordsInSQLite = [...]string{
	`CREATE TABLE ref_words (
		id      INTEGER PRIMARY KEY,
		ref_id  TEXT NOT NULL UNIQUE REFERENCES refs (id) ON DELETE CASCADE,
		written TEXT NOT NULL,
		said    TEXT NOT NULL
	)`,
	`CREATE VIRTUAL TABLE ref_words_all USING fts5 (written, said, content = 'ref_words', content_rowid = 'id', tokenize = 'ascii', detail = 'column')`,
	`CREATE TRIGGER ref_words_in AFTER INSERT ON ref_words BEGIN
		INSERT INTO ref_words_all (rowid, written, said) VALUES (new.id, new.written, new.said);
	END`,
	`CREATE TRIGGER ref_words_out AFTER DELETE ON ref_words BEGIN
		INSERT INTO ref_words_all (ref_words_all, rowid, written, said) VALUES ('delete', old.id, old.written, old.said);
	END`,
	`CREATE TRIGGER ref_words_new AFTER UPDATE ON ref_words BEGIN
		INSERT INTO ref_words_all (ref_words_all, rowid, written, said) VALUES ('delete', old.id, old.written, old.said);
		INSERT INTO ref_words_all (rowid, written, said) VALUES (new.id, new.written, new.said);
	END`,
}

// tagTable is the same on both. Tags are kept folded: case does not count.
var tagTable = [...]string{
	`CREATE TABLE ref_tags (
		ref_id TEXT NOT NULL REFERENCES refs (id) ON DELETE CASCADE,
		tag    TEXT NOT NULL,
		PRIMARY KEY (ref_id, tag)
	)`,
	`CREATE INDEX ref_tags_tag ON ref_tags (tag)`,
}

// wordsMigration makes the tables that references are found by.
func (s *Store) wordsMigration() *goose.Migration {
	words, drop := wordsInSQLite[:], []string{"DROP TABLE ref_tags", "DROP TABLE ref_words_all", "DROP TABLE ref_words"}
	if s.pg {
		words, drop = wordsInPostgres[:], []string{"DROP TABLE ref_tags", "DROP TABLE ref_words"}
	}
	return goose.NewGoMigration(wordsVersion,
		&goose.GoFunc{RunTx: statements(append(words, tagTable[:]...))}, &goose.GoFunc{RunTx: statements(drop)})
}

func statements(list []string) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range list {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}
}
