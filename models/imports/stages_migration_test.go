package imports_test

import (
	"context"
	"reflect"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestStagesMoveIntoTheirAttempt takes a failed import back to the table of stages and forth again: it must be the same.
func TestStagesMoveIntoTheirAttempt(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		r := in.Begin(t, id, "w")
		s.Imports.EndStage(r, imports.WorkSucceeded, "")
		s.Imports.EndStage(r, imports.WorkSkipped, "")
		if err := s.Imports.EndRun(context.Background(), r, imports.Outcome{Code: apierror.CodeSourceChanged, Cause: `it said "no"`}); err != nil {
			t.Fatal(err)
		}
		before := in.Import(t, id)
		if a := before.Attempts[0]; a.Cause == "" || a.FailedStage() != imports.StageFetchSource || before.Import.Stage != imports.StageFetchSource {
			t.Fatalf("before: %+v", before)
		}
		modelstest.MigrateTo(t, s, 7)
		modelstest.Run(t, s, "UPDATE stages SET started_at = started_at WHERE failure_code = '' AND cause = ''") // the table is back
		if err := s.Migrate(context.Background()); err != nil {
			t.Fatal(err)
		}
		if after := in.Import(t, id); !reflect.DeepEqual(before, after) {
			t.Errorf("before %+v\nafter  %+v", before, after)
		}
	})
}
