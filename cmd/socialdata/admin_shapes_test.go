package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/rollouts"
)

// TestAdminChangesShapes has an operator apply and undo a change on the command line, in the name of a member of support.
func TestAdminChangesShapes(t *testing.T) {
	h := newProgram(t, map[string]string{}, func(h *testProgram) { h.verb = onlyWeb }) // nothing tries the change
	h.support()
	t.Setenv("SOCIALDATA_DATA_DIR", h.p.cfg.DataDir)
	t.Setenv("SOCIALDATA_LOG_LEVEL", "error")
	file := filepath.Join(t.TempDir(), "shapes.json")
	testkit.Must(t, os.WriteFile(file, []byte(`{"asOf":"2026-11-26"}`), 0o600))
	by := actingCmd{As: "support@example.com", Reason: "A new date."}
	if err := (applyChangeCmd{File: file, actingCmd: actingCmd{As: "nobody@example.com", Reason: "x"}}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "member of support") {
		t.Errorf("somebody who is not of support: %v", err)
	}
	testkit.Must(t, applyChangeCmd{File: file, actingCmd: by}.Run(t.Context()))
	list, err := h.p.store.Rollouts.List(t.Context())
	if err != nil || len(list) != 1 || list[0].State != rollouts.Checking || list[0].Reason != by.Reason {
		t.Fatalf("%+v, %v", list, err)
	}
	testkit.Must(t, listChangesCmd{}.Run(t.Context()))
	testkit.Must(t, undoChangeCmd{ID: list[0].ID, actingCmd: by}.Run(t.Context()))
	if err := (undoChangeCmd{ID: list[0].ID, actingCmd: by}).Run(t.Context()); err == nil {
		t.Error("a change was undone twice")
	}
	for _, bad := range []string{`{"photo_site":{"app":"x"}}`, strings.Repeat(" ", rollouts.LongestText+1)} {
		testkit.Must(t, os.WriteFile(file, []byte(bad), 0o600))
		if err := (applyChangeCmd{File: file, actingCmd: by}).Run(t.Context()); err == nil {
			t.Errorf("a bad file was taken: %.30s", bad)
		}
	}
}
