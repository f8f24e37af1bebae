package v1

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/sources/platforms"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/usage"
)

func TestPagesOfRecords(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		page db.RecordPage[int]
		want Records[string]
	}{
		"none":     {db.RecordPage[int]{}, Records[string]{Items: []string{}}},
		"the last": {db.RecordPage[int]{Items: []int{2, 1}}, Records[string]{Items: []string{"2", "1"}}},
		"more": {db.RecordPage[int]{Items: []int{3}, NextCursor: "c"},
			Records[string]{Items: []string{"3"}, NextCursor: new("c")}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := pageOf(&tt.page, nil, strconv.Itoa)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.Body); diff != "" {
				t.Errorf("page (-want +got)\n%s", diff)
			}
		})
	}
	refused := errors.New("refused")
	if got, err := pageOf(nil, refused, strconv.Itoa); got != nil || !errors.Is(err, refused) {
		t.Errorf("pageOf of an error = %v, %v", got, err)
	}
}

func TestPageRequests(t *testing.T) {
	t.Parallel()
	for in, want := range map[PageInput]db.PageRequest{
		{}:                        {Limit: input.DefaultRecords},
		{Cursor: "c", Limit: 100}: {Cursor: "c", Limit: 100},
	} {
		if diff := cmp.Diff(want, in.request()); diff != "" {
			t.Errorf("request (-want +got)\n%s", diff)
		}
	}
}

func TestIDsOfPaths(t *testing.T) {
	t.Parallel()
	good := db.NewID()
	tests := map[string]struct{ parameter, id, resource string }{
		"an id of ours":            {"importId", good, ""},
		"another word":             {"importId", "x", "import"},
		"nothing":                  {"keyId", "", "apiKey"},
		"another version":          {"mediaId", "11111111-1111-4111-8111-111111111111", "media"},
		"with braces":              {"userId", "{" + good + "}", "member"},
		"a workspace is not asked": {"workspaceId", "x", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := CheckPathID(tt.parameter, tt.id)
			if tt.resource == "" {
				if err != nil {
					t.Errorf("CheckPathID = %v", err)
				}
				return
			}
			if !apierror.Is(err, apierror.CodeNotFound) || apierror.From(err).Details["resource"] != tt.resource {
				t.Errorf("CheckPathID = %v, want not_found of %s", err, tt.resource)
			}
		})
	}
}

func TestUsageView(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	h := &Handlers{Service: &operations.Service{Platforms: platforms.All().Set()}}
	got := h.usageView("w", &usage.Report{
		Window:     usage.Window{Range: "7d", Start: start, End: start.Add(1), Bucket: 2 * time.Hour},
		Credits:    billing.Credits{Granted: 9, Spent: 4, Balance: 5},
		Imports:    usage.ImportTotals{Total: 5, Succeeded: 1, Failed: 2, Cancelled: 1, InFlight: 1},
		Failures:   []usage.FailureCount{{Code: "not_found", Count: 2}},
		Series:     []usage.BucketTotals{{Start: start, Total: 5, Succeeded: 1, Failed: 2}},
		ByPlatform: []usage.PlatformTotals{{Platform: content.AdLibrary, Total: 1}, {Platform: content.VideoSite, Total: 4}},
		At:         start})
	want := UsageReport{WorkspaceID: "w",
		Window:         UsageWindow{Range: new("7d"), Start: content.At(start), End: content.At(start.Add(1)), Bucket: "2h"},
		Imports:        UsageImports{Total: 5, Succeeded: 1, Failed: 2, Cancelled: 1, InFlight: 1},
		Credits:        UsageCredits{Granted: 9, Spent: 4, Balance: 5},
		FailuresByCode: []UsageFailure{{Code: "not_found", Count: 2}},
		Series:         []UsageBucket{{Start: content.At(start), Total: 5, Succeeded: 1, Failed: 2}},
		ByPlatform:     []UsagePlatform{{Platform: content.VideoSite, Total: 4}, {Platform: content.AdLibrary, Total: 1}},
		GeneratedAt:    content.At(start)}
	if diff := cmp.Diff(toJSON(t, want), toJSON(t, got)); diff != "" {
		t.Errorf("usageView (-want +got)\n%s", diff)
	}
}

func TestProgressOfAnImport(t *testing.T) {
	t.Parallel()
	stages := imports.StageRecords{{Stage: imports.StageValidateURL, State: imports.WorkSucceeded},
		{Stage: imports.StageFetchTranscript, State: imports.WorkSkipped},
		{Stage: imports.StageFetchSource, State: imports.WorkRunning}}
	now, none := new(imports.StageFetchSource), []imports.Stage{}
	done := []imports.Stage{imports.StageValidateURL, imports.StageFetchTranscript}
	tests := map[string]struct {
		state    imports.State
		attempts []imports.Attempt
		stage    *imports.Stage
		done     []imports.Stage
	}{
		"before the first":       {imports.Running, nil, now, none},
		"the current attempt":    {imports.Running, []imports.Attempt{{}, {Stages: stages}}, now, done},
		"not the attempt before": {imports.Running, []imports.Attempt{{Stages: stages}, {}}, now, none},
		"after the end":          {imports.Failed, []imports.Attempt{{Stages: stages}}, nil, done},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			of := imports.Import{State: tt.state, Stage: *now}
			got := importView(&imports.Detail{Import: of, Attempts: tt.attempts})
			if diff := cmp.Diff(ImportProgress{Stage: tt.stage, CompletedStages: tt.done}, got.Progress); diff != "" {
				t.Errorf("progress (-want +got)\n%s", diff)
			}
			if len(got.Attempts) != len(tt.attempts) || got.Attempts == nil {
				t.Errorf("attempts %v", got.Attempts)
			}
		})
	}
}

func TestHoldOfAReference(t *testing.T) {
	t.Parallel()
	r := references.Reference{ID: "r", PrimaryMediaID: new("m"), HoldReason: references.HoldByExtension, HoldRevision: 3}
	if got := holdView(r); got != nil {
		t.Errorf("a hold without an end: %+v", got)
	}
	r.HoldExpiresAt = new(int64(7))
	want := &MediaHold{ReferenceID: "r", MediaID: new("m"), ExpiresAt: at(7),
		Reason: references.HoldByExtension, Revision: 3}
	if diff := cmp.Diff(toJSON(t, want), toJSON(t, holdView(r))); diff != "" {
		t.Errorf("holdView (-want +got)\n%s", diff)
	}
}
