//go:build chaos

package main

import (
	"flag"
	"strings"
	"testing"
	"time"
)

// How much goes wrong, and how much is asked for meanwhile.
const (
	chaosWorkspaces = 3
	chaosImports    = 67 // of each workspace
	chaosKills      = 30 // of workers
	chaosWebKills   = 10
	chaosRedis      = 15 // emptied, killed and paused in turn
	chaosRestarts   = 3  // of PostgreSQL
	chaosLimit      = 8 * time.Minute
)

var mutate = flag.Bool("mutate", false, "also falsify the end state in each known way, and hold that the audit sees it")

// TestChaos looks up, imports, holds and deletes for several workspaces while web processes and workers are killed, Redis
// is emptied, killed and paused, and PostgreSQL restarts. Meanwhile the events of each are polled, and sent to an endpoint that
// works, one that is slow and one that is dead; accounts, searches and items are watched, imports timestamped and owners mailed. Then the audit compares the end state with what was answered.
func TestChaos(t *testing.T) {
	began := time.Now()
	town := newTown(t)
	stop := town.traffic()
	town.havoc()
	stop()
	town.settle(began)
	town.runWatches(began)
	town.fair()
	town.stopPolling()
	for _, problem := range town.audit() {
		t.Error(problem)
	}
	for _, problem := range town.askAgain() {
		t.Error(problem)
	}
	t.Logf("%s, all in %v", town.summary(), time.Since(began).Round(time.Second))
	if *mutate && !t.Failed() {
		town.mutations()
	}
}

// mutation is a loss or a falsehood that the audit must see.
type mutation struct {
	name, do, undo string // statements
	sees           string // what a problem of the audit says
}

// lose hides the work of a kind from every worker; found gives it back.
func lose(kind string) string {
	return `UPDATE jobs SET kind = 'lost:' || kind WHERE kind = '` + kind + `'`
}

const found = `UPDATE jobs SET kind = SUBSTR(kind, 6) WHERE kind LIKE 'lost:%'`

