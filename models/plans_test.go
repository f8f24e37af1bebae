package models_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/internal/vectors"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/history"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
	"socialdata/models/references"
	"socialdata/models/requests"
	"socialdata/models/shares"
	"socialdata/models/support"
	"socialdata/models/usage"
	"socialdata/models/watches"
	"socialdata/models/work"

	"gorm.io/gorm"
)

// watchForPlans is a watch of the first workspace.
const watchForPlans = "01890a5d-ac96-7753-bcce-000000000001"

// TestPlans holds how both databases read what must stay fast at any size: lists by keyset at any depth, a page of a list session,
// the usage report, the queue. A scan of a table or a sort that appears here is a regression; only counting looks at every
// workspace.
func TestPlans(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		fillForPlans(t, s)
		ws := fmt.Sprintf("01890a5d-ac96-774b-bcce-%012d", 1)
		modelstest.Must(t, s.RouteHealth.KeepReport(ctx))
		modelstest.Run(t, s, "UPDATE users SET email_proved_at = 1")
		modelstest.Run(t, s, "INSERT INTO digests (workspace_id, user_id, every, told_until) SELECT workspace_id, user_id, 'daily', ? FROM members", s.NowMicros()-(2*day).Microseconds())
		if s.Read(ctx).Dialector.Name() == "postgres" {
			modelstest.Run(t, s, "ANALYZE digests")
		}
		var reader string
		modelstest.Must(t, s.Read(ctx).Raw("SELECT user_id FROM digests WHERE workspace_id = ?", ws).Scan(&reader).Error)
		var b strings.Builder
		doing := ""
		modelstest.Capture(t, s, func(sql string, vars []any) {
			if doing != "" {
				name := doing
				doing = "" // EXPLAIN is captured, too
				if plan := name + "\n" + modelstest.Plan(t, s, sql, vars); !strings.Contains(b.String(), plan) {
					b.WriteString(plan)
				}
				doing = name
			}
		})
		first, deep := db.PageRequest{Limit: 30}, db.PageRequest{Limit: 30}
		page, err := s.Imports.List(ctx, ws, imports.Filter{}, first)
		modelstest.Must(t, err)
		deep.Cursor = page.NextCursor
		var reference string
		modelstest.Must(t, s.Read(ctx).Raw("SELECT MIN(id) FROM saved_references WHERE workspace_id = ?", ws).Scan(&reference).Error)
		today := time.Now().UTC().Truncate(day) // as 30d, but cut the same at any time of day
		window := usage.Window{Start: today.Add(-30*day + 67*time.Minute), End: today.Add(-5*day + 200*time.Minute), Bucket: day}
		for _, step := range []struct {
			name string
			run  func() error
		}{
			{"imports, a page in the depth", func() error { _, err := s.Imports.List(ctx, ws, imports.Filter{}, deep); return err }},
			{"imports that changed", func() error {
				_, err := s.Imports.List(ctx, ws, imports.Filter{UpdatedSince: new(time.UnixMicro(1))}, first)
				return err
			}},
			{"ledger", func() error { _, err := s.Billing.Ledger(ctx, ws, first); return err }},
			{"an import of a content that has not ended", func() error { _, err := s.Imports.UnfinishedOf(ctx, ws, "video_site:7"); return err }},
			{"the newest references of accounts", func() error {
				_, err := s.References.OfAccounts(ctx, ws, []string{"video_site:UC1", "video_site:UC2"})
				return err
			}},
			{"the imports of a request", func() error { _, err := s.Imports.OfRequest(ctx, ws, "r7", 100); return err }},
			{"the newest imports of contents", func() error {
				_, err := s.Imports.LatestOf(ctx, ws, []string{"video_site:7", "video_site:8", "video_site:9"})
				return err
			}},
			{"imports that are waited for", func() error { _, err := s.Imports.Ended(ctx, []string{"a", "b", "c"}); return err }},
			{"history of an item", func() error {
				_, err := s.History.Records(ctx, ws, "video_site:7", history.Period{From: new(time.UnixMicro(1))}, first)
				return err
			}},
			{"history, the newest records of a page", func() error {
				return s.Tx(ctx, func(tx *gorm.DB) error {
					return history.Add(tx, ws, []history.Seen{{Subject: "video_site:7", Counts: "{}", At: 1}, {Subject: "video_site:8", Counts: "{}", At: 1}})
				})
			}},
			{"events", func() error {
				_, err := s.Events.List(ctx, ws, events.Filter{Types: []events.Type{events.ReferenceUpdated, events.CreditsLow}}, first)
				return err
			}},
			{"work that is due", func() error { _, _, err := s.Work.Due(ctx, work.Kinds()); return err }},
			{"work that is claimed", func() error { _, err := s.Work.Claim(ctx, work.Watches, 8); return err }},
			{"watches", func() error { _, err := s.Watches.List(ctx, ws, first); return err }},
			{"runs of a watch", func() error { _, err := s.Watches.Runs(ctx, ws, watchForPlans, watches.Period{}, first); return err }},
			{"a run of a watch that could tell what has ended", func() error { _, err := s.Watches.HasCompleteRun(ctx, watchForPlans); return err }},
			{"what a watch has seen", func() error {
				_, err := s.Watches.Items(ctx, ws, watchForPlans, watches.ItemFilter{}, first)
				return err
			}},
			{"what a watch has seen, newest first", func() error {
				_, err := s.Watches.LatestItems(ctx, ws, watchForPlans, watches.ItemFilter{}, first)
				return err
			}},
			{"items of a watch, counted: still there", func() error { _, err := s.Watches.CountItems(ctx, watchForPlans, watches.Live); return err }},
			{"items of a watch, counted: not in its last look", func() error {
				_, err := s.Watches.CountUnseen(ctx, &watches.Watch{ID: watchForPlans, LookedAt: new(int64(1))})
				return err
			}},
			{"items of a watch, counted: ended", func() error { _, err := s.Watches.CountItems(ctx, watchForPlans, watches.Ended); return err }},
			{"a report on a watch", func() error {
				asked := watches.Asked{From: time.UnixMicro(1), Before: time.UnixMicro(1).AddDate(0, 0, 300)}
				if _, err := s.Watches.Report(ctx, watchForPlans, asked); err != nil {
					return err
				}
				asked.Ads = true
				_, err := s.Watches.Report(ctx, watchForPlans, asked)
				return err
			}},
			{"a digest that is due", func() error {
				_, _, err := s.Digests.Due(ctx, &work.Job{Kind: work.Digests, Key: ws + " " + reader})
				return err
			}},
			{"growth of an account", func() error { _, err := s.History.Growth(ctx, ws, "video_site:7", time.Now()); return err }},
			{"items of a creative", func() error {
				_, err := s.Watches.Items(ctx, ws, watchForPlans, watches.ItemFilter{State: watches.Live, Creative: "media:x"}, first)
				return err
			}},
			{"what a watch knows", func() error {
				_, err := s.Watches.KnownItems(ctx, watchForPlans, []string{"video_site:1", "video_site:2"})
				return err
			}},
			{"events without a position", func() error { _, err := s.Events.Unordered(ctx, 10); return err }},
			{"the last delivery of each endpoint", func() error { _, err := s.Events.LastTried(ctx, ws); return err }},
			{"the turn of an endpoint", func() error { _, err := s.Events.Turn(ctx, &work.Job{Kind: work.Deliveries, Key: "w1"}); return err }},
			{"deliveries of an endpoint that are due", func() error {
				j, err := s.Work.Take(ctx, work.Deliveries, "w1")
				modelstest.Must(t, err)
				_, err = s.Events.Claim(ctx, j, 8)
				return err
			}},
			{"shares of a workspace", func() error { _, err := s.Shares.List(ctx, ws, shares.Of{}, first); return err }},
			{"names of boards", func() error { _, err := s.Boards.Names(ctx, ws, []string{"b1", "b2"}); return err }},
			{"names of members", func() error { _, err := s.Accounts.MemberNames(ctx, ws, []string{"u1", "u2"}); return err }},
			{"names of keys", func() error { _, err := s.Accounts.KeyNames(ctx, ws, []string{"k1", "k2"}); return err }},
			{"names of watches", func() error { _, err := s.Watches.Names(ctx, ws, []string{"w1", "w2"}); return err }},
			{"keys", func() error { _, err := s.Accounts.Keys(ctx, ws, first); return err }},
			{"references", func() error { _, err := s.References.References(ctx, ws, references.Filter{}, first); return err }},
			{"references, by views", func() error {
				_, err := s.References.ListReferences(ctx, ws, references.Listing{Sort: references.MostViews, WithoutFailed: true}, first)
				return err
			}},
			{"references, by title", func() error {
				_, err := s.References.ListReferences(ctx, ws, references.Listing{Sort: references.ByTitle}, first)
				return err
			}},
			{"references, counted", func() error {
				_, err := s.References.Count(ctx, ws, references.Listing{WithoutFailed: true})
				return err
			}},
			{"imports, counted: worth another try", func() error { _, err := s.Imports.WorthAnother(ctx, ws); return err }},
			{"references, counted: failed and may succeed", func() error {
				_, err := s.References.Count(ctx, ws, references.Listing{Filter: references.Filter{State: references.Failed}, Retryable: true})
				return err
			}},
			{"references, counted: holds that end", func() error {
				_, err := s.References.Count(ctx, ws, references.Listing{HoldEnds: new(time.UnixMicro(1))})
				return err
			}},
			{"watches, counted: what is new", func() error { _, err := s.Watches.Finders(ctx, ws, "u"); return err }},
			{"references, exported", func() error {
				return s.References.Each(ctx, ws, references.Listing{}, func(references.Reference) error { return nil })
			}},
			{"imports, by words and an id", func() error {
				_, err := s.Imports.List(ctx, ws, imports.Filter{Searched: true, ID: "i7", Saved: references.Filter{Words: "both only7", Subjects: []string{"c7"}}}, first)
				return err
			}},
			{"imports, by a code", func() error {
				_, err := s.Imports.List(ctx, ws, imports.Filter{Code: apierror.CodeNotFound}, first)
				return err
			}},
			{"imports, by a reason", func() error {
				_, err := s.Imports.List(ctx, ws, imports.Filter{Reason: apierror.TooManyRequests}, first)
				return err
			}},
			{"references, by words", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{Words: "both only7"}, first)
				return err
			}},
			{"references, by an id", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{Words: "c7", Subjects: []string{"c7", "d7"}}, first)
				return err
			}},
			{"references, by words and views", func() error {
				_, err := s.References.ListReferences(ctx, ws, references.Listing{Filter: references.Filter{Words: "only7"}, Sort: references.MostViews}, first)
				return err
			}},
			{"references, by a word that a thousand old ones have, and views", func() error {
				_, err := s.References.ListReferences(ctx, ws, references.Listing{Filter: references.Filter{Words: "old"}, Sort: references.MostViews}, first)
				return err
			}},
			{"imports, by a word that a thousand old references have", func() error {
				_, err := s.Imports.List(ctx, ws, imports.Filter{Searched: true, Saved: references.Filter{Words: "old"}}, first)
				return err
			}},
			{"references, by words, counted", func() error {
				_, err := s.References.Count(ctx, ws, references.Listing{Filter: references.Filter{Words: "only7"}})
				return err
			}},
			{"references, by a tag", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{Tags: []string{"red"}}, first)
				return err
			}},
			{"references, by two tags", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{Tags: []string{"red", "t7"}}, first)
				return err
			}},
			{"references, by a tag of the platform", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{SourceTags: []string{"red"}}, first)
				return err
			}},
			{"references that look alike", func() error {
				_, err := s.References.FindSimilar(ctx, ws, reference, 50)
				return err
			}},
			{"what imports cost", func() error {
				_, err := s.Billing.ChargedFor(ctx, ws, []string{reference})
				return err
			}},
			{"versions of posters", func() error {
				_, err := s.References.Versions(ctx, ws, []string{reference})
				return err
			}},
			{"references, by meaning", func() error {
				_, err := s.References.Nearest(ctx, ws, "sense", vectors.Vector{1, 2}, "", first)
				return err
			}},
			{"references without vectors", func() error {
				_, err := s.References.AddMeanings(ctx, "sense", "ffffffff")
				return err
			}},
			{"vectors that are due", func() error {
				_, err := s.References.DueMeanings(ctx, 64)
				return err
			}},
			{"files without hashes", func() error {
				_, _, err := s.References.Unhashed(ctx, "")
				return err
			}},
			{"references, by a tag and a platform", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{Tags: []string{"red"}, Platform: "video_site"}, first)
				return err
			}},
			{"references, by a tag, by views", func() error {
				_, err := s.References.ListReferences(ctx, ws, references.Listing{Filter: references.Filter{Tags: []string{"red"}}, Sort: references.MostViews}, first)
				return err
			}},
			{"references, by a platform", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{Platform: "clip_site"}, first)
				return err
			}},
			{"references, by an account", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{Account: "video_site:7"}, first)
				return err
			}},
			{"references, by a state", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{State: references.Failed}, first)
				return err
			}},
			{"references, by platform and media", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{Platform: "clip_site", MediaAvailability: references.MediaExpired}, first)
				return err
			}},
			{"references, by a link", func() error {
				_, err := s.References.References(ctx, ws, references.Filter{CanonicalURL: "u7"}, first)
				return err
			}},
			{"words that are stale", func() error { return s.References.Reindex(ctx) }},
			{"requests", func() error {
				_, err := s.Requests.List(ctx, ws, requests.Filter{Failed: true}, first)
				return err
			}},
			{"requests, by an operation", func() error {
				_, err := s.Requests.List(ctx, ws, requests.Filter{Operation: "other"}, first)
				return err
			}},
			{"requests, by a code", func() error {
				_, err := s.Requests.List(ctx, ws, requests.Filter{Code: "other"}, first)
				return err
			}},
			{"requests, by operation and code", func() error {
				_, err := s.Requests.List(ctx, ws, requests.Filter{Operation: "o", Code: "other"}, first)
				return err
			}},
			{"requests, by a key", func() error {
				_, err := s.Requests.List(ctx, ws, requests.Filter{KeyID: "other"}, first)
				return err
			}},
			{"requests, by a status", func() error {
				_, err := s.Requests.List(ctx, ws, requests.Filter{Status: 418}, first)
				return err
			}},
			{"acts of support", func() error { _, err := s.Support.Audit(ctx, "", first); return err }},
			{"acts of support in a workspace", func() error { _, err := s.Support.Audit(ctx, ws, first); return err }},
			{"acts of support of a kind", func() error {
				_, err := s.Support.FilteredAudit(ctx, support.AuditFilter{Action: support.ActionRouteDisabled}, first)
				return err
			}},
			{"requests, by an id", func() error { _, err := s.Requests.Find(ctx, "r7", 5); return err }},
			{"support finds", func() error {
				_, err := s.Support.Find(ctx, support.Clue{Request: "r7", Subjects: []string{"c7", "d7"}})
				return err
			}},
			{"unfinished imports of all", func() error { _, err := s.Support.Imports(ctx, support.ImportFilter{}, first); return err }},
			{"groups of failures", func() error {
				_, err := s.Support.FailureGroups(ctx, support.FailureFilter{}, day)
				return err
			}},
			{"failures to run again", func() error {
				_, err := s.Support.CountToRun(ctx, support.FailureFilter{Since: s.Now().Add(-day)})
				return err
			}},
			{"counting", func() error { return s.Usage.RollUp(ctx) }},
			{"usage", func() error { _, err := s.Usage.Report(ctx, ws, window); return err }},
			{"why imports failed", func() error { _, err := s.Usage.FailureCauses(ctx, ws, window); return err }},
			{"the public page of sources", func() error { _, _, err := s.RouteHealth.PublicHealth(ctx); return err }},
			{"overdue", func() error { _, err := s.Imports.Overdue(ctx, 10); return err }},
			{"imports that wait", func() error { _, err := s.Imports.Waiting(ctx, ws, 32); return err }},
			{"rows of a list that is read", func() error {
				_, err := s.Observations.OpenPage(ctx, observations.ListSession{Root: "root", Page: 900}, "o", []string{"row1", "row2"})
				return err
			}},
			{"stored observation", func() error {
				_, err := s.Observations.FindStored(ctx, ws, "s1", observations.Plain, time.Now().AddDate(0, 0, -200))
				return err
			}},
		} {
			doing = step.name
			modelstest.Must(t, step.run())
		}
		doing = ""
		for _, kind := range exports.Kinds() {
			c := &exports.Claimed{Export: exports.Export{WorkspaceID: ws, Kind: kind}, Run: exports.Run{FromAt: 2, UntilAt: s.NowMicros()}}
			_, after, err := s.Exports.Page(ctx, c, "")
			modelstest.Must(t, err)
			doing = "a page of an export of " + string(kind)
			_, _, err = s.Exports.Page(ctx, c, cmp.Or(after, map[bool]string{true: `["s", 1, ""]`, false: `[1, ""]`}[kind == exports.Observations]))
			modelstest.Must(t, err)
			doing = ""
		}
		if s.Postgres {
			fmt.Fprintf(&b, "cached lookup\n%s", modelstest.Plan(t, s, observations.CachedLookupSQL(false), []any{[]byte("d1"), "s1", int64(1)}))
			vars := []any{[][]byte{[]byte("d1"), []byte("d2")}, []string{"s1", "s2"}, []int64{1, 1}}
			fmt.Fprintf(&b, "cached lookups in a group\n%s", modelstest.Plan(t, s, observations.GroupedLookupSQL(false), vars))
		} else {
			key, stored := observations.SQLiteLookupSQL(false)
			fmt.Fprintf(&b, "cached lookup\n%s%s", modelstest.Plan(t, s, key, []any{[]byte("d1")}), modelstest.Plan(t, s, stored, []any{ws, "s1", int64(1)}))
		}
		name := "testdata/plans_sqlite.txt"
		if s.Postgres {
			name = "testdata/plans_postgres.txt"
		}
		if *testkit.Update {
			modelstest.Must(t, os.MkdirAll("testdata", 0o755))
			modelstest.Must(t, os.WriteFile(name, []byte(b.String()), 0o644))
			return
		}
		want, err := os.ReadFile(name)
		if err != nil || string(want) != b.String() {
			t.Errorf("%s (%v) differs from\n%s", name, err, b.String())
		}
	})
}

