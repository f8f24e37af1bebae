package jobs

import (
	"testing"

	"socialdata/models/imports"
)

func TestIntakeChoosesByTurns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		workers int
		running map[string]int
		waiting []string
		want    string
	}{
		{"nothing waits", 2, nil, nil, ""},
		{"one workspace alone takes all workers", 2, map[string]int{"a": 1}, []string{"a"}, "a"},
		{"and none of those kept for others", 2, map[string]int{"a": 2}, []string{"a"}, ""},
		{"which others take", 2, map[string]int{"a": 2}, []string{"a", "b"}, "b"},
		{"once each", 2, map[string]int{"a": 2, "b": 1}, []string{"a", "b"}, ""},
		{"the fewest running go first", 4, map[string]int{"a": 2, "b": 1}, []string{"a", "b"}, "b"},
		{"of equal ones the first in turn", 4, map[string]int{"a": 1, "b": 1}, []string{"b", "a"}, "b"},
	} {
		in := newIntake(nil, tt.workers)
		for w, n := range tt.running {
			in.running[w], in.total = n, in.total+n
		}
		var waiting []imports.Waiting
		for _, w := range tt.waiting {
			waiting = append(waiting, imports.Waiting{WorkspaceID: w, ID: "import of " + w})
		}
		got := ""
		if next := in.choose(waiting); next != nil {
			got = next.WorkspaceID
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
