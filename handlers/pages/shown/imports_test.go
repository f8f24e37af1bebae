package shown

import (
	"testing"

	"socialdata/models/imports"
)

func TestWhatAnImportKeeps(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		profile    imports.MediaProfile
		transcript bool
	}{
		"the facts":                                            {imports.ProfileNone, false},
		"the facts, the transcript":                            {imports.ProfileNone, true},
		"the facts and an analysis":                            {imports.ProfileAnalysis, false},
		"the facts, an analysis and the media":                 {imports.ProfileFull, false},
		"the facts, an analysis and the media, the transcript": {imports.ProfileFull, true},
	}
	for want, tt := range tests {
		if got := ProfileText(tt.profile, tt.transcript); got != want {
			t.Errorf("profileText(%s, %t) = %q, want %q", tt.profile, tt.transcript, got, want)
		}
	}
}