// fillForPlans makes so many rows of two workspaces that an index is worth it.
func fillForPlans(t testing.TB, s *models.Store) {
	t.Helper()
	const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) "
	id := func(prefix string) string { return "'" + prefix + "' || substr('000000000000' || i, -12)" }
	if s.Postgres {
		id = func(prefix string) string { return "'" + prefix + "' || lpad(i::text, 12, '0')" }
	}
	const base = "01890a5d-ac96-774b-bcce-"
	now := time.Now().UnixMicro()
	modelstest.Run(t, s, numbers+"INSERT INTO workspaces (id, name, revision, balance, granted, spent, created_at) SELECT "+id(base)+", 'w', 1, 0, 0, 0, 0 FROM n")
	user := id("01890a5d-ac96-7750-bcce-")
	modelstest.Run(t, s, numbers+"INSERT INTO users (id, email, name, password_hash, operator, support, created_at) SELECT "+user+", 'e' || i, 'n', '', FALSE, FALSE, 0 FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO members (workspace_id, user_id, role, joined_at) SELECT "+id(base)+", "+user+", 'owner', 0 FROM n")
	owner := fmt.Sprintf("CASE WHEN i %% 3 = 0 THEN '%s%012d' ELSE '%s%012d' END", base, 2, base, 1)
	modelstest.Run(t, s, numbers+"INSERT INTO api_keys (id, workspace_id, name, scopes, prefix, digest, created_by, created_at) SELECT "+id("01890a5d-ac96-774c-bcce-")+", "+id(base)+
		", 'k', 'a', 'p', "+blobOf(s, "'d' || i")+", 'u', 0 FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO ledger_entries (id, workspace_id, amount, balance_after, part, subject, reason, note, created_at) SELECT "+id("01890a5d-ac96-774d-bcce-")+", "+owner+
		", 1, 1, 'fetch', 's', 'r' || i, '', 0 FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO imports (id, workspace_id, job_id, source_url, canonical_url, platform, subject, media_profile, transcript, hold_days, tags, state, stage, attempt, "+
		"cancel_requested, outcome_code, outcome_message, revision, lease_holder, lease_until, takeovers, created_at, updated_at) SELECT "+id("01890a5d-ac96-774e-bcce-")+", "+owner+
		", 'j', 'u', 'u', 'video_site', 's', 'none', TRUE, 30, '[]', CASE WHEN i <= 30 THEN 'queued' WHEN i % 10 = 0 THEN 'failed' ELSE 'succeeded' END, '', 1, FALSE, CASE WHEN i > 30 AND i % 10 = 0 THEN 'x' ELSE '' END, '', 1, '', 0, 0, "+
		fmt.Sprintf("%d - i * 5000000000, %d - i * 5000000000", now, now)+" FROM n")
	modelstest.Run(t, s, "UPDATE imports SET cause_code = outcome_code, cause_reason = outcome_code WHERE state = 'failed'")
	modelstest.Run(t, s, numbers+"INSERT INTO list_session_rows (root, row_id, page, expires_at) SELECT CASE WHEN i % 4 = 0 THEN 'other' ELSE 'root' END, 'row' || i, i / 5, 0 FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO observations (subject, variant, id, observed_at, route_id, version, counts, rows, body) SELECT 's' || i, '', 'o' || i, "+fmt.Sprint(now)+" - i * 5000000000, 'r', '1', '', 1, "+
		blobOf(s, "'body'")+" FROM n")
	modelstest.Run(t, s, "INSERT INTO entitlements (workspace_id, subject, counts, paid_at) SELECT '"+fmt.Sprintf("%s%012d", base, 1)+"', subject, '', 1 FROM observations")
	modelstest.Run(t, s, numbers+"INSERT INTO count_records (id, workspace_id, subject, approximate, counts, source, observed_at, confirmed_at, newest) SELECT "+id("01890a5d-ac96-7751-bcce-")+", "+owner+
		", 'video_site:' || (i / 20), FALSE, '{}', 'lookup', i, i, i % 20 = 19 FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO events (id, workspace_id, type, data, created_at, position) SELECT "+id("01890a5d-ac96-7752-bcce-")+", "+owner+
		", 'reference.updated', '{}', i, CASE WHEN i % 1000 = 0 THEN NULL ELSE i END FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO webhooks (id, workspace_id, url, types, description, secret, old_secret, disabled_reason, revision, created_at) SELECT 'w' || i, "+owner+
		", 'u', '[]', '', '', '', '', 1, i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, state, attempts, next_at, last_status, last_failure, took_ms, created_at) SELECT 'd' || i, "+
		owner+", 'w' || (i % 9 + 1), "+id("01890a5d-ac96-7752-bcce-")+", CASE WHEN i % 2 = 0 THEN 'pending' ELSE 'delivered' END, 0, i, 0, '', 0, i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO watches (id, workspace_id, name, source, every, import, daily_credits, state, paused_reason, failures, spent, spent_on, whole, items, counts, gone_code, "+
		"next_run_at, last_run_id, revision, created_at) SELECT "+id("01890a5d-ac96-7753-bcce-")+", "+owner+
		", 'w', '{}', '1h', '', 1, 'active', '', 0, 0, '', FALSE, 0, '', '', "+fmt.Sprint(now)+" + 1000000000 * CAST(i - 10 AS BIGINT), '', 1, i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO watch_runs (id, watch_id, state, started_at, pages, found, imports, imports_skipped, credits, first, changed, missed, code) SELECT 'run' || i, "+
		"CASE WHEN i % 20 = 0 THEN '"+watchForPlans+"' ELSE '01890a5d-ac96-7753-bcce-000000000002' END, 'succeeded', i, 1, 0, 0, 0, 1, FALSE, FALSE, '', '' FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO watch_items (watch_id, item_id, position, url, first_seen_at, last_seen_at, ended_at, told, import_id) SELECT "+
		"CASE WHEN i % 20 = 0 THEN '"+watchForPlans+"' ELSE '01890a5d-ac96-7753-bcce-000000000002' END, 'video_site:' || i, i, 'u', i, i, CASE WHEN i % 3 = 0 THEN i END, FALSE, '' FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO alert_mails (workspace_id, kind, user_id, mailed_at) SELECT "+owner+", 'k' || i, (SELECT MIN(id) FROM users), i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO jobs (kind, key, tenant, run_at, attempt, lease_holder, last_error, created_at) SELECT CASE WHEN i % 3 = 0 THEN 'watches' ELSE 'deliveries' END, 'w' || i, "+owner+
		", i, 0, CASE WHEN i % 1000 = 0 THEN 'h' ELSE '' END, '', i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO contents (subject, id) SELECT 'c' || i, 'c' || i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO saved_references (id, workspace_id, content_id, platform, canonical_url, state, media_availability, failure_code, retryable, tags, hold_reason, hold_revision, revision, created_at, updated_at) SELECT "+
		id("01890a5d-ac96-774f-bcce-")+", "+owner+", 'c' || i, 'video_site', 'u' || i, 'ready', 'unavailable', '', FALSE, '[]', '', 0, 1, 0, 0 FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO boards (id, workspace_id, name, description, kind, filter, sort, revision, created_at, updated_at) SELECT 'b' || i, "+owner+
		", 'b', '', 'manual', '', '', 1, i, i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO shares (id, workspace_id, board_id, digest, password_hash, with_notes, with_transcript, with_media, open_graph, views, user_id, key_id, created_at, ends_at) SELECT 's' || i, "+
		owner+", 'b' || i, "+blobOf(s, "'d' || i")+", '', FALSE, FALSE, FALSE, FALSE, 0, '', '', i, i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO stamps (import_id, reference_id, document, token, created_at) SELECT 'i' || i, "+id("01890a5d-ac96-774f-bcce-")+", "+blobOf(s, "'d'")+
		", CASE WHEN i % 100 > 0 THEN "+blobOf(s, "'t'")+" END, i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO requests (id, workspace_id, at, request_id, method, operation, subject, status, code, duration_ms, credits, cached, route_id, key_id, user_id) SELECT "+
		id("01890a5d-ac96-7751-bcce-")+", "+owner+", i, 'r' || i, 'GET', 'o', '', 200, CASE WHEN i % 9 = 0 THEN 'x' ELSE '' END, 0, 0, FALSE, '', '', '' FROM n")
	written, said := "'both only' || i || CASE WHEN i < 1800 THEN ' old' ELSE '' END", "''"
	if s.Postgres {
		written, said = "string_to_array("+written+", ' ')", "'{}'"
	}
	modelstest.Run(t, s, numbers+"INSERT INTO reference_words (reference_id, written, said, stale) SELECT "+id("01890a5d-ac96-774f-bcce-")+", "+written+", "+said+", FALSE FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO picture_hashes (reference_id, media_id, start_ms, workspace_id, sha256, hash, band0, band1, band2, band3) SELECT "+id("01890a5d-ac96-774f-bcce-")+", 'm' || i, -1, "+owner+
		", 's' || i, i * 17, (i * 79) % 65536, (i * 104) % 65536, (i * 12) % 65536, i FROM n")
	modelstest.Run(t, s, numbers+"INSERT INTO reference_meanings (reference_id, workspace_id, model, vector, due_at, changes, updated_at) SELECT "+id("01890a5d-ac96-774f-bcce-")+", "+owner+
		", 'sense', "+blobOf(s, "'ab'")+", CASE WHEN i % 100 = 0 THEN i END, 0, i FROM n")
	for _, tags := range []string{"reference_tags", "reference_source_tags"} {
		modelstest.Run(t, s, numbers+"INSERT INTO "+tags+" (reference_id, tag) SELECT "+id("01890a5d-ac96-774f-bcce-")+", CASE WHEN i % 3 = 0 THEN 'red' ELSE 'other' END FROM n")
		modelstest.Run(t, s, numbers+"INSERT INTO "+tags+" (reference_id, tag) SELECT "+id("01890a5d-ac96-774f-bcce-")+", 't' || (i % 40) FROM n")
	}
	modelstest.Run(t, s, numbers+"INSERT INTO audit_entries (id, user_id, workspace_id, action, subject, reason, request_id, created_at) SELECT "+id("01890a5d-ac96-7754-bcce-")+", (SELECT MIN(id) FROM users), "+owner+
		", 'import_rerun', 's', 'r', 'r', i FROM n")
	modelstest.Run(t, s, "INSERT INTO rollup_watermarks (workspace_id, tally, counted_until) SELECT id, 'imports', 0 FROM workspaces UNION ALL SELECT id, 'ledger_entries', 0 FROM workspaces")
	if s.Postgres {
		modelstest.Run(t, s, "VACUUM ANALYZE") // which it does by itself within minutes; SQLite does not
	}
}

func blobOf(s *models.Store, text string) string {
	if s.Postgres {
		return "convert_to(" + text + ", 'UTF8')"
	}
	return "CAST(" + text + " AS BLOB)"
}
