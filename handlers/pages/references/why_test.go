package references

import (
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
)

func TestReferencesSayWhyTheyHaveNoMedia(t *testing.T) {
	t.Parallel()
	measured := &content.MachineDerived{MeasuredBytes: new(int64(7))}
	for want, got := range map[string]string{
		"the import kept the facts only":            whyNoMedia(imports.ProfileNone, measured),
		"it was analysed and then deleted":          whyNoMedia(imports.ProfileAnalysis, measured),
		"the platform provides none of this":        whyNoMedia(imports.ProfileAnalysis, &content.MachineDerived{}),
		"the platform provides none of this to":     whyNoMedia(imports.ProfileFull, &content.MachineDerived{}),
		"None: the import did not ask for one.":     whyNoTranscript(&imports.Detail{}),
		"None: the platform has no captions":        whyNoTranscript(&imports.Detail{Import: imports.Import{Transcript: true}}),
		"could not be read (the platform did not r": whyNoTranscript(&imports.Detail{Import: imports.Import{Transcript: true, Attempt: 1}, Attempts: []imports.Attempt{{Number: 1, Stages: imports.StageRecords{{Stage: imports.StageFetchTranscript, State: imports.WorkFailed, FailureCode: apierror.CodeNetworkTimeout}}}}}),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}
