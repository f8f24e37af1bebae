package main

import (
	"fmt"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
)

// TestOwnerManagesMembers invites somebody by a link that is shown once, makes them an owner, and sees them go.
func TestOwnerManagesMembers(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/members")
		b.reads("Olive Owner", "No open invites")
		b.accessible()
		b.click("Invite a person")
		b.fill("email", "nobody")
		b.unchecked()
		b.press("Create invite")
		b.reads("Enter a valid email address.")
		b.accessible()
		b.fill("email", "ada@example.com")
		b.press("Create invite")
		b.reads("Invite made", "not be shown again", "a member")
		b.accessible()
		link := evaluate[string](b, `document.querySelector(".secret code").textContent`)
		b.press("Back to members")
		b.reads("ada@example.com")
		b.lacks(link)
		b.accessible()

		ada := h.open(t)
		ada.visit(link[len(h.base):])
		ada.fill("name", "Ada")
		ada.fill("password", testPassword)
		ada.press("Join")
		ada.visit("/w/" + w + "/members")
		ada.reads("Ask an owner to change the members")
		ada.lacks("Change role", "Invite a person", w+"/keys", w+"/credits", w+"/try")
		ada.accessible()
		ada.visit("/w/" + w + "/credits")
		ada.reads("Only owners can see this")
		ada.accessible()

		b.visit("/w/" + w + "/members")
		setRole(b, "Olive Owner", "member")
		b.reads("A workspace needs at least one owner")
		b.accessible()
		setRole(b, "Ada", "editor")
		b.reads("Ada is an editor now.")
		ada.visit("/w/" + w + "/try")
		ada.reads("Try it")
		ada.lacks(w+"/keys", w+"/credits")
		setRole(b, "Ada", "owner")
		b.reads("Ada is an owner now.")
		ada.visit("/w/" + w + "/credits")
		ada.reads("initial credits")
		in, err := h.p.store.Accounts.SignIn(t.Context(), "ada@example.com", testPassword)
		testkit.Must(t, err)
		made := accounts.NewAPIKey{WorkspaceID: w, Name: "Ada's", CreatedBy: in.User.ID}
		_, kept, err := h.p.store.Accounts.CreateKey(t.Context(), made)
		testkit.Must(t, err)
		b.press("Remove")
		b.reads("Remove Ada?", "Also revoke 1 key of theirs", "go on working")
		b.accessible()
		b.press("Remove Ada")
		b.reads("Member removed.", "their keys are revoked")
		if _, err := h.p.store.Accounts.FindKey(t.Context(), kept); err == nil {
			t.Error("the key of who was removed works")
		}
		_, _, err = h.p.store.Accounts.CreateKey(t.Context(), made)
		testkit.Must(t, err)
		b.visit("/w/" + w + "/keys")
		b.reads("1 live key of people who have left", "Created by a former member")
		b.accessible()
		b.press("Revoke all of them")
		b.reads("1 key revoked.")
		b.lacks("live key of people")
		b.visit("/w/" + w + "/members")
		b.lacks("ada@example.com")
		ada.visit("/w/" + w)
		ada.reads("Page not found")

		b.click("Invite a person")
		b.fill("email", "ben@example.com")
		b.choose(`role"][id="role`, "owner") // not the one of a row
		b.press("Create invite")
		b.reads("an owner")
		b.press("Back to members")
		b.press("Withdraw")
		b.reads("Invite withdrawn.", "No open invites")
	})
}

// TestReferencePage opens the API reference as a stranger, and follows it.
func TestReferencePage(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		b := h.open(t)
		b.visit("/docs")
		b.until("one menu", `!document.querySelector(".rail") && document.querySelectorAll("nav[aria-label]").length > 0`)
		b.reads("API reference", "Start here", "Bearer $KEY")
		b.until("samples below the buttons that copy them", `[...document.querySelectorAll(".block")].every(e => e.querySelector("code").getBoundingClientRect().top >= e.querySelector(".copy").getBoundingClientRect().bottom)`)
		b.until("the fields in a line", `(all => all.length === 2 && all[0] === all[1])([...document.querySelectorAll(".docs-tools input:not([type=hidden])")].map(e => Math.round(e.getBoundingClientRect().top)))`)
		b.accessible()
		b.press("From yt-dlp scripts")
		b.reads("yt-dlp -J URL", "This page as Markdown")
		b.accessible()
		b.press("Errors")
		b.reads("insufficient_credits", "Ask the operator for more credits")
		b.accessible()
		b.until("other groups folded", `!document.querySelector(".toc-open [href$='#createIngestion']").checkVisibility()`)
		b.click("Imports")
		b.press("Import a link")
		b.until("the group that is read alone open", `(open => open.length === 1 && open[0].querySelector("summary").textContent === "Imports")([...document.querySelectorAll(".toc-open details[open]")])`)
		b.until("the operation", `location.hash === "#createIngestion" && document.getElementById("createIngestion").getBoundingClientRect().top < innerHeight`)
		b.reads("/v1/ingestions", "Idempotency-Key", "Bearer $KEY")
		b.accessible()
		evaluate[any](b, `(e => { e.value = "sd_mine"; e.dispatchEvent(new Event("input", {bubbles: true})) })(document.getElementById("docs-key"))`)
		b.reads("Bearer sd_mine")
		b.press("Python")
		b.reads("import urllib.request", `"Bearer " + "sd_mine"`)
		b.until("what is copied to have the key, too", `document.querySelector("#createIngestion [data-copy]").dataset.copy.includes('"sd_mine"')`)
		b.fill("q", "idempotency_conflict")
		b.press("Find")
		b.reads("for “idempotency_conflict”", "Errors")
		b.accessible()
	})
}

// setRole chooses a role for somebody on the page of members, and sends it.
func setRole(b *browser, name, role string) {
	b.t.Helper()
	b.leave(func() {
		if !evaluate[bool](b, fmt.Sprintf(`(e => {
			const button = e.form.querySelector("button"), shown = button.checkVisibility();
			e.value = %q;
			button.click();
			return shown;
		})(document.querySelector('[aria-label="Role of %s"]'))`, role, name)) {
			b.t.Error("the button of a role is not always there")
		}
	})
}
