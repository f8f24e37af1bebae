package imports_test

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestWhatAnImportThatEndsLeaves of the reference that it made: a failure stays to be seen, a cancel or too few credits leave nothing.
func TestWhatAnImportThatEndsLeaves(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		for _, tt := range []struct {
			name    string
			outcome imports.Outcome
			gone    bool
			code    apierror.Code
		}{
			{"a failure", imports.Outcome{Code: apierror.CodeSourceChanged}, false, apierror.CodeSourceChanged},
			{"a failure after the last attempt", imports.Outcome{Code: apierror.CodeNetworkTransport, Final: apierror.CodeRouteDegraded}, false, apierror.CodeRouteDegraded},
			{"too few credits", imports.Outcome{Code: apierror.CodeInsufficientCredits}, true, apierror.CodeInsufficientCredits},
			{"a cancel", imports.Outcome{Cancelled: true, Code: apierror.CodeSourceChanged}, true, ""},
		} {
			link := "video_site:" + tt.name
			id := modelstest.Accept(t, s, in.Workspace, modelstest.Saved{Link: link, Media: []references.Media{{}}})
			run, ref := modelstest.Open(t, s, id, link)
			modelstest.Must(t, s.Imports.EndRun(t.Context(), run, tt.outcome))
			d := in.Import(t, id)
			if d.OutcomeCode != tt.code || (d.OutcomeMessage != "") != (tt.code != "") || (d.ReferenceID == nil) != tt.gone {
				t.Errorf("%s: the import is %+v", tt.name, d.Import)
			}
			r, err := s.References.Find(t.Context(), in.Workspace, ref)
			if tt.gone {
				modelstest.WantCode(t, err, apierror.CodeNotFound)
			} else if modelstest.Must(t, err); r.State != references.Failed || r.FailureCode != tt.code || r.MediaAvailability != references.MediaFailed {
				t.Errorf("%s: the reference is %+v", tt.name, r)
			}
		}
	})
}

// TestACancelLeavesWhatWasThereBefore: a reference that is kept stays as it is, and one that had failed has failed again.
func TestACancelLeavesWhatWasThereBefore(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		kept := modelstest.Save(t, s, in.Workspace, modelstest.Saved{Link: "video_site:kept"})
		run, failed := modelstest.Open(t, s, modelstest.Accept(t, s, in.Workspace, modelstest.Saved{Link: "video_site:failed"}), "video_site:failed")
		modelstest.Must(t, s.Imports.EndRun(t.Context(), run, imports.Outcome{Code: apierror.CodeSourceChanged}))
		for link, want := range map[string]references.Reference{
			"video_site:kept":   {ID: kept, State: references.Ready},
			"video_site:failed": {ID: failed, State: references.Failed, FailureCode: apierror.CodeSourceChanged},
		} {
			again, ref := modelstest.Open(t, s, modelstest.Accept(t, s, in.Workspace, modelstest.Saved{Link: link}), link)
			modelstest.Must(t, s.Imports.EndRun(t.Context(), again, imports.Outcome{Cancelled: true}))
			r, err := s.References.Find(t.Context(), in.Workspace, want.ID)
			if modelstest.Must(t, err); ref != want.ID || r.State != want.State || r.FailureCode != want.FailureCode {
				t.Errorf("%s: %s is %s because of %q", link, ref, r.State, r.FailureCode)
			}
		}
	})
}
