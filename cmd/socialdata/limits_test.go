package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"socialdata/handlers/mcp"
	"socialdata/handlers/operations"
	"socialdata/internal/input"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/captures"
	"socialdata/models/changes"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/references"
	"socialdata/models/reruns"
	"socialdata/models/shares"
	"socialdata/models/watches"
	"socialdata/views"
	"socialdata/web"
)

// limitRow is one row of docs/limits.md.
type limitRow struct{ what, value, note string }

// hardLimits are the bounds that are written in the code; settings name their variables.
func hardLimits(c *config) []limitRow {
	number := func(n int64) string { return views.Number(n) }
	return []limitRow{
		{"Lookups a minute", number(int64(c.RateLookup)), "of a workspace; `SOCIALDATA_RATE_LOOKUP`"},
		{"Imports a minute", number(int64(c.RateImport)), "of a workspace; `SOCIALDATA_RATE_IMPORT`. What is beyond it in a batch waits until it fits, up to an hour"},
		{"Other requests a minute", number(int64(c.RateRead)), "of a key or session, messages to `/mcp` among them; `SOCIALDATA_RATE_READ`"},
		{"Sign-ins a minute", number(int64(c.RateSignIn)), "of an address; `SOCIALDATA_RATE_SIGNIN`"},
		{"Watches", number(watches.DefaultMost), "of a workspace; `SOCIALDATA_WATCHES_MOST`"},
		{"Scheduled exports", number(exports.DefaultMost), "of a workspace; `SOCIALDATA_EXPORTS_MOST`"},
		{"Media of an import", "2 GiB", "all parts of a post together; `SOCIALDATA_MEDIA_MAX_BYTES`"},
		{"Parts of a post", number(references.MaxParts), "more are told and not kept"},
		{"Live API keys", number(accounts.MaxLiveKeys), "of a workspace"},
		{"Live share links", number(shares.MostLive), "of a workspace; those that have ended do not count"},
		{"Life of a share link", days(shares.MostLife), days(shares.DefaultLife) + " unless another end is sent"},
		{"Webhook endpoints", number(events.MostWebhooks), "of a workspace"},
		{"Things in one batch", number(input.MaxBatch), "links, accounts, imports or ids"},
		{"Rows of a page of stored records", number(input.MaxRecords), "`limit`, " + number(input.DefaultRecords) + " without it"},
		{"Body of a request", number(web.MaxBody/1024) + " KiB", ""},
		{"Body of a capture", number(input.MaxCapture>>20) + " MiB", fmt.Sprintf("%d answers of %d million characters each", input.MaxCaptureAnswers, input.MaxCaptureAnswer>>20)},
		{"Age of a capture", fmt.Sprintf("%d hours", input.MaxCaptureHours), fmt.Sprintf("and %d minutes ahead of our clock", input.MaxClockMinutes)},
		{"Comments of a capture", number(sources.MaxCapturedComments), "those beyond are ignored"},
		{"Upload of a captured part", number(input.MaxPiece>>20) + " MiB a request", fmt.Sprintf("at least %d KiB unless it is the last; all parts of a capture within `SOCIALDATA_MEDIA_MAX_BYTES`", input.MinPiece>>10)},
		{"Uploads that wait in a workspace", fmt.Sprintf("%d × `SOCIALDATA_MEDIA_MAX_BYTES`", operations.UploadsOfWorkspace), fmt.Sprintf("for %d hours at most", captures.PiecesKeptFor/time.Hour)},
		{"Link", number(input.MaxLink), "characters"},
		{"Words of a search", number(input.MaxSearch), "characters"},
		{"Title", number(input.MaxTitle), "characters"},
		{"Notes", number(input.MaxNotes), "characters"},
		{"Tags of a reference", number(input.MaxTags), fmt.Sprintf("of %d characters each", input.MaxTag)},
		{"Hold of media", days(input.MaxHoldDays * 24 * time.Hour), fmt.Sprintf("%d days unless another number is sent", input.DefaultHoldDays)},
		{"Download link of media", fmt.Sprintf("%d s", input.MaxLinkSeconds), ""},
		{"Wait for imports", fmt.Sprintf("%d s", input.MaxWaitSeconds), "`wait`"},
		{"Credits of a watch a day", number(input.MaxDailyCredits), fmt.Sprintf("%d unless another number is sent", watches.DefaultDailyCredits)},
		{"Items that a watch remembers", number(watches.MostItems), "the latest"},
		{"Items of before that a watch imports", number(watches.MostBackfill), ""},
		{"Pages of a run of a watch", number(watches.MostPages), ""},
		{"Imports of a rerun", number(reruns.MostImports), "more are left out, and it says so"},
		{"Reruns of a workspace that have not ended", number(reruns.MostOpen), ""},
		{"Changes of many references of a workspace that have not ended", number(changes.MostOpen), ""},
		{"Total of a list", number(references.MostCounted), "more are counted as so many and more"},
		{"Result of a tool for agents", fmt.Sprintf("%d KiB", mcp.MaxResult/1024), "texts and lists are cut, and the result says so"},
	}
}

func days(d time.Duration) string { return views.Count(int64(d/(24*time.Hour)), "day") }

// TestLimitsAreWrittenDown compares docs/limits.md with the bounds in the code; -update writes it anew.
func TestLimitsAreWrittenDown(t *testing.T) {
	c, err := readConfig()
	if err != nil {
		t.Fatal(err)
	}
	if c.WatchesMost != watches.DefaultMost || c.ExportsMost != exports.DefaultMost || c.MediaMaxBytes != 2<<30 {
		t.Error("the defaults of the settings are not those of the table")
	}
	var b strings.Builder
	b.WriteString("# Limits\n\nWritten from the code by a test. Beyond a limit the answer is 429 `rate_limited`, 422 `limit_exceeded` or 400 `invalid_input` with the limit in\n`details`.\n")
	table := func(title, value string, rows []limitRow) {
		fmt.Fprintf(&b, "\n## %s\n| what | %s | |\n|---|---|---|\n", title, value)
		for _, r := range rows {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", r.what, r.value, r.note)
		}
	}
	table("Hard limits", "at most", hardLimits(c))
	b.WriteString("\nHow long things are kept stands in `operating.md`, under [What is kept](operating.md#what-is-kept).\n")
	const path = "../../docs/limits.md"
	if *testkit.Update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(path); err != nil || string(have) != b.String() {
		t.Errorf("docs/limits.md is not what the code says; run with -update (%v)", err)
	}
}
