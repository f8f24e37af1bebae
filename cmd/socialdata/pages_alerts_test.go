package main

import (
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
)

// TestAlertsStandOnTheOverview sets the balance at which to be told, on the page of credits, and follows what the overview
// says to its end: the mark is taken back, the endpoint is enabled again. A member is offered no step.
func TestAlertsStandOnTheOverview(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.member(w, "member@example.com")
		hook, _, err := h.p.store.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: w, URL: "https://hook.example/", Types: []events.Type{events.CreditsLow}})
		testkit.Must(t, err)
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/credits")
		b.click("Tell me when the balance is low")
		b.fill("lowBalance", "many")
		b.press("Save")
		b.reads("Enter a whole number of credits")
		b.accessible()
		b.fill("lowBalance", "2000")
		b.press("Save")
		b.reads("You are told when the balance falls to 2,000 credits.")
		b.accessible()
		modelstest.Run(t, h.p.store, "UPDATE webhooks SET disabled_at = 1, disabled_reason = 'failing' WHERE id = ?", hook.ID)
		b.visit("/w/" + w)
		b.reads("The balance is low: 1,000 credits left.", "The endpoint https://hook.example/ failed for five days and was disabled.")
		b.accessible()
		modelstest.Run(t, h.p.store, `INSERT INTO watches (id, workspace_id, name, source, every, import, daily_credits, state, paused_reason, failures, spent, spent_on, whole, items, counts, gone_code, last_run_id,
			revision, created_at) VALUES (?, ?, 'Lanterns', '{"kind":"item","url":"https://www.youtube.com/watch?v=g6QYSy6P-nW"}', '1h', '', 100, 'failing', '', 3, 0, '', TRUE, 0, '', '', '', 1, 1)`, db.NewID(), w)
		b.visit("/w/" + w)
		b.reads("The watch “Lanterns” has failed several times in a row.")
		b.press("See why")
		b.reads("Lanterns", "Failing")
		modelstest.Run(t, h.p.store, "DELETE FROM watches")
		b.visit("/w/" + w)
		b.lacks("Lanterns")
		b.press("Mend it")
		b.press("Enable")
		b.visit("/w/" + w)
		b.lacks("hook.example")
		b.press("See credits")
		b.click("You are told when the balance falls to 2,000 credits")
		b.fill("lowBalance", "")
		b.press("Save")
		b.reads("You are not told of a low balance any more.")
		b.visit("/w/" + w)
		b.lacks("The balance is low")

		modelstest.Run(t, h.p.store, "UPDATE workspaces SET low_balance = 1000 WHERE id = ?", w)
		modelstest.Run(t, h.p.store, "UPDATE webhooks SET disabled_at = 1, disabled_reason = 'failing' WHERE id = ?", hook.ID)
		b = h.open(t)
		b.signIn("member@example.com")
		b.visit("/w/" + w)
		b.reads("The balance is low: 1,000 credits left. An owner can get more.")
		b.lacks("hook.example", "See credits")
		b.accessible()
	})
}

// TestOwnersTurnAlertMailsOff finds the page that an e-mail names, and the box on it.
func TestOwnersTurnAlertMailsOff(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{"SMTP_URL": "smtp://localhost:1?from=alerts@example.com"})
	w := h.owner()
	b := h.open(t)
	b.signIn("owner@example.com")
	b.visit("/account#alerts")
	b.reads("Alerts by e-mail", "At most one a day")
	b.accessible()
	for _, says := range []string{"You get no e-mails about alerts any more.", "You get e-mails about the alerts of workspaces that you own."} {
		b.click("Send me e-mails about alerts")
		b.leave(func() { evaluate[bool](b, `document.querySelector("#alerts button").click(), true`) })
		b.reads(says)
	}
	b.visit("/w/" + w + "/credits")
	b.click("Tell me when the balance is low")
	b.reads("Owners get an e-mail, too")
}

// TestMembersChooseDigests chooses a digest on the page of the account, and switches it off by the link in a mail, without a session.
func TestMembersChooseDigests(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{"SMTP_URL": "smtp://localhost:1?from=digests@example.com"})
	w := h.owner()
	b := h.open(t)
	b.signIn("owner@example.com")
	b.visit("/account#digests")
	b.reads("Digests by e-mail", "No digest")
	b.choose("digest-"+w, "daily")
	b.leave(func() { evaluate[bool](b, `document.querySelector("#digests button").click(), true`) })
	b.reads("Your digests are chosen")
	b.until("the choice", `document.querySelector("#digests select").value === "daily"`)
	b.accessible()
	members, err := h.p.store.Accounts.Members(t.Context(), w, db.PageRequest{Limit: 1})
	testkit.Must(t, err)
	token, err := h.p.store.Digests.Token(w, members.Items[0].UserID)
	testkit.Must(t, err)
	reader := h.open(t)
	reader.visit("/digest/" + token)
	reader.reads("Switch the digest off?")
	reader.accessible()
	reader.press("Switch it off")
	reader.reads("The digest is off")
	b.visit("/account")
	b.until("no digest", `document.querySelector("#digests select").value === ""`)
}
