package main

import (
	"io"
	"mime/quotedprintable"
	"net/http"
	netmail "net/mail"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"socialdata/internal/mail/mailtest"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
)

// lastMail is the text of the newest of n messages that came.
func lastMail(t *testing.T, server *mailtest.Server, n int, to string) string {
	t.Helper()
	inbox := server.Inbox()
	if len(inbox) != n || !strings.Contains(inbox[n-1].To, to) {
		t.Fatalf("%d messages came, want %d, the last one to %s: %+v", len(inbox), n, to, inbox)
	}
	message := must(netmail.ReadMessage(strings.NewReader(inbox[n-1].Data)))
	return string(must(io.ReadAll(quotedprintable.NewReader(message.Body))))
}

// TestAddressesAreConfirmed invites somebody by the API with a workspace's name that would mislead them: the mail has no link but
// ours. Who joins by the link that the inviter was shown confirms the address by a mail of their own.
func TestAddressesAreConfirmed(t *testing.T) {
	t.Parallel()
	server := mailtest.New(t, false)
	h := newProgram(t, map[string]string{"SMTP_URL": "smtp://" + server.Addr + "?from=social@example.com"})
	w := h.owner()
	testkit.Must(t, h.p.store.Accounts.ChangeWorkspace(t.Context(), w, accounts.WorkspaceChange{Revision: 1, Name: new("Win at http://evil.example/ now")}))
	post := func(session, path, kind, body string) (status int, text string) {
		t.Helper()
		req := must(http.NewRequestWithContext(t.Context(), http.MethodPost, h.base+path, strings.NewReader(body)))
		req.Header.Set("Origin", h.base)
		req.Header.Set("Content-Type", kind)
		req.AddCookie(h.cookie(session))
		answer, err := http.DefaultTransport.RoundTrip(req)
		testkit.Must(t, err)
		defer answer.Body.Close()
		return answer.StatusCode, string(must(io.ReadAll(answer.Body)))
	}
	status, made := post("owner@example.com", "/v1/workspaces/"+w+"/invites", "application/json", `{"email":"new@example.com","role":"owner"}`)
	shown := regexp.MustCompile(`/invite/([\w-]+)`).FindStringSubmatch(made)
	text := lastMail(t, server, 1, "new@example.com")
	for _, address := range regexp.MustCompile(`\S*(://|\.example)\S*`).FindAllString(text, -1) {
		if !strings.HasPrefix(address, h.base) {
			t.Errorf("the mail has a link to %s:\n%s", address, text)
		}
	}
	if status != http.StatusCreated || shown == nil || strings.Contains(text, shown[1]) {
		t.Fatalf("%d, %v: the mail has the link that the inviter has:\n%s", status, shown, text)
	}
	if _, err := h.p.store.Accounts.FindInvite(t.Context(), regexp.MustCompile(`/invite/([\w-]+)`).FindStringSubmatch(text)[1]); err != nil {
		t.Errorf("the link in the mail is of no invite: %v", err)
	}
	_, err := h.p.store.Accounts.AcceptInvite(t.Context(), shown[1], "New", testPassword)
	testkit.Must(t, err)
	page := h.pageOf("new@example.com", "/account")
	if !strings.Contains(page, "Your email is not confirmed") {
		t.Error("the page of the account does not say that the address is not confirmed")
	}
	const form = "application/x-www-form-urlencoded"
	post("new@example.com", "/account/confirm", form, "")
	link := must(url.Parse(regexp.MustCompile(`http\S+/confirm/[\w-]+`).FindString(lastMail(t, server, 2, "new@example.com"))))
	if shows := h.page(link.Path); !strings.Contains(shows, "new@example.com") {
		t.Errorf("the link shows\n%s", shows)
	}
	if !strings.Contains(h.pageOf("new@example.com", "/account"), "Your email is not confirmed") {
		t.Error("to open the link is enough: programs that look into mail do that")
	}
	post("new@example.com", link.Path, form, "")
	if strings.Contains(h.pageOf("new@example.com", "/account"), "Your email is not confirmed") {
		t.Error("the address is not confirmed")
	}
}
