package v1

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/models/references"
)

func at(micros int64) content.Time { return content.AtMicros(micros) }

func TestAttemptView(t *testing.T) {
	begun, ended, backwards := int64(1_000_000), int64(3_500_000), int64(500_000)
	stage := func(from, to *int64) imports.StageRecord {
		return imports.StageRecord{Stage: imports.StageDownloadMedia, State: imports.WorkSucceeded, StartedAt: from, FinishedAt: to}
	}
	for name, tt := range map[string]struct {
		attempt   imports.Attempt
		retryable *bool
		ms        *int64 // of its stage
	}{
		"a stage that ended":            {imports.Attempt{State: imports.WorkSucceeded, Stages: imports.StageRecords{stage(&begun, &ended)}}, nil, new(int64(2500))},
		"one that runs":                 {imports.Attempt{State: imports.WorkRunning, Stages: imports.StageRecords{stage(&begun, nil)}}, nil, nil},
		"a clock that was set back":     {imports.Attempt{State: imports.WorkSucceeded, Stages: imports.StageRecords{stage(&begun, &backwards)}}, nil, new(int64(0))},
		"a failure says if it may pass": {imports.Attempt{State: imports.WorkFailed, Retryable: true, Stages: imports.StageRecords{stage(nil, nil)}}, new(true), nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := attemptView(tt.attempt)
			if diff := cmp.Diff(tt.retryable, got.Retryable); diff != "" {
				t.Errorf("retryable (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(tt.ms, got.Stages[0].DurationMs); diff != "" {
				t.Errorf("durationMs (-want +got)\n%s", diff)
			}
		})
	}
}

func TestReferenceViewHoldsNullsForWhatIsNotThere(t *testing.T) {
	got := referenceView(references.Reference{ID: "r", CreatedAt: 1, UpdatedAt: 2})
	want := Reference{ID: "r", CreatedAt: at(1), UpdatedAt: at(2), HumanAuthored: HumanAuthored{Tags: []string{}}, Media: []references.Part{}}
	if diff := cmp.Diff(toJSON(t, want), toJSON(t, got)); diff != "" {
		t.Errorf("referenceView (-want +got)\n%s", diff)
	}
	failed := referenceView(references.Reference{FailureCode: apierror.CodeNotFound})
	if failed.Retryable == nil || *failed.Retryable || failed.FailureCode == nil || *failed.FailureCode != apierror.CodeNotFound {
		t.Errorf("a failed reference: %+v", failed)
	}
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestBucketName(t *testing.T) {
	for d, want := range map[time.Duration]string{15 * time.Minute: "15m", time.Hour: "1h", 2 * time.Hour: "2h", 6 * time.Hour: "6h", 24 * time.Hour: "1d"} {
		if got := bucketName(d); got != want {
			t.Errorf("bucketName(%v) = %q, want %q", d, got, want)
		}
	}
}

// TestEveryColumnOfAReferenceIsShown changes each column alone: the API must show the change, or the column must be listed
// here as internal.
func TestEveryColumnOfAReferenceIsShown(t *testing.T) {
	internal := map[string]bool{"TranscriptMediaID": true, // and what repeats sourceObserved and customTitle for the order of lists:
		"ChannelID": true, "SortTitle": true, "ViewCount": true, "LikeCount": true, "LengthMs": true, "PublishedAt": true, "BoardPlace": true}
	base := references.Reference{FailureCode: "x", HoldExpiresAt: new(int64(1))}
	for i, field := range reflect.VisibleFields(reflect.TypeFor[references.Reference]()) {
		t.Run(field.Name, func(t *testing.T) {
			changed := base
			switch v := reflect.ValueOf(&changed).Elem().Field(i); v.Interface().(type) {
			case *string:
				v.Set(reflect.ValueOf(new("changed")))
			case *int64:
				v.Set(reflect.ValueOf(new(int64(2_000_000))))
			case []byte: // JSON of an object that is null in base, or of parts
				v.SetBytes([]byte(`{"total":1}`))
			case int64:
				v.SetInt(2_000_000)
			case bool:
				v.SetBool(true)
			default:
				v.SetString(`["changed"]`)
			}
			shown := toJSON(t, referenceView(changed)) != toJSON(t, referenceView(base))
			if shown == internal[field.Name] {
				t.Errorf("shown by the API: %t", shown)
			}
		})
	}
}
