package jobs

import "testing"

func TestMostWorkersOfAWorkspace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		workers int
		alone   bool
		want    int
	}{
		{1, true, 1}, {1, false, 1}, {2, false, 1}, {3, false, 2}, {4, true, 4}, {4, false, 3}, {7, false, 6}, {8, false, 6},
		{100, false, 75},
	} {
		if got := newShares(tt.workers).most(tt.alone); got != tt.want {
			t.Errorf("of %d workers a workspace may have %d, want %d (alone: %v)", tt.workers, got, tt.want, tt.alone)
		}
	}
}

// TestParkedImportsComeBackInOrder parks each import once and hands them back one by one.
func TestParkedImportsComeBackInOrder(t *testing.T) {
	t.Parallel()
	s := newShares(2)
	if !s.take("w", "1", false) {
		t.Fatal("the first import finds no worker")
	}
	for _, id := range []string{"2", "3", "2"} {
		if s.take("w", id, false) {
			t.Errorf("import %s takes a worker past the share", id)
		}
	}
	if !s.take("other", "9", false) {
		t.Error("another workspace finds no worker")
	}
	for _, want := range []string{"2", "3", ""} {
		if got := s.release("w"); got != want {
			t.Errorf("release gives %q, want %q", got, want)
		}
		if !s.take("w", "next", false) {
			t.Error("a worker that was given back is not free")
		}
	}
	s.release("w")
	s.release("other")
	if len(s.running) != 0 || len(s.parked) != 0 {
		t.Errorf("workspaces are left: %v, %v", s.running, s.parked)
	}
}

// TestShareFollowsTheOtherWorkspaces lets a workspace that is alone have every worker.
func TestShareFollowsTheOtherWorkspaces(t *testing.T) {
	t.Parallel()
	s := newShares(4)
	for _, id := range []string{"1", "2", "3", "4"} {
		if !s.take("w", id, true) {
			t.Errorf("import %s finds no worker though there is no other workspace", id)
		}
	}
	if s.take("w", "5", true) || s.take("w", "6", false) {
		t.Error("more imports run than there are workers")
	}
}
