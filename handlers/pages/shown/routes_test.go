package shown

import (
	"testing"

	"socialdata/internal/lookup"
	"socialdata/internal/sources"
)

// operation is an operation in a state; failed says that it was called, in vain.
func operation(name, state string, failed bool) lookup.OperationState {
	o := lookup.OperationState{Operation: sources.Operation(name), State: state}
	if failed {
		o.Health.LastFailureAt = new(int64(1))
	}
	return o
}

func TestOperationsAreGroupedByWhatWasSeen(t *testing.T) {
	t.Parallel()
	tests := map[string][]lookup.OperationState{
		"": nil,
		"Answers: item, search. Degraded: list.": {operation("item", "enabled", false), operation("list", "degraded", true),
			operation("search", "enabled", true)},
		"Not called yet: item. No successful response yet: list.": {operation("item", "unverified", false),
			operation("list", "unverified", true)},
		"Switched off: item.": {operation("item", "disabled", true)},
	}
	for want, list := range tests {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			if got := OperationsSentence(list); got != want {
				t.Errorf("operationsSentence = %q", got)
			}
		})
	}
}
