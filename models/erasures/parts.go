package erasures

import (
	"strings"

	"gorm.io/gorm"

	"socialdata/models/work"
)

// part describes rows of one table to erase, after the rows that depend on them.
type part struct {
	table string
	where string  // a condition whose ? are what is erased
	order string  // columns of an index that finds the rows: else PostgreSQL scans the table from its start, over all that is erased
	age   string  // a column with a number that is the order: each step begins where the previous one ended
	key   string  // the column by which children refer to a row; "" is id
	keys  string  // the primary key, if SQLite's table has no rowid
	set   string  // assignments for rows that stay; "" deletes the rows
	batch int     // rows of one step; 0 means stepRows
	with  []child // rows that depend on them

	before func(tx *gorm.DB, keys []string) error // runs before rows with children are erased; nil does nothing
}

// child describes the rows of a table that refer to a row of another table.
type child struct{ table, by string }

// stepRows is how many rows a step erases: SQLite has a single writer, and PostgreSQL limits the time of a statement.
const stepRows = 1000

// ofTenant is the condition for a workspace's work of every kind.
var ofTenant = func() string {
	var kinds []string
	for _, k := range work.Kinds() {
		kinds = append(kinds, "'"+string(k)+"'")
	}
	return "kind IN (" + strings.Join(kinds, ", ") + ") AND tenant = ?"
}()

// workspaceParts lists the rows of a closed workspace in the order in which they are erased: work first, so that nothing
// new is written. Rows that are kept have their reason in the retention table (models/retention.go).
func workspaceParts() []part {
	const its = "workspace_id = ?"
	return []part{
		{table: "erasure_names", where: "erasure_id IN (SELECT id FROM erasures WHERE workspace_id = ?)", keys: "erasure_id, name"},
		{table: "jobs", where: ofTenant, keys: "kind, key"},
		{table: "imports", where: its, order: "created_at, id", batch: 100, with: []child{{"attempts", "import_id"}, {"attempt_answers", "import_id"}, {"full_evidence", "import_id"}}},
		{table: "reference_changes", where: its, order: "created_at, id"},
		{table: "capture_pieces", where: its + " AND state <> 'deleting'", order: "created_at, id", set: "state = 'deleting'"}, // repair deletes the bytes, then the row
		{table: "captures", where: its, order: "created_at, id", batch: 100},
		{table: "reruns", where: its, order: "created_at, id", batch: 1, with: []child{{"rerun_imports", "rerun_id"}}},
		{table: "rerun_imports", where: its, keys: "rerun_id, position"}, // of support
		{table: "mended_notices", where: its, keys: "workspace_id, mending_id"},
		{table: "watches", where: its, order: "created_at, id", batch: 1, with: []child{{"watch_items", "watch_id"}, {"watch_reaches", "watch_id"}, {"watch_runs", "watch_id"}, {"watch_feeds", "watch_id"}, {"watch_news_seen", "watch_id"}}},
		{table: "exports", where: its, order: "created_at, id", batch: 1, with: []child{{"export_runs", "export_id"}}},
		{table: "idempotency_keys", where: its, order: "name"},
		{table: "events", where: its + " AND position IS NOT NULL", order: "position, id", batch: 200, with: []child{{"deliveries", "event_id"}, {"event_subjects", "event_id"}}},
		{table: "events", where: its + " AND position IS NULL", order: "created_at, id", batch: 200, with: []child{{"deliveries", "event_id"}, {"event_subjects", "event_id"}}},
		{table: "webhooks", where: its, batch: 1, with: []child{{"deliveries", "webhook_id"}}},
		{table: "event_orders", where: its},
		{table: "alert_mails", where: its},
		{table: "digests", where: its, keys: "workspace_id, user_id"},
		{table: "media", where: its + " AND state = 'gone'", order: "id"},
		{table: "media", where: its + " AND state IN ('ready', 'uploading')", order: "id", set: "state = 'deleting'"}, // repair deletes the bytes, then the row
		{table: "shares", where: its, order: "created_at, id"},
		{table: "boards", where: its, order: "created_at, id", batch: 1, with: []child{{"board_references", "board_id"}}},
		{table: "saved_references", where: its, order: "created_at, id", batch: 50, with: []child{{"reference_words", "reference_id"}, {"reference_tags", "reference_id"},
			{"reference_source_tags", "reference_id"}, {"picture_hashes", "reference_id"}, {"reference_meanings", "reference_id"}, {"reference_passages", "reference_id"}, {"stamps", "reference_id"}}},
		{table: "count_records", where: its, order: "subject, observed_at, id"},
		{table: "entitlements", where: its, order: "subject", keys: "workspace_id, subject"},
		{table: "served_answers", where: its, order: "subject, served_at, observation_id", keys: "workspace_id, subject, served_at, observation_id"},
		{table: "list_sessions", where: its, key: "root", batch: 20, with: []child{{"list_session_rows", "root"}}},
		{table: "requests", where: its, age: "at"},
		{table: "acts", where: its, age: "at"},
		{table: "import_rollups", where: its, order: "span, at", keys: "workspace_id, span, at, platform, state, outcome_code"},
		{table: "ledger_rollups", where: its, order: "span, at", keys: "workspace_id, span, at"},
		{table: "rollup_watermarks", where: its, keys: "workspace_id, tally"},
		{table: "oauth_codes", where: its, keys: "digest"},
		{table: "oauth_grants", where: its, batch: 50, with: []child{{"oauth_refresh_tokens", "grant_id"}}},
		{table: "unmetered_workspaces", where: its, keys: "workspace_id"},
		{table: "api_keys", where: its},
		{table: "email_proofs", where: its},
		{table: "invites", where: its},
		{table: "members", where: its},
		{table: "ledger_entries", where: its + " AND reason <> id", age: "created_at", set: "subject = '', note = '', reason = id"},
		{table: "audit_entries", where: its + " AND (subject <> '' OR reason <> '')", age: "created_at", set: "subject = '', reason = ''"},
		{table: "workspaces", where: "id = ? AND name <> ''", set: "name = '', zone = 'UTC', low_balance = NULL"},
	}
}
