package imports

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/models/references"
)

func TestRetriesSayHowManyImportsTheyRun(t *testing.T) {
	t.Parallel()
	const many = references.MostCounted
	for _, tt := range []struct {
		name                     string
		total, runs, unavailable int64
		want                     string
	}{
		{"all", 3, 3, 0, "3 imports."},
		{"one", 1, 1, 0, "1 import."},
		{"some were imported again", 5, 3, 0, "3 of 5. Left out: 2 imported again since."},
		{"some cannot succeed", 5, 3, 2, "3 of 5. Left out: 2 cannot succeed, as " + shown.Unavailable + "."},
		{"both", 900, 500, 1, "500 of 900. Left out: 399 imported again since, 1 cannot succeed, as " + shown.Unavailable + "."},
		{"as many as are counted", many, many - 1, 1, "999 of 1,000. Left out: 1 cannot succeed, as " + shown.Unavailable + "."},
		{"more than are counted", many + 1, many + 1, 2, "More than 1,000 imports. Left out: 2 imports, because " + shown.Unavailable + "."},
	} {
		if got := runCount(tt.total, tt.runs, tt.unavailable); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestRetriesNameWhatTheyRun(t *testing.T) {
	t.Parallel()
	h := &Handlers{Base: &page.Base{Service: pagetest.Service()}}
	for want, f := range map[string]operations.RetryFilter{
		"Failed imports":         {},
		"Failed imports, TikTok": {Platform: content.ClipSite},
		"Failed imports, " + shown.CauseText(apierror.CodeSourceChanged, ""):      {OutcomeCode: operations.FailureCode(apierror.CodeSourceChanged)},
		"Failed imports, " + shown.CauseText("", "challenge"):                     {Reason: "challenge"},
		"Failed imports, made since 1 Nov 00:00 UTC, made before 3 Nov 12:30 UTC": {CreatedFrom: "2026-11-01T00:00:00Z", CreatedBefore: "2026-11-03T12:30:00Z"},
	} {
		if got := h.retryWords(f); got != want {
			t.Errorf("%+v: %q, want %q", f, got, want)
		}
	}
}

// TestOnlyListsOfFailedImportsRunAgain converts their filters; a list that may hold others, or that was searched, has no retry.
func TestOnlyListsOfFailedImportsRunAgain(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	all := imports.Filter{State: imports.Failed, Platform: content.ClipSite, Code: apierror.CodeSourceChanged, Reason: "challenge", BatchID: "b", CreatedFrom: &from}
	want := operations.RetryFilter{Platform: content.ClipSite, OutcomeCode: operations.FailureCode(apierror.CodeSourceChanged), Reason: "challenge", BatchID: "b", CreatedFrom: "2026-11-01T00:00:00Z"}
	if got, ok := retryFilter(all); !ok || got != want {
		t.Errorf("%v (-want +got)\n%s", ok, cmp.Diff(want, got))
	}
	for name, f := range map[string]imports.Filter{"any state": {}, "a search": {State: imports.Failed, Searched: true}, "what succeeded": {State: imports.Succeeded}} {
		if _, ok := retryFilter(f); ok {
			t.Errorf("%s: can be run again", name)
		}
	}
}