// falsehoods are consistent in themselves where they can be: an undercharge leaves balance, spent and ledger in agreement.
var falsehoods = []mutation{
	{"undercharge", `UPDATE ledger_entries SET amount = amount + 1 WHERE id = (SELECT MIN(id) FROM ledger_entries WHERE part = 'media');
		UPDATE workspaces SET spent = spent - 1, balance = balance + 1 WHERE id = (SELECT workspace_id FROM ledger_entries WHERE id = (SELECT MIN(id) FROM ledger_entries WHERE part = 'media'))`,
		`UPDATE ledger_entries SET amount = amount - 1 WHERE id = (SELECT MIN(id) FROM ledger_entries WHERE part = 'media');
		UPDATE workspaces SET spent = spent + 1, balance = balance - 1 WHERE id = (SELECT workspace_id FROM ledger_entries WHERE id = (SELECT MIN(id) FROM ledger_entries WHERE part = 'media'))`,
		"was charged"},
	{"a part that is not charged", `UPDATE ledger_entries SET part = '', reason = 'x' || reason, amount = 0 WHERE id = (SELECT MIN(id) FROM ledger_entries WHERE part = 'analysis');
		UPDATE workspaces SET spent = spent - 2, balance = balance + 2 WHERE id = (SELECT workspace_id FROM ledger_entries WHERE reason LIKE 'ximport:%')`,
		`UPDATE workspaces SET spent = spent + 2, balance = balance - 2 WHERE id = (SELECT workspace_id FROM ledger_entries WHERE reason LIKE 'ximport:%');
		UPDATE ledger_entries SET part = 'analysis', reason = SUBSTR(reason, 2), amount = -2 WHERE reason LIKE 'ximport:%'`,
		"was charged"},
	{"double charge of an import", `INSERT INTO ledger_entries SELECT 'x' || id, workspace_id, amount, balance_after, part, subject, reason || ':again', note, created_at
			FROM ledger_entries WHERE id = (SELECT MIN(id) FROM ledger_entries WHERE reason LIKE 'import:%');
		UPDATE workspaces SET spent = spent + 1, balance = balance - 1 WHERE id = (SELECT workspace_id FROM ledger_entries WHERE reason LIKE '%:again')`,
		`UPDATE workspaces SET spent = spent - 1, balance = balance + 1 WHERE id = (SELECT workspace_id FROM ledger_entries WHERE reason LIKE '%:again');
		DELETE FROM ledger_entries WHERE reason LIKE '%:again'`,
		"was charged"},
	{"double charge of a lookup", `INSERT INTO ledger_entries SELECT 'x' || id, workspace_id, amount, balance_after, part, subject, reason || ':again', note, created_at
			FROM ledger_entries WHERE id = (SELECT MIN(id) FROM ledger_entries WHERE reason LIKE 'fetch:%');
		UPDATE workspaces SET spent = spent + 1, balance = balance - 1 WHERE id = (SELECT workspace_id FROM ledger_entries WHERE reason LIKE '%:again')`,
		`UPDATE workspaces SET spent = spent - 1, balance = balance + 1 WHERE id = (SELECT workspace_id FROM ledger_entries WHERE reason LIKE '%:again');
		DELETE FROM ledger_entries WHERE reason LIKE '%:again'`,
		"charges of its lookups"},
	{"a charge for what is not kept", `UPDATE observations SET subject = 'x' || subject WHERE subject = (SELECT MIN(subject) FROM ledger_entries WHERE reason LIKE 'fetch:%')`,
		`UPDATE observations SET subject = SUBSTR(subject, 2) WHERE subject LIKE 'x%'`, "are for what is not kept"},
	{"a lost 202", `UPDATE imports SET id = 'x' || id WHERE id = (SELECT MIN(id) FROM imports WHERE state = 'succeeded')`,
		`UPDATE imports SET id = SUBSTR(id, 2) WHERE id LIKE 'x%'`, "was accepted and is"},
	{"a lost entitlement", `UPDATE entitlements SET subject = 'x' || subject WHERE subject LIKE 'item:%'`,
		`UPDATE entitlements SET subject = SUBSTR(subject, 2) WHERE subject LIKE 'x%'`, "no entitlement"},
	{"a lost reference", `UPDATE saved_references SET id = 'x' || id WHERE id = (SELECT MIN(id) FROM saved_references)`,
		`UPDATE saved_references SET id = SUBSTR(id, 2) WHERE id LIKE 'x%'`, "no reference"},
	{"a hold that ends too soon", `UPDATE saved_references SET hold_expires_at = hold_expires_at - 8640000000000 WHERE hold_expires_at IS NOT NULL`,
		`UPDATE saved_references SET hold_expires_at = hold_expires_at + 8640000000000 WHERE hold_expires_at IS NOT NULL`, "hold"},
	{"an import that was not told", `UPDATE events SET type = 'x' || type WHERE id = (SELECT MIN(id) FROM events WHERE type = 'import.succeeded')`,
		`UPDATE events SET type = SUBSTR(type, 2) WHERE type LIKE 'x%'`, "times as import.succeeded"},
	{"a hold that was not told", `UPDATE events SET type = 'x' || type WHERE type = 'reference.updated'`,
		`UPDATE events SET type = SUBSTR(type, 2) WHERE type LIKE 'x%'`, "the last that was told"},
	{"an event without a delivery", `UPDATE deliveries SET event_id = 'x' || event_id WHERE id = (SELECT MIN(d.id) FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.description = 'dead')`,
		`UPDATE deliveries SET event_id = SUBSTR(event_id, 2) WHERE event_id LIKE 'x%'`, "has no delivery"},
	{"news of a watch that was told twice", `INSERT INTO events SELECT 'x' || id, workspace_id, type, data, created_at, position + 1000000 FROM events WHERE id = (SELECT MIN(id) FROM events WHERE type = 'watch.found')`,
		`DELETE FROM events WHERE position > 1000000`, "is told 2 times, its row says"},
	{"news of a watch that was not told", `UPDATE watch_items SET told = TRUE WHERE (watch_id, item_id) = (SELECT watch_id, item_id FROM watch_items WHERE NOT told ORDER BY watch_id, item_id LIMIT 1)`,
		`UPDATE watch_items SET told = FALSE WHERE (watch_id, item_id) = (SELECT watch_id, item_id FROM watch_items WHERE NOT told OR NOT EXISTS (SELECT 1 FROM events WHERE type = 'watch.found' AND data LIKE '%' || watch_id || '%' AND data LIKE '%"' || item_id || '"%') ORDER BY watch_id, item_id LIMIT 1)`,
		"is told 0 times, its row says true"},
	{"a watch that ran twice at once", `UPDATE watch_runs SET started_at = started_at - 3600000000, ended_at = ended_at + 3600000000 WHERE id = (SELECT MIN(id) FROM watch_runs)`,
		`UPDATE watch_runs SET started_at = started_at + 3600000000, ended_at = ended_at - 3600000000 WHERE id = (SELECT MIN(id) FROM watch_runs)`, "ran twice at once"},
	{"a lost part", `UPDATE media SET reference_id = 'x' || reference_id WHERE id = (SELECT MIN(id) FROM media WHERE role = 'primary' AND part > 0 AND state = 'ready')`,
		`UPDATE media SET reference_id = SUBSTR(reference_id, 2) WHERE reference_id LIKE 'x%'`, "has the files"},
	{"a part that is told as lost", `UPDATE saved_references SET parts = convert_to(replace(convert_from(parts, 'UTF8'), '"index":2,"kind":"image","state":"kept"', '"index":2,"kind":"image","state":"failed","x":1'), 'UTF8')`,
		`UPDATE saved_references SET parts = convert_to(replace(convert_from(parts, 'UTF8'), '"state":"failed","x":1', '"state":"kept"'), 'UTF8')`, "of its parts"},
	{"lost work of a watch", lose("watches"), found, "of a watch is due at its next run"},
	{"lost work of an endpoint", lose("deliveries_failing"), found, "of an endpoint is due at its next delivery"},
	{"a lost pass", lose("housekeeping"), found, "passes are in the table"},
	{"work that is left under a lease", `UPDATE jobs SET lease_holder = 'a dead worker', run_at = run_at - 36000000000, kind = 'lost:' || kind WHERE kind = 'watches'`,
		`UPDATE jobs SET lease_holder = '', run_at = run_at + 36000000000, kind = SUBSTR(kind, 6) WHERE kind LIKE 'lost:%'`, "nobody goes on with"},
	{"a lost timestamp", `UPDATE stamps SET reference_id = 'x' || reference_id WHERE import_id = (SELECT MIN(s.import_id) FROM stamps s JOIN saved_references r ON r.id = s.reference_id)`,
		`UPDATE stamps SET reference_id = SUBSTR(reference_id, 2) WHERE reference_id LIKE 'x%'`, "have no timestamp"},
	{"a gap in the order", `UPDATE events SET position = position + 1000000 WHERE id = (SELECT MAX(id) FROM events)`,
		`UPDATE events SET position = position - 1000000 WHERE position > 1000000`, "positions"},
}

