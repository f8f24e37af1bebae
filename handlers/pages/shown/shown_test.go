package shown

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/history"
	"socialdata/models/reruns"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/views"
)

func TestActsOfSupportInWords(t *testing.T) {
	t.Parallel()
	for action, want := range map[support.Action]string{
		support.ActionImportRerun:    "Ran an import again",
		support.ActionCreditsGranted: "Granted credits",
		support.ActionRouteDisabled:  "Switched off a route",
		support.ActionRouteEnabled:   "Switched on a route",
		"something_new":              "something_new",
	} {
		if got := ActionWord(action); got != want {
			t.Errorf("actionWord(%s) = %q, want %q", action, got, want)
		}
	}
	for _, action := range support.Actions() {
		if actionWords[action] == "" {
			t.Errorf("%s has no words", action)
		}
	}
}

func TestScopesAreGroupedByResource(t *testing.T) {
	t.Parallel()
	write, read, media := Scope(accounts.IngestionsWrite, true), Scope(accounts.IngestionsRead, false), Scope(accounts.MediaRead, false)
	want := []views.ScopeGroup{{Resource: "Imports", Scopes: []views.Scope{read, write}}, {Resource: "Media", Scopes: []views.Scope{media}}}
	if diff := cmp.Diff(want, ScopeGroups([]views.Scope{write, read, media})); diff != "" {
		t.Errorf("the groups differ (-want +got):\n%s", diff)
	}
	if write.Access != "Write" || read.Access != "Read" {
		t.Errorf("%q and %q", write.Access, read.Access)
	}
}

func TestRoundedCountsAreNotComparedWithExactOnes(t *testing.T) {
	t.Parallel()
	exact, rounded := history.Record{Counts: `{"views":76196}`}, history.Record{Counts: `{"views":80000}`, Approximate: true}
	for name, tt := range map[string]struct{ seen, want []history.Record }{
		"one of each":              {[]history.Record{rounded, exact}, []history.Record{rounded}},
		"several exact ones":       {[]history.Record{exact, rounded, exact}, []history.Record{exact, exact}},
		"several rounded ones":     {[]history.Record{rounded, exact, rounded}, []history.Record{rounded, rounded}},
		"nothing but rounded ones": {[]history.Record{rounded, rounded}, []history.Record{rounded, rounded}},
	} {
		if diff := cmp.Diff(tt.want, alike(tt.seen)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

func TestOnlyFollowersAreSaidToBeRounded(t *testing.T) {
	t.Parallel()
	v := AccountGrowth(&page.Base{Service: pagetest.Service()}, &history.Growth{Now: &history.Record{Counts: `{"followers":1280000,"items":117}`, Approximate: true}})
	if len(v.Rows) != 2 || v.Rows[0].Now != "about 1,280,000" || v.Rows[1].Now != "117" {
		t.Errorf("%+v", v.Rows)
	}
}

func TestActsLeadToWhatTheyConcern(t *testing.T) {
	t.Parallel()
	act := func(a support.Action, subject string, workspace *string) support.AuditView {
		return support.AuditView{AuditEntry: support.AuditEntry{Action: a, Subject: subject, WorkspaceID: workspace}}
	}
	const id = "01234567-89ab-7def-8123-456789abcdef"
	tests := map[string]struct {
		act              support.AuditView
		forSupport       bool
		kind, href, home string // home is where the workspace is
	}{
		"support sees an import":   {act(support.ActionImportRerun, id, new("w")), true, "Import", "/support/imports/" + id, "/support/workspaces/w"},
		"an owner sees an import":  {act(support.ActionImportRerun, id, new("w")), false, "Import", "/w/w/imports/" + id, ""},
		"an import of nobody":      {act(support.ActionImportRerun, id, nil), false, "Import", "", ""},
		"answers of one import":    {act(support.ActionAnswersOpened, id, new("w")), true, "Import", "/support/imports/" + id, "/support/workspaces/w"},
		"answers of many":          {act(support.ActionAnswersReplayed, "route_degraded", new("w")), true, "", "", "/support/workspaces/w"},
		"a rerun":                  {act(support.ActionRerunPaused, id, nil), true, "Rerun", "/support/reruns/" + id, ""},
		"a change of shapes":       {act(support.ActionShapesUndone, id, nil), true, "Change", "/support/shapes/" + id, ""},
		"a person":                 {act(support.ActionSecondFactorReset, id, nil), true, "Person", "", ""},
		"support sees a route":     {act(support.ActionRouteDisabled, "r", nil), true, "", "/support/routes/r", ""},
		"every route":              {act(support.ActionRouteChecked, support.EveryRoute, nil), true, "", "/support/routes", ""},
		"a route that is on again": {act(support.ActionRouteEnabled, "r", nil), true, "", "/support/routes/r", ""},
		"an owner sees a route":    {act(support.ActionRouteEnabled, "r", nil), false, "", "", ""},
		"credits":                  {act(support.ActionCreditsGranted, "5", new("w")), true, "", "", "/support/workspaces/w"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := AuditRows(&page.Base{}, []support.AuditView{tt.act}, tt.forSupport)
			want := []views.Act{{Did: ActionWord(tt.act.Action), Subject: tt.act.Subject, Kind: tt.kind, Href: tt.href, WorkspaceHref: tt.home}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("auditRows (-want +got)\n%s", diff)
			}
		})
	}
}

func TestThePriceListSaysEveryPrice(t *testing.T) {
	t.Parallel()
	got := []string{}
	prices := billing.Prices{Lookup: 11, Page: 12, Import: 13, Transcript: 14, Analysis: 15, Media: 1600}
	for _, row := range PriceList(prices) {
		got = append(got, row.What+": "+row.Credits)
		if row.Note == "" {
			t.Errorf("%s has no note", row.What)
		}
	}
	want := []string{"Lookup of an item or an account: 11", "Page of a list, of comments or of a search: 12",
		"Import: 13",
		"… with a transcript: +14", "… with analysis: +15", "… with media: +1,600", "Anything that fails: 0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("prices (-want +got)\n%s", diff)
	}
}

func TestEntriesOfTheLedgerInWords(t *testing.T) {
	t.Parallel()
	charged := func(reason string, part content.Part, subject string) billing.Entry {
		return billing.Entry{Amount: -1, Reason: reason, Part: part, Subject: subject}
	}
	tests := map[string]struct {
		entry         billing.Entry
		word, subject string
	}{
		"a grant":          {billing.Entry{Amount: 5, Subject: "item:a"}, "Granted", ""},
		"an import":        {charged("import:1:x", content.PartFetch, "video_site:a"), "Import", "video_site:a"},
		"its transcript":   {charged("import:1", content.PartTranscript, "s"), "Import: transcript", "s"},
		"its analysis":     {charged("import:1", content.PartAnalysis, "s"), "Import: analysis", "s"},
		"its media":        {charged("import:1", content.PartMedia, "s"), "Import: media", "s"},
		"a live item":      {charged("", content.PartFetch, "item:video_site:a"), "Lookup, live", "video_site:a"},
		"a stored account": {charged("", content.PartStored, "account:clip_site:@a"), "Account, stored", "clip_site:@a"},
		"an earlier list":  {charged("", content.PartFetch, "items:0123abcd"), "List, live", ""},
		"a list's page":    {charged("", content.PartFetch, "items:0123456789abcdef0123456789abcdef:0123456789abcdef0123456789abcdef"), "List, live", ""},
		"a list":           {charged("", content.PartFetch, "items:video_site:a"), "List, live", "video_site:a"},
		"comments":         {charged("", content.PartStored, "comments:video_site:a"), "Comments, stored", "video_site:a"},
		"a search":         {charged("", content.PartFetch, "search:0123"), "Search, live", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			word, subject := PostingWords(billing.Posting{Entry: tt.entry, Parts: []content.Part{tt.entry.Part, content.PartFetch}})
			if word != tt.word || subject != tt.subject {
				t.Errorf("PostingWords = %q, %q, want %q, %q", word, subject, tt.word, tt.subject)
			}
		})
	}
}

// operation is an operation in a state; failed says that it was called, in vain.
func operation(name, state string, failed bool) lookup.OperationState {
	o := lookup.OperationState{Operation: sources.Operation(name), State: state}
	if failed {
		o.Health.LastFailureAt = new(int64(1))
	}
	return o
}

func TestOperationsAreGroupedByWhatWasSeen(t *testing.T) {
	t.Parallel()
	tests := map[string][]lookup.OperationState{
		"": nil,
		"Answers: item, search. Degraded: list.": {operation("item", "enabled", false), operation("list", "degraded", true),
			operation("search", "enabled", true)},
		"Not called yet: item. No successful response yet: list.": {operation("item", "unverified", false),
			operation("list", "unverified", true)},
		"Switched off: item.": {operation("item", "disabled", true)},
	}
	for want, list := range tests {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			if got := OperationsSentence(list); got != want {
				t.Errorf("operationsSentence = %q", got)
			}
		})
	}
}

