package references

import (
	"strings"
	"testing"

	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/references"
)

// TestPartsInASentence counts the refused by their cause, and names each cause once.
func TestPartsInASentence(t *testing.T) {
	t.Parallel()
	of := func(states string, total int64) *references.Parts {
		p := &references.Parts{Total: &total}
		for n, s := range states {
			one := references.Part{Index: int64(n), State: references.PartKept}
			switch s {
			case 'd':
				one.State, one.FailureCode = references.PartFailed, new(apierror.CodeMediaInvalid)
			case 'c':
				one.State, one.FailureCode = references.PartFailed, new(apierror.CodeSourceChanged)
			case 's':
				one.State = references.PartSkipped
			}
			p.Media = append(p.Media, one)
		}
		return p
	}
	invalid, changed := strings.TrimSuffix(shown.LowerFirst(shown.ErrorText(apierror.CodeMediaInvalid)), "."), strings.TrimSuffix(shown.LowerFirst(shown.ErrorText(apierror.CodeSourceChanged)), ".")
	const more = ". Another import may bring what is missing."
	for _, tt := range []struct {
		want   string
		states string
		total  int64
	}{
		{"All 3 parts are kept.", "kkk", 3},
		{"9 of 10 parts kept, one was refused: " + invalid + more, "kkkkdkkkkk", 10},
		{"2 of 5 parts kept, 2 were refused: " + invalid + "; one was refused: " + changed + more, "kdckd", 5},
		{"40 of 60 parts kept: no more of one post are.", strings.Repeat("k", 40), 60},
		{"0 of 2 parts kept.", "ss", 2},
	} {
		p := of(tt.states, tt.total)
		if got := partsKept(p, p.Shown()); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
