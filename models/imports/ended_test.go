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