// TestRerunsCountWhatRuns leaves what is left out of the numbers of a rerun, as its form does, and says it beside them.
func TestRerunsCountWhatRuns(t *testing.T) {
	r := &reruns.Rerun{State: reruns.Done, Total: 6, PerMinute: 6}
	p := &reruns.Progress{Retried: 5, Skipped: 1, UnderWay: 2, Succeeded: 3, SkippedBy: map[reruns.Skip]int64{reruns.SkipUnavailable: 1}}
	if v := RerunProgress(r, p); v.Done != 5 || v.Total != 5 || v.LeftOut != 1 || v.State.Word != "All started" || !v.Moving {
		t.Errorf("%+v", v)
	}
	p.UnderWay, p.Succeeded = 0, 5
	if v := RerunProgress(r, p); v.State.Word != "Done" || v.Moving {
		t.Errorf("%+v", v)
	}
}

// TestEverySkipHasWords says why an import was left out.
func TestEverySkipHasWords(t *testing.T) {
	for _, s := range append(reruns.Skips(), reruns.SkipUnavailable) {
		if skipWords[s] == "" {
			t.Errorf("%s has no words", s)
		}
	}
}

// TestSharesInWords holds that 100 % means all, and 0 % none.
func TestSharesInWords(t *testing.T) {
	t.Parallel()
	for want, a := range map[string]routehealth.Answered{
		"": {}, "0 %": {Total: 3}, "0.1 %": {Succeeded: 1, Total: 30000}, "66.7 %": {Succeeded: 2, Total: 3}, "98 %": {Succeeded: 49, Total: 50},
		"99.9 %": {Succeeded: 29999, Total: 30000}, "100 %": {Succeeded: 9, Total: 9},
	} {
		if got := AnsweredShare(a); got != want {
			t.Errorf("%d of %d: %q, want %q", a.Succeeded, a.Total, got, want)
		}
	}
}
