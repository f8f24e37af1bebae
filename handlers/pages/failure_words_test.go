package pages

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models/imports"
)

func TestFailureOfAnImportSaysItsCause(t *testing.T) {
	t.Parallel()
	const exhausted, degraded, transport = apierror.CodeRetryExhausted, apierror.CodeRouteDegraded, apierror.CodeNetworkTransport
	tests := map[string]struct {
		i           imports.Import
		words, code string
	}{
		"under way":            {imports.Import{State: imports.Running}, "", ""},
		"it gave up":           {imports.Import{State: imports.Failed, Attempt: 5, OutcomeCode: exhausted, CauseCode: degraded, CauseReason: apierror.TooManyRequests}, "Gave up after 5 attempts: the platform asked us to wait (429)", "route_degraded"},
		"after one attempt":    {imports.Import{State: imports.Failed, Attempt: 1, OutcomeCode: exhausted, CauseCode: transport}, "The connection to the platform failed", "network_transport"},
		"for an unknown cause": {imports.Import{State: imports.Failed, Attempt: 1, OutcomeCode: exhausted}, "The import gave up", "retry_exhausted"},
		"at once":              {imports.Import{State: imports.Failed, Attempt: 1, OutcomeCode: "unavailable_removed", CauseCode: "unavailable_removed"}, "This content has been removed", "unavailable_removed"},
		"before an attempt":    {imports.Import{State: imports.Failed, OutcomeCode: "insufficient_credits"}, "The workspace did not have enough credits", "insufficient_credits"},
		"it waits":             {imports.Import{State: imports.RetryWait, Attempt: 2, CauseCode: degraded, CauseReason: apierror.BotCheck}, "The platform asked for a bot check", "route_degraded"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if words, code := failureOf(tt.i); words != tt.words || code != tt.code {
				t.Errorf("failureOf = %q, %q, want %q, %q", words, code, tt.words, tt.code)
			}
		})
	}
}

func TestEveryReasonHasItsWords(t *testing.T) {
	t.Parallel()
	for _, r := range apierror.Reasons() {
		if reasonTexts[r] == "" || errorTexts[apierror.Code(r)] != "" {
			t.Errorf("%s has no words, or is a code, too", r)
		}
	}
}

func TestChangeAgainstThePeriodBefore(t *testing.T) {
	t.Parallel()
	for want, n := range map[string][2]int64{
		"none before either": {0, 0}, "as in the period before": {7, 7}, "none before": {3, 0}, "−100 % on the period before": {0, 4},
		"+50 % on the period before": {3, 2}, "−33 % on the period before": {2, 3}, "+1,100 % on the period before": {12, 1},
		"up by less than 1 % on the period before": {1001, 1000}, "down by less than 1 % on the period before": {999, 1000},
	} {
		if got := change(n[0], n[1]); got != want {
			t.Errorf("change of %v = %q, want %q", n, got, want)
		}
	}
}
