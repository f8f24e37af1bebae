//go:build chaos

package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// workGoing is how much of the table of work runs or is about to: watches, and e-mails and timestamps, which end. Deliveries are
// counted one by one elsewhere.
func (w *town) workGoing() int {
	now := time.Now().UnixMicro()
	return w.count(fmt.Sprintf(`SELECT COUNT(*) FROM jobs WHERE kind = 'watches' AND (run_at <= %d OR lease_holder <> '')
		OR kind IN ('alert_mails', 'timestamps') AND run_at <= %d`, now, now+time.Hour.Microseconds()))
}

// auditWork wants what is left to do to be in the table of work at its time, nothing to be left under the lease of a worker that
// was killed, and what was asked for to be done: each reference timestamped, each owner told once of a low balance.
func (w *town) auditWork(wrong func(string, ...any)) {
	if n := w.count(`SELECT COUNT(*) FROM watches w WHERE next_run_at IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM jobs o WHERE o.kind = 'watches' AND o.key = w.id AND (o.run_at <= w.next_run_at OR o.lease_holder <> ''))`); n > 0 {
		wrong("no work of a watch is due at its next run: %d", n)
	}
	if n := w.count(`SELECT COUNT(*) FROM webhooks w WHERE disabled_at IS NULL AND EXISTS (SELECT 1 FROM deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending')
		AND NOT EXISTS (SELECT 1 FROM jobs o WHERE o.kind IN ('deliveries', 'deliveries_failing') AND o.key = w.id AND (o.lease_holder <> ''
			OR o.run_at <= (SELECT MIN(d.next_at) FROM deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending') + 10000000))`); n > 0 {
		wrong("no work of an endpoint is due at its next delivery: %d", n)
	}
	if n := w.count(`SELECT COUNT(*) FROM jobs WHERE kind || ' ' || key IN ('repair repair', 'housekeeping housekeep', 'housekeeping route_report', 'housekeeping orphans')`); n != 4 {
		wrong("%d of four passes are in the table of work", n)
	}
	if n := w.count(fmt.Sprintf("SELECT COUNT(*) FROM jobs WHERE run_at < %d AND kind <> 'deliveries_failing'", time.Now().Add(-time.Minute).UnixMicro())); n > 0 {
		wrong("nobody goes on with %d pieces of work", n)
	}
	if n := w.count(`SELECT COUNT(*) FROM saved_references r WHERE state = 'ready' AND NOT EXISTS (SELECT 1 FROM stamps s WHERE s.reference_id = r.id AND s.token IS NOT NULL)`); n > 0 {
		wrong("%d references have no timestamp", n)
	}
	for _, x := range w.tenants {
		if sent := w.mailsOf(x.id); len(sent) != 1 {
			wrong("%d e-mails about the balance of %s were sent to the owner", len(sent), x.id)
		}
	}
}

// mailsOf are the e-mails about a workspace's balance, by their ids: one that is sent again has the same.
func (w *town) mailsOf(workspace string) map[string]bool {
	sent := map[string]bool{}
	id := regexp.MustCompile(`credits_low\.` + workspace + `\.[-.\w]+`)
	for _, m := range w.mails.Inbox() {
		if found := id.FindString(strings.ReplaceAll(m.Data, "=\r\n", "")); found != "" && workspace != w.unsent {
			sent[found] = true
		}
	}
	return sent
}
