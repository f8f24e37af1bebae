package models_test

import (
	"context"
	"reflect"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
)

// TestStagesMoveIntoTheirAttempt takes a failed import back to the table of stages and forth again: it must be the same.
func TestStagesMoveIntoTheirAttempt(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := install(t, s, 10)
		id := in.accept(t, "k")
		r := in.begin(t, id, "w")
		s.EndStage(r, models.WorkSucceeded, "")
		s.EndStage(r, models.WorkSkipped, "")
		if err := s.EndRun(context.Background(), r, models.Outcome{Code: apierror.CodeSourceChanged, Cause: `it said "no"`}); err != nil {
			t.Fatal(err)
		}
		before := in.state(t, id)
		if a := before.Attempts[0]; a.Cause == "" || a.FailedStage() != models.StageFetchSource || before.Import.Stage != models.StageFetchSource {
			t.Fatalf("before: %+v", before)
		}
		s.MigrateTo(t, 7)
		s.Run(t, "UPDATE stages SET started_at = started_at WHERE failure_code = '' AND cause = ''") // the table is back
		if err := s.Migrate(context.Background()); err != nil {
			t.Fatal(err)
		}
		if after := in.state(t, id); !reflect.DeepEqual(before, after) {
			t.Errorf("before %+v\nafter  %+v", before, after)
		}
	})
}
