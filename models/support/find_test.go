package support_test

import (
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/support"
)

// TestWorkspacesAreFound by what a customer may write to support, on the page of workspaces and by the search of everything.
func TestWorkspacesAreFound(t *testing.T) {
	eachHelped(t, 0, func(t *testing.T, h helped, clock *modelstest.Clock) {
		ours, err := h.Accounts.FindWorkspace(t.Context(), h.Workspace, h.Owner)
		testkit.Must(t, err)
		_, _, err = h.Accounts.CreateInvite(t.Context(), h.Workspace, "New.Colleague@example.com", accounts.Member, h.Owner)
		testkit.Must(t, err)
		find := func(text string, want int) {
			t.Helper()
			page, err := h.Support.Workspaces(t.Context(), text, db.PageRequest{Limit: 10})
			testkit.Must(t, err)
			found, err := h.Support.Find(t.Context(), support.Clue{Text: text})
			testkit.Must(t, err)
			if len(page.Items) != want || len(found.Workspaces) != want {
				t.Errorf("%q finds %d workspaces on their page and %d by the search, want %d", text, len(page.Items), len(found.Workspaces), want)
			}
		}
		for text, want := range map[string]int{
			h.Workspace: 1, ours.Name: 1, ours.Name[1:]: 1, "owner@example.com": 1, "new.colleague@EXAMPLE.com": 1, "colleague": 1,
			"new_colleague@example.com": 0, "nobody@example.com": 0, "%": 0,
		} {
			find(text, want)
		}
		clock.Add(accounts.InviteLife + time.Second)
		find("colleague", 0)
	})
}
