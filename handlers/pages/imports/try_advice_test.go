package imports

import (
	"strings"
	"testing"

	"socialdata/internal/apierror"
)

// TestFailedLookupsDoNotSpeakOfImports reads the advice of every code that a lookup can fail with.
func TestFailedLookupsDoNotSpeakOfImports(t *testing.T) {
	t.Parallel()
	for _, e := range apierror.Catalogue() {
		if e.Code == apierror.CodeRetryExhausted || e.Code == apierror.CodeMediaInvalid {
			continue // of imports alone
		}
		if says := lookupAdvice(e.Code); says == "" || strings.Contains(strings.ToLower(says), "import") {
			t.Errorf("%s: %q", e.Code, says)
		}
	}
}
