package main

import (
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
)

// TestFirstOwnerSetup goes from an empty installation to a workspace, out and in again.
func TestFirstOwnerSetup(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		b := h.open(t)
		b.visit("/")
		b.reads("Set up Social Data", "1,000 credits")
		b.accessible()
		b.fill("token", "wrong")
		b.fill("workspace", "Lantern")
		b.fill("name", "Olive Owner")
		b.fill("email", "owner@example.com")
		b.fill("password", testPassword)
		b.press("Create workspace")
		b.reads("Wrong setup token")
		b.accessible()
		b.fill("token", "let me in") // the rest was kept, but for the password
		b.fill("password", testPassword)
		b.press("Create workspace")
		b.reads("The workspace is ready", "Lantern")

		b.visit("/account")
		b.accessible()
		b.click("Olive Owner")
		b.press("Sign out")
		b.reads("You have signed out.")
		b.visit("/account")
		if b.address() != "/sign-in" {
			t.Errorf("without a session the account leads to %s", b.address())
		}
		b.accessible()
		b.fill("email", "owner@example.com")
		b.fill("password", "not the password")
		b.press("Sign in")
		b.reads("Wrong email or password")
		b.fill("password", testPassword)
		b.press("Sign in")
		b.reads("Your account", "This one")
	})
}

// TestPasswordChange holds that every other session ends with the old password.
func TestPasswordChange(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		h.owner()
		first, second := h.open(t), h.open(t)
		first.signIn("owner@example.com")
		second.signIn("owner@example.com")
		second.visit("/account")
		second.press("Sign out all other sessions")
		second.reads("other sessions ended")
		first.visit("/account")
		first.reads("Sign in")
		first.signIn("owner@example.com")
		second.visit("/account")
		second.fill("current", "not the password")
		second.fill("password", "another long password")
		second.press("Change password")
		second.reads("Wrong current password")
		second.accessible()
		second.fill("current", testPassword)
		second.fill("password", "another long password")
		second.press("Change password")
		second.reads("Password changed")
		first.visit("/account")
		first.reads("Sign in")
	})
}

// TestAccount changes the name, lists the sessions and ends one.
func TestAccount(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		h.owner()
		first, second := h.open(t), h.open(t)
		first.signIn("owner@example.com")
		second.signIn("owner@example.com")
		second.visit("/account")
		second.reads("Chrome on Linux", "127.0.0.1", "this one")
		second.fill("name", "Olivia")
		second.press("Save name")
		second.reads("Your details are changed.", "Olivia")
		second.fill("email", "olivia@example.com")
		second.fill("confirm", "not the password")
		second.press("Save email")
		second.reads("enter your current password")
		second.accessible()
		second.press("End")
		second.reads("Session ended.")
		first.visit("/account")
		first.reads("Your session has ended. Sign in to go on.")
		second.visit("/account")
		if n := evaluate[int](second, `document.querySelectorAll("#sessions [aria-label^='End:']").length`); n != 1 { // the set-up's
			t.Errorf("%d other sessions are left", n)
		}
	})
}

// TestPasswordLink: an owner creates a link for a member who has forgotten their password.
func TestPasswordLink(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.member(w, "ada@example.com")
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/members")
		b.press("Password link") // of the only other person
		b.reads("Password link made", "sign in as them, once")
		b.accessible()
		link := evaluate[string](b, `document.querySelector(".secret code").textContent`)
		ada := h.open(t)
		ada.visit(link[len(h.base):])
		ada.reads("Set a new password", "ada@example.com")
		ada.accessible()
		ada.fill("password", "another long password")
		ada.press("Set password and sign in")
		ada.reads("Your new password is set")
		b.visit(link[len(h.base):])
		b.reads("This link is no longer valid")
		b.accessible()
	})
}

// TestExpiredSessionKeepsTheForm sends a form after its session has ended, and loses nothing.
func TestExpiredSessionKeepsTheForm(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/keys")
		b.fill("name", "a key with a long name")
		people, err := h.p.store.Accounts.Members(t.Context(), w, db.PageRequest{Limit: 1})
		testkit.Must(t, err)
		testkit.Must(t, h.p.store.Accounts.EndSessions(t.Context(), people.Items[0].UserID))
		b.press("Create key")
		b.reads("Your session has ended", "what you typed is kept")
		b.accessible()
		b.fill("email", "owner@example.com")
		b.fill("password", "not the password")
		b.press("Sign in")
		b.reads("Wrong email or password")
		b.fill("password", testPassword)
		b.press("Sign in")
		b.reads("You are signed in", "a key with a long name")
		b.accessible()
		b.press("Send it")
		b.reads("a key with a long name” made", "It will not be shown again")
	})
}

// TestAcceptInvite: a new person accepts an invite by its link, which works once and is not sent as a Referer.
func TestAcceptInvite(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		workspace := h.owner()
		_, token, err := h.p.store.Accounts.CreateInvite(t.Context(), workspace, "new@example.com", accounts.Member, "")
		testkit.Must(t, err)
		b := h.open(t)
		b.visit("/invite/" + token)
		b.reads("Join First", "new@example.com", "a member")
		b.accessible()
		b.fill("name", "Nora New")
		b.fill("password", "too short")
		b.unchecked()
		b.press("Join")
		b.reads("needs at least 12 characters")
		b.fill("password", testPassword)
		b.press("Join")
		b.reads("You are in: First.")
		b.visit("/invite/" + token)
		b.reads("This invite is no longer valid")
		b.accessible()
	})
}

// TestCreateAndRenameWorkspace creates a second workspace and renames it while another person does so, too.
func TestCreateAndRenameWorkspace(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/account")
		b.fill("workspace", "Second")
		b.press("Create")
		b.reads("The workspace is ready, with 1,000 credits", "Second")
		w := strings.TrimPrefix(b.address(), "/w/")
		b.visit("/account")
		b.reads("First", "Second", "an owner")
		b.accessible()
		b.visit("/w/" + w + "/rename")
		b.accessible()
		b.fill("name", "Mine")
		testkit.Must(t, h.p.store.Accounts.ChangeWorkspace(t.Context(), w, accounts.WorkspaceChange{Revision: 1, Name: new("Theirs")}))
		b.press("Rename")
		b.reads("Someone else renamed it to “Theirs”")
		b.press("Rename")
		b.reads("The workspace is called “Mine” now.")
	})
}
