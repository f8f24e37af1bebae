package main

import (
	"os"
	"path/filepath"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// TestOwnersScheduleAnExport schedules an export, sees its first run end with a manifest that is in the store, and deletes it; the
// files stay.
func TestOwnersScheduleAnExport(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/exports")
		b.reads("Schedule the first export")
		b.accessible()
		b.fill("prefix", "../other")
		b.press("Schedule it")
		b.reads("No name begins or ends with a dot.")
		b.accessible()
		b.fill("prefix", "lake/raw")
		b.press("Schedule it")
		b.reads("References as CSV, every day", "The export is scheduled", "It has not run yet")
		b.accessible()
		var id string
		testkit.Must(t, h.p.store.Read(t.Context()).Raw("SELECT id FROM exports").Scan(&id).Error)
		modelstest.Run(t, h.p.store, "UPDATE exports SET next_run_at = 1")
		modelstest.PutNow(t, h.p.store, work.Exports, id)
		b.until("its files, without a reload", `document.querySelector("#runs a[download]") !== null`)
		b.reads("Complete", "References")
		b.accessible()
		var key string
		testkit.Must(t, h.p.store.Read(t.Context()).Raw("SELECT last_manifest FROM exports").Scan(&key).Error)
		manifest := filepath.Join(h.p.cfg.DataDir, "media", filepath.FromSlash(key))
		if _, err := os.Stat(manifest); err != nil {
			t.Error(err)
		}
		b.reads("Manifest")
		sent := evaluate[string](b, `(() => {
			const r = new XMLHttpRequest();
			r.open("GET", document.querySelector("a[href$='manifest.json']").href, false);
			r.send();
			return r.responseText;
		})()`)
		if kept, err := os.ReadFile(manifest); err != nil || sent != string(kept) {
			t.Errorf("downloaded %q, %v", sent, err)
		}
		b.visit("/w/" + w + "/exports")
		b.reads("Complete", "lake/raw")
		b.accessible()
		b.press("Export now")
		b.reads("It runs now", "More")
		b.visit("/w/" + w + "/exports")
		b.press("References")
		b.click("More")
		b.press("Delete")
		b.reads("The files that it wrote stay")
		b.press("Delete the export")
		b.reads("The export is deleted", "Schedule the first export")
		if _, err := os.Stat(manifest); err != nil {
			t.Error(err)
		}
	})
}
