package erasures

import (
	"math"
	"strconv"

	"gorm.io/gorm"

	"socialdata/models/events"
	"socialdata/models/references"
)

// accountSteps returns the steps that erase the account's data in one workspace, pending work first. References are erased
// as a whole, because their addresses, titles, tags and notes are about the account as well.
func accountSteps() []step {
	const its = "workspace_id = ? AND "
	inWorkspace := func(p part) step { return erasePart(p, func(t *taking) []any { return []any{t.workspace, t.ID} }) }
	return []step{
		inWorkspace(part{table: "jobs", where: ofTenant + " AND key IN " + named, keys: "kind, key"}),
		inWorkspace(part{table: "imports", where: its + "id IN " + named, batch: 100, with: []child{{"attempts", "import_id"}, {"attempt_answers", "import_id"}, {"full_evidence", "import_id"}}}),
		erasePart(part{table: "capture_pieces", where: its + "state <> 'deleting' AND capture_id IN (SELECT c.id FROM captures c WHERE c.workspace_id = ? AND (c.account = ? OR c.subject IN " + named + "))",
			set: "state = 'deleting'"}, func(t *taking) []any { return []any{t.workspace, t.workspace, t.Subject, t.ID} }),
		inWorkspace(part{table: "captures", where: its + "subject IN " + named, batch: 100}),
		erasePart(part{table: "captures", where: its + "account = ?", batch: 100}, func(t *taking) []any { return []any{t.workspace, t.Subject} }),
		eraseComments,
		inWorkspace(part{table: "idempotency_keys", where: its + "import_id IN " + named}),
		inWorkspace(part{table: "watches", where: its + "id IN " + named, batch: 1, with: []child{{"watch_items", "watch_id"}, {"watch_reaches", "watch_id"}, {"watch_runs", "watch_id"}, {"watch_feeds", "watch_id"}, {"watch_news_seen", "watch_id"}}}),
		forgetItems,
		inWorkspace(part{table: "media", where: its + "reference_id IN " + named + " AND state = 'gone'"}),
		inWorkspace(part{table: "media", where: its + "reference_id IN " + named + " AND state IN ('ready', 'uploading')", set: "state = 'deleting'"}),
		inWorkspace(part{table: "saved_references", where: its + "id IN " + named, batch: 50, before: tellDeleted, with: []child{{"shares", "reference_id"}, {"board_references", "reference_id"},
			{"reference_words", "reference_id"}, {"reference_tags", "reference_id"}, {"reference_source_tags", "reference_id"}, {"picture_hashes", "reference_id"}, {"reference_meanings", "reference_id"}, {"reference_passages", "reference_id"}, {"stamps", "reference_id"}}}),
		eraseEvents,
		inWorkspace(part{table: "count_records", where: its + "subject IN " + named}),
		inWorkspace(part{table: "entitlements", where: its + "subject IN " + named, keys: "workspace_id, subject"}),
		inWorkspace(part{table: "served_answers", where: its + "subject IN " + named, keys: "workspace_id, subject, served_at, observation_id"}),
		inWorkspace(part{table: "list_session_rows", where: "root IN (SELECT root FROM list_sessions WHERE workspace_id = ?) AND row_id IN " + named}),
		erasePart(part{table: "list_sessions", where: its + "account LIKE ?", key: "root", batch: 20, with: []child{{"list_session_rows", "root"}}}, func(t *taking) []any {
			return []any{t.workspace, "%\"" + t.Subject + "\"%"}
		}),
		blank("requests", "workspace_id = ?", "at", "subject"),
		blank("ledger_entries", "workspace_id = ?", "created_at", ledgerNames),
		erasePart(part{table: "acts", where: "workspace_id = ? AND " + namesReferences, order: "at, id", set: "detail = ''"}, func(t *taking) []any { return []any{t.workspace} }),
	}
}

// namesReferences finds acts whose detail has titles of references. It does not say whose they are: the references may be gone.
const namesReferences = `kind IN ('annotateReference', 'deleteReference', 'changeReferences', 'createChange', 'stopChange') AND (detail LIKE '“%' OR detail LIKE '%reference% (“%')`

// sharedSteps returns the steps that erase the account's data that belongs to no workspace.
func sharedSteps() []step {
	return []step{
		eraseAnswers,
		erasePart(part{table: "account_names", where: "account_id = ?", order: "account_id, seen_at"}, func(t *taking) []any { return []any{t.Subject} }),
		eraseLinks,
		erasePart(part{table: "contents", where: "NOT EXISTS (SELECT 1 FROM saved_references r WHERE r.content_id = contents.id) AND subject IN " + named}, func(t *taking) []any { return []any{t.ID} }),
		blank("route_calls", "", "at", "subject"),
		erasePart(part{table: "changed_answers", where: "at >= ?", order: "at"}, func(*taking) []any { return []any{0} }),                                 // they do not say whose data they are
		erasePart(part{table: "attempt_answers", where: "at >= ?", order: "at, attempt_id", keys: "attempt_id"}, func(*taking) []any { return []any{0} }), // nor do these
	}
}

// erasePart returns a step that erases a part; args returns the values for its condition.
func erasePart(p part, args func(*taking) []any) step {
	return func(t *taking, _ string) (string, error) {
		more, err := (&erasing{part: p, what: args(t)}).erase(t.DB, t.counts)
		if more {
			return "more", err
		}
		return "", err
	}
}

// tellDeleted writes the events for erased references, so that whoever stores copies can delete them.
func tellDeleted(tx *gorm.DB, ids []string) error {
	var rows []references.Reference
	if err := tx.Where("id IN ?", ids).Order("id").Find(&rows).Error; err != nil {
		return err
	}
	return references.Tell(tx, events.ReferenceDeleted, rows...)
}

// ledgerNames is the name in the subject of an entry: those of pages have the natural id after the kind of their list.
const ledgerNames = "CASE WHEN subject LIKE 'items:%' THEN substr(subject, 7) WHEN subject LIKE 'comments:%' THEN substr(subject, 10) ELSE subject END"

// blank returns a step that empties the subjects of rows whose name, an expression, belongs to the account. It works through the table in windows of age,
// because only few of many rows are about the account. of is the condition for the workspace, or "" for a shared table.
func blank(table, of, age, name string) step {
	return func(t *taking, after string) (string, error) {
		from, _ := place(after)
		where, args := age+" > ?", []any{from}
		if of != "" {
			where, args = of+" AND "+where, []any{t.workspace, from}
		}
		var ends []int64
		if err := t.Table(table).Where(where, args...).Order(age).Offset(stepRows-1).Limit(1).Pluck(age, &ends).Error; err != nil {
			return "", err
		}
		end := append(ends, math.MaxInt64)[0]
		res := t.Exec("UPDATE "+table+" SET subject = '' WHERE "+where+" AND "+age+" <= ? AND "+name+" IN "+named, append(args, end, t.ID)...)
		add(t.counts, table, res.RowsAffected)
		if len(ends) == 0 {
			return "", res.Error
		}
		return strconv.FormatInt(end, 10), res.Error
	}
}
