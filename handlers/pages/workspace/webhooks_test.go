package workspace

import (
	"testing"

	"socialdata/models/events"
)

// TestEveryEventHasWords but that of a test, which every endpoint is sent.
func TestEveryEventHasWords(t *testing.T) {
	t.Parallel()
	for _, is := range events.Types() {
		if eventWords[is] == "" && is != events.WebhookTest {
			t.Errorf("%s has no words", is)
		}
	}
}
