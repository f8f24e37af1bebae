package db_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// ownedByPlainRole makes a database of PostgreSQL whose owner is no superuser.
func ownedByPlainRole(t *testing.T) string {
	t.Helper()
	url := modelstest.NewCluster(t).Database(t, "before")
	conn, err := pgx.Connect(t.Context(), url)
	modelstest.Must(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), "CREATE ROLE plain LOGIN; ALTER DATABASE before OWNER TO plain")
	modelstest.Must(t, err)
	return strings.Replace(url, "://test@", "://plain@", 1)
}

// TestRowsBeforeAreFilled migrates a database that has references: their words and tags are found in their workspace afterwards, and so are
// those that a version before writes later. An interrupted migration may be begun again.
func TestRowsBeforeAreFilled(t *testing.T) {
	for name, url := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + t.TempDir() + "/before.db" },
		"postgres": ownedByPlainRole,
	} {
		t.Run(name, func(t *testing.T) {
			d, err := db.Open(t.Context(), db.Options{URL: url(t), Secrets: modelstest.Secrets()})
			modelstest.Must(t, err)
			t.Cleanup(func() { _ = d.Close() })
			run := func(sql string) { t.Helper(); modelstest.Must(t, d.Write(t.Context()).Exec(sql).Error) }
			save := func(id string) {
				words := "'blue kettle', ''"
				if d.Postgres {
					words = "'{blue,kettle}', '{}'"
				}
				run(strings.ReplaceAll(`INSERT INTO saved_references (id, workspace_id, content_id, platform, canonical_url, state, media_availability, failure_code, retryable, tags, hold_reason, hold_revision, revision, created_at, updated_at)
					VALUES ('%', 'w', 'c%', 'clip_site', 'u', 'ready', 'ready', '', FALSE, '[]', '', 0, 1, 7, 7)`, "%", id))
				run("INSERT INTO reference_words (reference_id, written, said, stale) VALUES ('" + id + "', " + words + ", FALSE)")
				run("INSERT INTO reference_tags (reference_id, tag) VALUES ('" + id + "', 'red')")
				run("INSERT INTO reference_source_tags (reference_id, tag) VALUES ('" + id + "', 'red')")
			}
			modelstest.Must(t, d.MigrateTo(t.Context(), 13))
			run("INSERT INTO workspaces (id, name, revision, balance, granted, spent, created_at) VALUES ('w', 'W', 1, 0, 0, 0, 0)")
			save("a")
			modelstest.Must(t, d.MigrateTo(t.Context(), 16))
			save("b")
			if d.Postgres { // as if it had ended in the middle
				run("DELETE FROM schema_versions WHERE version_id >= 14")
				modelstest.Must(t, d.MigrateTo(t.Context(), 16))
			}
			modelstest.Must(t, d.Migrate(t.Context()))
			found := "SELECT COUNT(*) FROM reference_words_all x JOIN reference_words w ON w.id = x.rowid WHERE reference_words_all MATCH 'workspace_id : w AND {written said} : (blue AND ket*)' AND w.created_at = 7"
			if d.Postgres {
				found = "SELECT COUNT(*) FROM reference_words WHERE workspace_id = 'w' AND created_at = 7 AND vector @@ CAST('blue & ket:*' AS tsquery)"
			} else {
				run("INSERT INTO reference_words_all (reference_words_all, rank) VALUES ('integrity-check', 1)")
			}
			const tagged = "SELECT COUNT(*) FROM %s WHERE workspace_id = 'w' AND tag = 'red' AND created_at = 7 AND platform = 'clip_site'"
			for _, count := range []string{found, strings.Replace(tagged, "%s", "reference_tags", 1), strings.Replace(tagged, "%s", "reference_source_tags", 1)} {
				var n int
				if modelstest.Must(t, d.Read(t.Context()).Raw(count).Scan(&n).Error); n != 2 {
					t.Errorf("%d by %s", n, count)
				}
			}
		})
	}
}
