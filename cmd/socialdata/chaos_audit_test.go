//go:build chaos

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"socialdata/internal/content"
)

// settle waits until every import has ended, no media is on its way in or out, and every endpoint that answers was told.
func (w *town) settle(began time.Time) {
	w.t.Helper()
	for {
		going := w.count("SELECT COUNT(*) FROM imports WHERE state IN ('accepted', 'queued', 'running', 'retry_wait')")
		media := w.count("SELECT COUNT(*) FROM media WHERE state IN ('uploading', 'deleting')")
		untold := w.count(`SELECT (SELECT COUNT(*) FROM events WHERE position IS NULL) + (SELECT COUNT(*) FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
			WHERE d.state = 'pending' AND (w.description <> 'dead' OR d.attempts = 0))`)
		left := w.workGoing()
		if going+media+untold+left == 0 {
			w.sweepAway()
			return
		}
		if time.Since(began) > chaosLimit {
			w.t.Fatalf("after %v %d imports have not ended, %d media are on their way, %d events not told and %d pieces of other work not done", time.Since(began), going, media, untold, left)
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// sweepAway lets the files of uploads that were killed grow old, and the product delete them.
func (w *town) sweepAway() {
	w.t.Helper()
	old := time.Now().Add(-48 * time.Hour)
	for _, path := range w.files() {
		if strings.HasSuffix(path, ".tmp") {
			_ = os.Chtimes(path, old, old)
		}
	}
	c := exec.Command(w.binary, "admin", "sweep")
	c.Env, c.Stdout, c.Stderr = w.env, w.log, w.log
	if err := c.Run(); err != nil {
		w.t.Errorf("admin sweep: %v", err)
	}
}

// audit holds the end state against what was answered, and tells what is wrong. It changes nothing.
func (w *town) audit() []string {
	var problems []string
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	w.auditImports(wrong)
	w.auditLookups(wrong)
	w.auditBalances(wrong)
	w.auditReferences(wrong)
	w.auditBlobs(wrong)
	w.auditParts(wrong)
	w.auditEvents(wrong)
	w.auditDeliveries(wrong)
	w.auditWatches(wrong)
	w.auditWork(wrong)
	return problems
}

// saved is an import as the database has it.
type saved struct {
	workspace, state, profile string
	cause                     string // of the last attempt's failure
	reference, link           *string
	stages                    map[string]string // states by stage
}

func (w *town) imports() map[string]saved {
	all := map[string]saved{}
	w.rows(`SELECT i.id, i.workspace_id, i.state, i.media_profile, i.reference_id, i.source_url, COALESCE(a.cause, ''), COALESCE(a.stages, '[]')
		FROM imports i LEFT JOIN attempts a ON a.import_id = i.id AND a.number = i.attempt`, func(scan func(...any)) {
		var id, stages string
		s := saved{stages: map[string]string{}}
		scan(&id, &s.workspace, &s.state, &s.profile, &s.reference, &s.link, &s.cause, &stages)
		var list []struct{ Stage, State string }
		if err := json.Unmarshal([]byte(stages), &list); err != nil {
			w.t.Fatal(err)
		}
		for _, one := range list {
			s.stages[one.Stage] = one.State
		}
		all[id] = s
	})
	return all
}

// price returns the cost of an import by what it kept, as the specification says.
func (s saved) price() string {
	if s.state != "succeeded" {
		return ""
	}
	parts := []string{}
	if s.stages["analyze_media"] == "succeeded" {
		parts = append(parts, "analysis=2")
	}
	parts = append(parts, "fetch=1")
	if s.stages["download_media"] == "succeeded" && s.profile == "full" {
		parts = append(parts, "media=2")
	}
	if s.stages["fetch_transcript"] == "succeeded" {
		parts = append(parts, "transcript=1")
	}
	return strings.Join(parts, " ")
}

// auditImports wants every 202 to have become a success, but where its reference was deleted meanwhile or three
// workers were killed on one stage, and every import to be charged for what it kept and nothing else.
func (w *town) auditImports(wrong func(string, ...any)) {
	all, charged := w.imports(), map[string][]string{}
	w.rows("SELECT SPLIT_PART(reason, ':', 2), part || '=' || -amount FROM ledger_entries WHERE reason LIKE 'import:%' ORDER BY part", func(scan func(...any)) {
		var id, line string
		scan(&id, &line)
		charged[id] = append(charged[id], line)
	})
	accepted := 0
	for _, x := range w.tenants {
		for _, id := range x.accepted {
			accepted++
			s, known := all[id]
			cancelled := s.state == "cancelled" && s.link != nil && *s.link == x.deleted
			killed := s.state == "failed" && s.cause == "three workers died on this stage"
			if !known || s.workspace != x.id || s.state != "succeeded" && !cancelled && !killed {
				wrong("import %s was accepted and is %q: %s", id, s.state, s.cause)
			}
		}
	}
	watched := w.watchedImports()
	for id := range watched {
		if s := all[id]; s.state != "succeeded" && s.cause != "three workers died on this stage" {
			wrong("import %s of a watch is %q: %s", id, s.state, s.cause)
		}
	}
	if accepted+len(watched) != len(all) {
		wrong("%d imports were accepted and %d made by watches, there are %d", accepted, len(watched), len(all))
	}
	for id, s := range all {
		if got := strings.Join(charged[id], " "); got != s.price() {
			wrong("import %s was charged %q, by what it kept it costs %q", id, got, s.price())
		}
		delete(charged, id)
	}
	for id, lines := range charged {
		wrong("import %s, which there is not, was charged %v", id, lines)
	}
}

// auditLookups wants an item that was answered to be paid for as often as the answers say, and its entitlement kept. A
// request without an answer may have been charged; then the next one was free, because nothing here changes its counts.
func (w *town) auditLookups(wrong func(string, ...any)) {
	lines, rights := map[string]int{}, map[string]bool{}
	w.rows("SELECT workspace_id || ' ' || subject, -SUM(amount) FROM ledger_entries WHERE amount < 0 AND reason NOT LIKE 'import:%' GROUP BY 1", func(scan func(...any)) {
		var subject string
		var credits int
		scan(&subject, &credits)
		lines[subject] = credits
	})
	w.rows("SELECT workspace_id || ' ' || subject FROM entitlements", func(scan func(...any)) {
		var subject string
		scan(&subject)
		rights[subject] = true
	})
	for _, x := range w.tenants {
		for link, l := range x.served {
			recognised, _ := release().Recognize(link)
			subject := x.id + " item:" + content.NaturalID(recognised.Platform, recognised.LocalID)
			n, want := lines[subject], max(l.paid, 1)
			if l.answered > 0 && n != want || n > want || n > 0 && l.answered+l.lost == 0 {
				wrong("%s: %d credits are the charges of its lookups, the answers say %d, %d were lost", subject, n, l.paid, l.lost)
			}
			if l.answered > 0 && !rights[subject] {
				wrong("%s was answered and there is no entitlement", subject)
			}
			delete(lines, subject)
		}
	}
	for subject, n := range lines {
		if _, of, _ := strings.Cut(subject, " "); !strings.HasPrefix(of, "item:") || w.isWatched(of) {
			continue // auditRuns compares them
		}
		wrong("%s was never looked up and %d credits are charges of its lookups", subject, n)
	}
}

// auditBalances wants the ledger to add up. A page of a list is charged under the name of its list, and kept under another.
func (w *town) auditBalances(wrong func(string, ...any)) {
	if lost := w.count(`SELECT COUNT(*) FROM ledger_entries l WHERE l.part IN ('fetch', 'stored') AND l.reason NOT LIKE 'import:%'
		AND (l.subject LIKE 'item:%' OR l.subject LIKE 'account:%') AND NOT EXISTS (SELECT 1 FROM observations o WHERE o.subject = l.subject)`); lost > 0 {
		wrong("%d charges of lookups are for what is not kept", lost)
	}
	w.rows(`SELECT w.id, w.balance, w.granted - w.spent, (SELECT SUM(amount) FROM ledger_entries l WHERE l.workspace_id = w.id) FROM workspaces w`, func(scan func(...any)) {
		var id string
		var balance, difference, sum int
		scan(&id, &balance, &difference, &sum)
		if balance != difference || balance != sum {
			wrong("workspace %s has a balance of %d, granted - spent is %d, its ledger adds up to %d", id, balance, difference, sum)
		}
	})
}

// auditReferences wants what was imported to stand, what was deleted to be gone, and holds to last as promised.
func (w *town) auditReferences(wrong func(string, ...any)) {
	holds, states := map[string]int64{}, map[string]string{}
	w.rows("SELECT id, state, COALESCE(hold_expires_at, 0) FROM saved_references", func(scan func(...any)) {
		var id, state string
		var until int64
		scan(&id, &state, &until)
		holds[id], states[id] = until, state
	})
	removed := map[string]bool{}
	for _, x := range w.tenants {
		for id := range x.removed {
			if removed[id] = true; states[id] != "" {
				wrong("reference %s was deleted and is %s", id, states[id])
			}
		}
		for id, until := range x.heldUntil {
			if _, stands := holds[id]; stands && holds[id] < until {
				wrong("the hold of %s ends at %d, it was promised until %d", id, holds[id], until)
			}
		}
	}
	deleted := map[string]bool{w.tenants[0].deleted: true}
	for id, s := range w.imports() {
		if s.state != "succeeded" || s.link == nil || deleted[*s.link] {
			continue
		}
		if s.reference == nil || states[*s.reference] != "ready" {
			wrong("import %s succeeded and there is no reference that is ready", id)
		}
	}
}

// auditBlobs reads every file that is kept: each belongs to a row with its length and sum, and each row to a reference. What a process
// that was killed had not stored whole is not kept: it is deleted a day later.
func (w *town) auditBlobs(wrong func(string, ...any)) {
	folder := filepath.Join(w.dir, "data", "media")
	known := map[string]bool{}
	w.rows(`SELECT m.blob_key, m.bytes, m.sha256, r.id IS NOT NULL FROM media m
		LEFT JOIN saved_references r ON m.id IN (r.primary_media_id, r.poster_media_id, r.transcript_media_id)
			OR m.reference_id = r.id AND m.role = 'primary' AND position('"mediaId":"' || m.id || '","index":' || m.part || ',' IN convert_from(r.parts, 'UTF8')) > 0 WHERE m.state = 'ready'`, func(scan func(...any)) {
		var key, sum string
		var bytes int64
		var used bool
		scan(&key, &bytes, &sum, &used)
		known[key] = true
		raw, err := os.ReadFile(filepath.Join(folder, key))
		got := sha256.Sum256(raw)
		if err != nil || int64(len(raw)) != bytes || hex.EncodeToString(got[:]) != sum {
			wrong("the bytes of %s are not those that were kept: %d of %d, %v", key, len(raw), bytes, err)
		}
		if !used {
			wrong("media %s belongs to no reference", key)
		}
	})
	for _, path := range w.files() {
		if key, _ := filepath.Rel(folder, path); !known[filepath.ToSlash(key)] && !strings.HasPrefix(filepath.Base(path), "unfinished-") {
			wrong("file %s belongs to no row", key)
		}
	}
}

// files are all kept files, without the one that names the installation.
func (w *town) files() (list []string) {
	_ = filepath.WalkDir(filepath.Join(w.dir, "data", "media"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "installation" {
			list = append(list, path)
		}
		return nil
	})
	return list
}

// swapBytes changes four bytes of a kept file, and gives what puts them back.
func (w *town) swapBytes() (undo func()) {
	path := w.files()[0]
	was, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, append([]byte("swap"), was[4:]...), 0o600)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return func() { _ = os.WriteFile(path, was, 0o600) }
}

// summary says how much was done.
func (w *town) summary() string {
	lookups, lost, removed, held := 0, 0, 0, 0
	for _, x := range w.tenants {
		for _, l := range x.served {
			lookups, lost = lookups+l.answered, lost+l.lost
		}
		removed, held = removed+len(x.removed), held+len(x.heldUntil)
	}
	return fmt.Sprintf("%d imports, %d lookups answered and %d lost, %d references deleted and %d held, %d blobs, %s", len(w.imports()), lookups, lost, removed, held, len(w.files()), w.toldSummary())
}
