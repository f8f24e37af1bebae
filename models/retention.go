package models

import (
	"time"

	"socialdata/models/accounts"
	"socialdata/models/acts"
	"socialdata/models/captures"
	"socialdata/models/changes"
	"socialdata/models/exports"
	"socialdata/models/idempotency"
	"socialdata/models/imports"
	"socialdata/models/links"
	"socialdata/models/observations"
	"socialdata/models/reruns"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/shares"
	"socialdata/models/support"
)

// KeepDays is how many days rows are kept whose retention the operator can configure; 0 means for ever.
type KeepDays struct {
	Observations, Served, History, Events, Requests, WatchRuns, Attempts, Imports int
}

// StandardKeepDays returns the default settings.
func StandardKeepDays() KeepDays {
	return KeepDays{Observations: 365, Served: 365, History: 730, Events: 30, Requests: 30, WatchRuns: 90, Attempts: 90, Imports: 365}
}

// Kept is a row of the retention table: tables, how long their rows are kept, and how they end.
type Kept struct {
	What    string
	Tables  []string      // rows of tables without a sweep end with the row that they belong to
	Life    time.Duration // 0: see Until
	Setting string        // name without SOCIALDATA_; "" if the time is fixed
	Until   string        // when and why a row ends, if not by age; or a remark on Life
	Closed  string        // why rows of a closed workspace are kept, and which part; "" if they are erased
	Account string        // why rows are kept when an account of a platform is erased; "" if those about it are erased
	Bytes   int64         // of a row with its indexes, measured on PostgreSQL; 0 if there are few
	sweeps  []sweep
}

const day = 24 * time.Hour

