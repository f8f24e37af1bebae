package views

import "testing"

// TestAQueueIsCalmWhereNothingWaits: on a phone its row is one line, and nothing that waits or went wrong is left out there.
func TestAQueueIsCalmWhereNothingWaits(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		queue Queue
		want  bool
	}{
		"scheduled and done": {Queue{Slots: 2, Scheduled: 3, Processed: 9}, true},
		"pending":            {Queue{Slots: 2, Pending: 1}, false},
		"active":             {Queue{Slots: 2, Active: 1}, false},
		"to be tried again":  {Queue{Slots: 2, Retry: 1}, false},
		"given up":           {Queue{Slots: 2, Archived: 1}, false},
		"failed today":       {Queue{Slots: 2, Failed: 1}, false},
		"paused":             {Queue{Slots: 2, Paused: true}, false},
		"without a worker":   {Queue{Scheduled: 1}, false},
	} {
		if got := tt.queue.calm(); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
}
