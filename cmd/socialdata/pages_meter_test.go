package main

import (
	"testing"

	"socialdata/internal/testkit"
)

// TestSetupAsksWhetherToMeter: who runs the service for themselves chooses at the beginning that nothing is refused for credits, and
// support meters the workspace again.
func TestSetupAsksWhetherToMeter(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		b := h.open(t)
		b.visit("/setup")
		b.click("Only count what is used, and refuse nothing for credits")
		b.fill("token", "wrong")
		b.fill("workspace", "Lantern")
		b.fill("name", "Olive Owner")
		b.fill("email", "owner@example.com")
		b.fill("password", testPassword)
		b.press("Create workspace")
		b.until("the choice is kept", `document.querySelector("[name=unmetered]").checked`)
		b.accessible()
		b.fill("token", "let me in")
		b.fill("password", testPassword)
		b.press("Create workspace")
		b.reads("The workspace is ready")
		b.lacks("1,000")
		b.click("Credits")
		b.reads("not metered")
		b.accessible()

		h.support()
		staff := h.open(t)
		staff.signIn("support@example.com")
		staff.visit("/support/workspaces")
		staff.fill("q", "owner@example.com")
		staff.press("Find")
		staff.press("Lantern")
		staff.reads("Not metered")
		staff.accessible()
		staff.click("Change metering")
		staff.fill("meterReason", "They sell it on now.")
		staff.press("Meter it again")
		staff.reads("This workspace is refused what its credits do not cover.", "They sell it on now.", "1,000")
		staff.accessible()
		b.click("Credits")
		b.reads("Balance", "1,000")
		b.click("Audit")
		b.reads("They sell it on now.")
	})
}

// TestAdminStopsMetering switches the meter of a workspace off and on again on the command line.
func TestAdminStopsMetering(t *testing.T) {
	h := newProgram(t, map[string]string{})
	w := h.owner()
	t.Setenv("SOCIALDATA_DATA_DIR", h.p.cfg.DataDir)
	t.Setenv("SOCIALDATA_LOG_LEVEL", "error")
	for _, off := range []bool{true, true, false} {
		testkit.Must(t, meterCmd{Workspace: w, Off: off}.Run(t.Context()))
		metered, err := h.p.store.Billing.Metered(t.Context(), w)
		if testkit.Must(t, err); metered == off {
			t.Errorf("with off %t it is metered: %t", off, metered)
		}
	}
	if err := (meterCmd{Workspace: "nothing"}).Run(t.Context()); err == nil {
		t.Error("a workspace that is not there was metered")
	}
}