// Retention lists every table of the schema once, in the order of sweeping. It is the only place that defines how long
// anything is kept.
func Retention(keep KeepDays) []Kept {
	of := func(days int) time.Duration { return time.Duration(days) * day }
	return []Kept{
		{What: "Request log", Tables: []string{"requests"}, Life: of(keep.Requests), Setting: "KEEP_REQUESTS", Bytes: 713,
			sweeps: []sweep{{table: "requests", age: "at", life: of(keep.Requests)}}},
		{What: "Calls of routes", Tables: []string{"route_calls"}, Life: routehealth.CallsKeptFor, Bytes: 290,
			sweeps: []sweep{{table: "route_calls", age: "at", life: routehealth.CallsKeptFor}}},
		{What: "Calls of routes by the hour", Account: "counts", Tables: []string{"route_hours"}, Life: routehealth.HoursKeptFor,
			sweeps: []sweep{{table: "route_hours", age: "hour", life: routehealth.HoursKeptFor}}},
		{What: "How often answers have each field, by the hour", Account: "counts", Tables: []string{"field_fills"}, Life: routehealth.FillsKeptFor,
			sweeps: []sweep{{table: "field_fills", age: "hour", life: routehealth.FillsKeptFor}}},
		{What: "Names of unknown elements, by the day", Account: "of no account", Tables: []string{"unread_elements"}, Life: routehealth.UnreadKeptFor,
			sweeps: []sweep{{table: "unread_elements", age: "day", life: routehealth.UnreadKeptFor}}},
		{What: "Answers that had changed", Tables: []string{"changed_answers"}, Life: routehealth.ChangedAnswersKeptFor, Until: "scrubbed, a few for each route",
			sweeps: []sweep{{table: "changed_answers", age: "at", life: routehealth.ChangedAnswersKeptFor}}},
		{What: "Answers on which imports failed", Tables: []string{"attempt_answers"}, Life: imports.AnswersKeptFor, Until: "scrubbed and sealed, 64 MiB for each route and 256 MiB in all",
			sweeps: []sweep{{table: "attempt_answers", age: "at", life: imports.AnswersKeptFor}}},
		{What: "Incidents of sources", Account: "of no account", Tables: []string{"incidents"}, Life: routehealth.IncidentsKeptFor,
			sweeps: []sweep{{table: "incidents", age: "began_at", life: routehealth.IncidentsKeptFor, only: "ended_at IS NOT NULL"}}},
		{What: "Events", Tables: []string{"events"}, Life: of(keep.Events), Setting: "KEEP_EVENTS", Bytes: 774,
			sweeps: []sweep{{table: "events", age: "created_at", life: of(keep.Events), only: "position IS NOT NULL"}}},
		{What: "Which events are about a watch", Tables: []string{"event_subjects"}, Life: of(keep.Events), Setting: "KEEP_EVENTS", Until: "with their event"},
		{What: "Deliveries of events", Tables: []string{"deliveries"}, Life: of(keep.Events), Setting: "KEEP_EVENTS", Until: "with their event, or before with their endpoint", Bytes: 650},
		{What: "Runs of watches", Tables: []string{"watch_runs"}, Life: of(keep.WatchRuns), Setting: "KEEP_WATCH_RUNS",
			sweeps: []sweep{{table: "watch_runs", age: "started_at", life: of(keep.WatchRuns)}}},
		{What: "Stages of attempts, causes and answers of failures", Tables: []string{"attempts"}, Life: of(keep.Attempts), Setting: "KEEP_ATTEMPTS", Until: "the attempt itself ends with its import", Bytes: 1298,
			sweeps: []sweep{{table: "attempts", age: "finished_at", life: of(keep.Attempts), only: "stages <> '[]'", empty: "stages = '[]', work = NULL, cause = '', answer = ''"}}},
		{What: "Imports that failed or were cancelled", Tables: []string{"imports", "full_evidence"}, Life: of(keep.Imports), Setting: "KEEP_IMPORTS",
			Until: "those that succeeded: until the workspace is closed, because references and charges name them", Bytes: 1251,
			sweeps: []sweep{{table: "imports", age: "finished_at", life: of(keep.Imports), only: "state IN ('failed', 'cancelled')", first: "DELETE FROM attempts WHERE import_id IN ?"}}},
		{What: "Reruns of failed imports", Account: "our own ids of imports, and how often to run them", Tables: []string{"reruns", "rerun_imports"}, Life: reruns.KeptFor, Until: "after they were ordered",
			sweeps: []sweep{{table: "reruns", age: "created_at", life: reruns.KeptFor, first: "DELETE FROM rerun_imports WHERE rerun_id IN ?"}}},
		{What: "Changes of many references", Account: "the filter that chose the references, as the workspace wrote it", Tables: []string{"reference_changes"}, Life: changes.KeptFor, Until: "after they were ordered",
			sweeps: []sweep{{table: "reference_changes", age: "created_at", life: changes.KeptFor}}},
		{What: "Runs of scheduled exports", Account: "our own keys of files, and counts", Tables: []string{"export_runs"}, Life: exports.RunsKeptFor, Until: "after they began; what they wrote belongs to the operator, and is never deleted",
			sweeps: []sweep{{table: "export_runs", age: "started_at", life: exports.RunsKeptFor}}},
		{What: "Changes of shapes", Account: "of no account", Tables: []string{"rollouts"}, Life: rollouts.KeptFor, Until: "one that is in use stays",
			sweeps: []sweep{{table: "rollouts", age: "created_at", life: rollouts.KeptFor, only: "ended_at IS NOT NULL"}}},
		{What: "Failures that were mended", Account: "about causes", Tables: []string{"mendings"}, Life: support.MendingsKeptFor,
			sweeps: []sweep{{table: "mendings", age: "created_at", life: support.MendingsKeptFor}}},
		{What: "Notices of what was mended", Account: "about causes", Tables: []string{"mended_notices"}, Life: support.MendedStands,
			sweeps: []sweep{{table: "mended_notices", age: "ends_at"}}},
		{What: "History of counts", Tables: []string{"count_records"}, Life: of(keep.History), Setting: "KEEP_HISTORY", Until: "after the counts were last seen", Bytes: 459,
			sweeps: []sweep{{table: "count_records", age: "confirmed_at", life: of(keep.History)}}},
		{What: "What platforms answered", Tables: []string{"observations"}, Life: of(keep.Observations), Setting: "KEEP_OBSERVATIONS", Until: "unless it is renewed", Bytes: 1712,
			sweeps: []sweep{{table: "observations", age: "observed_at", life: of(keep.Observations)}}},
		{What: "What a workspace has paid for", Tables: []string{"entitlements"}, Life: of(keep.Observations), Setting: "KEEP_OBSERVATIONS", Until: "or as long as the answer is kept", Bytes: 278,
			sweeps: []sweep{{table: "entitlements", keys: []string{"workspace_id", "subject"}, age: "paid_at", life: of(keep.Observations),
				only: "NOT EXISTS (SELECT 1 FROM observations o WHERE o.subject = entitlements.subject)"}}},
		{What: "What a workspace was served, for `asOf`", Tables: []string{"served_answers"}, Life: of(keep.Served), Setting: "KEEP_SERVED", Until: "after it was served", Bytes: 1980,
			sweeps: []sweep{{table: "served_answers", keys: []string{"workspace_id", "subject", "served_at", "observation_id"}, age: "served_at", life: of(keep.Served)}}},
		{What: "Names of accounts", Tables: []string{"account_names"}, Life: of(keep.Observations), Setting: "KEEP_OBSERVATIONS", Until: "after they were last seen",
			sweeps: []sweep{{table: "account_names", keys: []string{"platform", "name"}, age: "seen_at", life: of(keep.Observations)}}},
		{What: "Where short links led", Tables: []string{"followed_links"}, Life: links.KeptFor,
			sweeps: []sweep{{table: "followed_links", age: "kept_at", life: links.KeptFor}}},
		{What: "Cursors of lists of a platform", Tables: []string{"list_sessions", "list_session_rows"}, Life: observations.ListSessionLife,
			sweeps: []sweep{{table: "list_session_rows", age: "expires_at"}, {table: "list_sessions", age: "expires_at"}}},
		{What: "Idempotency keys", Tables: []string{"idempotency_keys"}, Life: idempotency.Life, sweeps: []sweep{{table: "idempotency_keys", age: "expires_at"}}},
		{What: "Leases of fetches", Account: "they end within seconds", Tables: []string{"fetch_leases"}, Life: observations.FetchLeaseTime, sweeps: []sweep{{table: "fetch_leases", keys: []string{"query"}, age: "expires_at"}}},
		{What: "Sessions", Account: "of people of ours", Tables: []string{"sessions"}, Life: accounts.SessionLife, Until: "or a day without a request",
			sweeps: []sweep{{table: "sessions", age: "expires_at"}, {table: "sessions", age: "last_seen_at", life: accounts.SessionIdle}}},
		{What: "Invites", Account: "of people of ours", Tables: []string{"invites"}, Life: accounts.InviteLife, sweeps: []sweep{{table: "invites", age: "expires_at"}}},
		{What: "Links for a new password", Account: "of people of ours", Tables: []string{"password_resets"}, Life: accounts.ResetLife, sweeps: []sweep{{table: "password_resets", age: "expires_at"}}},
		{What: "Links that prove an e-mail", Account: "of people of ours", Tables: []string{"email_proofs"}, Life: accounts.ProofLife, sweeps: []sweep{{table: "email_proofs", age: "expires_at"}}},
		{What: "Share links", Tables: []string{"shares"}, Life: shares.KeptFor, Until: "after their end, which is a year after they were made at the latest; 200 that work at most",
			sweeps: []sweep{{table: "shares", age: "ends_at", life: shares.KeptFor}}},
		{What: "Captures of members' browsers", Tables: []string{"captures"}, Life: captures.KeptFor, Until: "after they were handed over; what an import kept of one stays with its reference",
			sweeps: []sweep{{table: "captures", age: "created_at", life: captures.KeptFor}}},
		{What: "Media that members' browsers uploaded", Tables: []string{"capture_pieces"}, Life: captures.PiecesKeptFor, Until: "after they were uploaded; an import keeps its own copy of what it takes"},
		{What: "Ledger", Tables: []string{"ledger_entries"}, Until: "for ever: it is the account of money, which the law of most places wants kept for years",
			Closed: "the amounts, for the same reason, without what was charged for", Bytes: 518},
		{What: "Counts of the ledger and of imports", Account: "counts", Tables: []string{"ledger_rollups", "import_rollups", "rollup_watermarks"}, Until: "until the workspace is closed: reports of any past period read them"},
		{What: "Acts of support and of owners", Account: "who acted and why, by our own ids", Tables: []string{"audit_entries"}, Until: "for ever: they say who touched whose data and credits",
			Closed: "who acted and when, without what they wrote"},
		{What: "Who did what in a workspace", Tables: []string{"acts"}, Life: acts.KeptFor, Bytes: 500,
			sweeps: []sweep{{table: "acts", age: "at", life: acts.KeptFor}}},
		{What: "References, with words, tags and timestamps", Tables: []string{"saved_references", "reference_words", "reference_tags", "reference_source_tags", "stamps"},
			Until: "until the workspace deletes them", Bytes: 3708},
		{What: "Hashes of pictures, posters and shots, by which copies are found", Tables: []string{"picture_hashes"}, Until: "until the workspace deletes the reference, or a later import replaces the file"},
		{What: "Vectors of what references are about, where the operator has a server for them", Tables: []string{"reference_meanings", "reference_passages"}, Until: "until the workspace deletes the reference"},
		{What: "Boards, with what is on them", Account: "boards are the workspace's own words; the account's references leave them", Tables: []string{"boards", "board_references"}, Until: "until the workspace deletes them; 500 boards at most"},
		{What: "Media", Tables: []string{"media"}, Until: "until the hold ends; posters and transcripts with their reference", Bytes: 549},
		{What: "Ids of contents", Tables: []string{"contents"}, Until: "for ever: a thing that comes again has the same id; there is nothing in it but a platform's id", Bytes: 193},
		{What: "Watches, with what each has seen", Tables: []string{"watches", "watch_items", "watch_reaches", "watch_feeds", "watch_news_seen"}, Until: "until the workspace deletes them; the last 50,000 items of each; feeds until they are revoked"},
		{What: "Endpoints and the order of events", Account: "the workspace's own", Tables: []string{"webhooks", "event_orders"}, Until: "until the workspace deletes them; ten endpoints at most"},
		{What: "Scheduled exports", Account: "the workspace's own", Tables: []string{"exports"}, Until: "until the workspace deletes them"},
		{What: "Digests by e-mail", Account: "of people of ours", Tables: []string{"digests"}, Until: "until the member switches it off or leaves"},
		{What: "E-mails about alerts", Account: "of people of ours", Tables: []string{"alert_mails"}, Until: "the last one of each kind and owner"},
		{What: "Which workspaces are not metered", Account: "ours", Tables: []string{"unmetered_workspaces"}, Until: "until they are metered again, or closed"},
		{What: "Workspaces", Account: "ours", Tables: []string{"workspaces"}, Until: "for ever: what is left of the ledger names them", Closed: "its totals and times, without a name"},
		{What: "Members and keys", Account: "ours", Tables: []string{"members", "api_keys"}, Until: "until they are removed, or the workspace is closed"},
		{What: "Programs that act by OAuth", Account: "ours", Tables: []string{"oauth_grants"}, Until: "with their key"},
		{What: "Refresh tokens", Account: "ours", Tables: []string{"oauth_refresh_tokens"}, Life: accounts.RefreshLife, sweeps: []sweep{{table: "oauth_refresh_tokens", age: "made_at", life: accounts.RefreshLife}}},
		{What: "Authorization codes", Account: "of people of ours", Tables: []string{"oauth_codes"}, Life: accounts.CodeLife, sweeps: []sweep{{table: "oauth_codes", age: "expires_at", life: day}}, Until: "a day after they end, so that one that is used again is seen"},
		{What: "Programs that registered themselves", Account: "of no account", Tables: []string{"oauth_clients"}, Life: accounts.ClientLife, Until: "after somebody last let them in", sweeps: []sweep{{table: "oauth_clients", age: "used_at", life: accounts.ClientLife}}},
		{What: "Receipts of erasures", Account: "the receipt", Tables: []string{"erasures"}, Until: "for ever: they prove that it was done, by counts and without content", Closed: "the receipt"},
		{What: "Names of what an erasure is about", Account: "they end with the erasure", Tables: []string{"erasure_names"}, Until: "until the erasure ends"},
		{What: "People", Account: "ours", Tables: []string{"users", "identities", "second_factors", "recovery_codes"}, Until: "for ever: what they did names them; with who they are at the issuer, and the second factor until it is switched off"},
		{What: "Work", Tables: []string{"jobs"}, Until: "until it is done"},
		{What: "State of routes", Account: "of no account", Tables: []string{"route_operations", "route_switches", "route_checks", "route_reports"}, Until: "the last one of each route"},
		{What: "Known failures", Account: "about causes", Tables: []string{"known_failures"}, Until: "for ever: people write them, one for each cause"},
		{What: "The installation", Account: "of no account", Tables: []string{"settings"}, Until: "for ever: a few values"},
	}
}

// Kept returns the retention table of this store.
func (s *Store) Kept() []Kept { return Retention(s.keep) }

// KeepDays returns the retention settings of this store.
func (s *Store) KeepDays() KeepDays { return s.keep }
