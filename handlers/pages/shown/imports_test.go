package shown

import (
	"maps"
	"slices"
	"strings"
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
			if words, code := FailureOf(tt.i); words != tt.words || code != tt.code {
				t.Errorf("failureOf = %q, %q, want %q, %q", words, code, tt.words, tt.code)
			}
		})
	}
}

func TestEveryReasonHasItsWords(t *testing.T) {
	t.Parallel()
	for _, r := range apierror.Reasons() {
		if reasonWords[r].happened == "" || reasonWords[r].advice == "" || errorTexts[apierror.Code(r)] != "" {
			t.Errorf("%s has no words or no advice, or is a code, too", r)
		}
	}
}

func TestAdviceIsInWordsOfThePages(t *testing.T) {
	t.Parallel()
	for code, says := range advices {
		if strings.Contains(says, "profile") || strings.Contains(says, "none") {
			t.Errorf("%s speaks in the words of the API: %q", code, says)
		}
	}
}

func TestEveryErrorHasWords(t *testing.T) {
	for _, e := range apierror.Catalogue() {
		if ErrorText(e.Code) == "" {
			t.Errorf("%s has no text", e.Code)
		}
	}
}

func TestErrorTexts(t *testing.T) {
	t.Parallel()
	tests := map[apierror.Code]string{
		apierror.CodeUnavailablePrivate: "This content is private",
		apierror.CodeRetryExhausted:     "The import gave up",
		apierror.CodeRevisionConflict:   apierror.Happened(apierror.Lookup(apierror.CodeRevisionConflict).Message),
	}
	for code, want := range tests {
		if got := ErrorText(code); got == "" || got != want {
			t.Errorf("errorText(%s) = %q, want %q", code, got, want)
		}
	}
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	tests := map[apierror.Code]string{
		apierror.CodeNotFound:           "Check the link.",
		apierror.CodeUnavailableRemoved: "It cannot be recovered.",
		apierror.CodeRateLimited:        apierror.Lookup(apierror.CodeRateLimited).Advice,
	}
	for code, want := range tests {
		if got := Advice(code); got == "" || got != want {
			t.Errorf("advice(%s) = %q, want %q", code, got, want)
		}
	}
	for code := range advices {
		if _, ends := errorTexts[code]; !ends {
			t.Errorf("%s has advice, and no words for what happened", code)
		}
	}
}

// TestAdviceFitsTheCause: what to do is said of the cause that the heading names, not of another that has the same code.
func TestAdviceFitsTheCause(t *testing.T) {
	t.Parallel()
	degraded := func(outcome apierror.Code, r apierror.Reason) imports.Import {
		return imports.Import{State: imports.Failed, OutcomeCode: outcome, CauseCode: apierror.CodeRouteDegraded, CauseReason: r}
	}
	for name, tt := range map[string]struct {
		failed imports.Import
		want   string
	}{
		"refused":                     {degraded(apierror.CodeRouteDegraded, apierror.Refused), reasonWords[apierror.Refused].advice},
		"asked to wait, again and on": {degraded(apierror.CodeRetryExhausted, apierror.AskedToWait), reasonWords[apierror.AskedToWait].advice},
		"no reason":                   {degraded(apierror.CodeRetryExhausted, ""), advices[apierror.CodeRouteDegraded]},
		"ended by something else":     {degraded(apierror.CodeInsufficientCredits, apierror.Refused), advices[apierror.CodeInsufficientCredits]},
	} {
		if got := FailureAdvice(tt.failed); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	all := slices.Collect(maps.Values(advices))
	for _, words := range reasonWords {
		all = append(all, words.advice)
	}
	for _, says := range all {
		if strings.Contains(says, "limiting requests") {
			t.Errorf("names a cause of its own: %q", says)
		}
	}
}

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
