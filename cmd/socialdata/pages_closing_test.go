package main

import (
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
)

// TestOwnerClosesAWorkspace asks twice, refuses another name and a wrong password, and then closes and erases it, while the program runs: its
// key stops at once and the references go with their files.
func TestOwnerClosesAWorkspace(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		modelstest.Save(t, h.p.store, w, modelstest.Saved{SourceTitle: "mine"})
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/rename")
		b.click("Close …")
		b.reads("This cannot be undone", "will be forfeited", "references")
		b.accessible()
		b.fill("name", "Frist")
		b.fill("password", testPassword)
		b.press("Close and erase")
		b.reads("This is not the name of the workspace")
		b.fill("name", "First")
		b.fill("password", "wrong horse battery staple")
		b.press("Close and erase")
		b.reads("The password is not right")
		b.fill("password", testPassword)
		b.press("Close and erase")
		b.reads("The workspace is closed and is being erased")
		testkit.Eventually(t, "neither references nor the name are left", func() bool {
			var name string
			testkit.Must(t, h.p.store.Read(t.Context()).Raw("SELECT name FROM workspaces WHERE id = ?", w).Scan(&name).Error)
			return name == "" && modelstest.CountRows(t, h.p.store, "saved_references") == 0
		})
	})
}