// mutations falsify the end state, one way after the other, and want the audit to see each.
func (w *town) mutations() {
	for _, m := range falsehoods {
		w.falsify(m.do)
		w.wantSeen(m.name, m.sees)
		w.falsify(m.undo)
	}
	for _, m := range []struct {
		name, sees string
		do         func() (undo func())
	}{
		{"an e-mail that was never sent", "were sent to the owner", func() func() { w.unsent = w.tenants[0].id; return func() { w.unsent = "" } }},
		{"swapped bytes", "the bytes of", w.swapBytes},
		{"a delivery that was never sent", "never arrived", w.tenants[0].forgetArrival},
		{"a poller that missed an event", "the poller was told", w.tenants[0].forgetPolled},
	} {
		undo := m.do()
		w.wantSeen(m.name, m.sees)
		undo()
	}
	if left := w.audit(); len(left) > 0 {
		w.t.Errorf("the mutations were not undone: %v", left)
	}
}

func (w *town) wantSeen(name, words string) {
	w.t.Helper()
	problems := w.audit()
	for _, p := range problems {
		if strings.Contains(p, words) {
			w.t.Logf("mutation %q is seen: %s", name, p)
			return
		}
	}
	w.t.Errorf("mutation %q is not seen; the audit says %v", name, problems)
}
