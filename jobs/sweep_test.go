package jobs

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestOldDownloadsAreSwept(t *testing.T) {
	folder, now := t.TempDir(), time.Now()
	for name, age := range map[string]time.Duration{"old": 25 * time.Hour, "young": time.Hour} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Join(path, "part"), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if err := sweepDownloads(folder, now.Add(-orphanAge)); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 || left[0].Name() != "young" {
		t.Errorf("left %v, %v", left, err)
	}
	if err := sweepDownloads(filepath.Join(folder, "none"), now); err != nil {
		t.Errorf("no folder: %v", err)
	}
}
