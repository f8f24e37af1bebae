package operations

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/issuer"
	"socialdata/internal/issuer/issuertest"
	"socialdata/internal/mail"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/digests"
	"socialdata/models/modelstest"
)

// outbox takes e-mails, or refuses them.
type outbox struct {
	sent    []mail.Message
	refuses error
}

// Send implements the sender of session.Mails.
func (o *outbox) Send(_ context.Context, m mail.Message) error {
	o.sent = append(o.sent, m)
	return o.refuses
}

// sendsMail lets the service send e-mail.
func (s *site) sendsMail() *outbox {
	o := &outbox{}
	s.Mails = &session.Mails{Store: s.Store, Sender: o, Origin: "https://a.example", Log: slog.New(slog.DiscardHandler)}
	return o
}

// TestInvites are mailed where the installation sends e-mail, and lead to an account.
func TestInvites(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, done := did(t)
	in := CreateInvite{Email: "new@example.com", Role: accounts.Editor}
	i, token, mailed, err := s.CreateInvite(ctx, s.owner, in)
	if err != nil || mailed || token == "" || i.Email != "new@example.com" {
		t.Fatalf("%+v, %q, %v, %v", i, token, mailed, err)
	}
	wantDone(t, done, session.Done{Detail: "new@example.com, editor"})
	box := s.sendsMail()
	if _, _, mailed, err = s.CreateInvite(ctx, s.owner, CreateInvite{Email: "other@example.com", Role: accounts.Member}); err != nil || !mailed || len(box.sent) != 1 || !strings.Contains(box.sent[0].Text, "First") {
		t.Errorf("mailed: %v, %v, %+v", mailed, err, box.sent)
	}
	box.refuses = errors.New("away")
	if i, _, mailed, err = s.CreateInvite(ctx, s.owner, CreateInvite{Email: "third@example.com", Role: accounts.Member}); err != nil || mailed || i == nil {
		t.Errorf("by a mail server that refuses: %+v, %v, %v", i, mailed, err)
	}
	sent := len(box.sent)
	if _, _, _, err = s.CreateInvite(ctx, &session.Caller{WorkspaceID: "none"}, in); err == nil || len(box.sent) != sent {
		t.Errorf("to no workspace: %v, %d e-mails", err, len(box.sent))
	}
	modelstest.Run(t, s.Store, `CREATE TRIGGER refused BEFORE INSERT ON invites WHEN NEW.email = 'refused@example.com' BEGIN SELECT RAISE(ABORT, 'refused'); END`)
	if _, _, _, err = s.CreateInvite(ctx, s.owner, CreateInvite{Email: "refused@example.com", Role: accounts.Member}); err == nil || len(box.sent) != sent {
		t.Errorf("that is not stored: %v, %d e-mails", err, len(box.sent))
	}
	signed, err := s.AcceptInvite(ctx, AcceptInvite{Token: InviteToken(token), Name: "New", Password: modelstest.Password})
	if err != nil || signed.User.Email != "new@example.com" {
		t.Fatalf("accepted: %+v, %v", signed, err)
	}
	wantDone(t, done, session.Done{WorkspaceID: s.workspace, Detail: "editor"})
	_, err = s.SetMemberRole(ctx, s.owner, signed.User.ID, SetRole{Role: accounts.Member})
	testkit.Must(t, err)
	wantDone(t, done, session.Done{Subject: signed.User.ID, Detail: "“editor” → “member”"})
	_, err = s.SetMemberRole(ctx, s.owner, "none", SetRole{Role: accounts.Member})
	wantCode(t, "the role of a stranger", err, apierror.CodeNotFound)
	w, err := s.Store.Accounts.Workspace(ctx, s.workspace)
	testkit.Must(t, err)
	wantCode(t, "a name", s.RenameWorkspace(ctx, s.owner, RenameWorkspace{Revision: Revision(w.Revision), Name: "Renamed"}), "")
	wantDone(t, done, session.Done{Detail: "“" + w.Name + "” → “Renamed”"})
	m, r, reset, err := s.CreatePasswordReset(ctx, s.owner, signed.User.ID)
	if err != nil || m.UserID != signed.User.ID || r == nil || reset == "" {
		t.Errorf("a reset: %+v, %+v, %v", m, r, err)
	}
	_, _, _, err = s.CreatePasswordReset(ctx, s.owner, "none")
	wantCode(t, "the reset of a stranger", err, apierror.CodeNotFound)
	email, err := s.SendConfirmation(ctx, &session.Caller{Person: signed})
	if err == nil || email == "" || len(box.sent) != sent+1 {
		t.Errorf("a confirmation by a mail server that refuses: %q, %v", email, err)
	}
	box.refuses = nil
	if email, err = s.SendConfirmation(ctx, &session.Caller{Person: signed}); err != nil || email != "new@example.com" {
		t.Errorf("a confirmation: %q, %v", email, err)
	}
	s.Mails = nil
	_, err = s.SendConfirmation(ctx, s.owner)
	wantCode(t, "without a mail server", err, apierror.CodeUnsupportedObject)
}

// TestTheFirstOwner needs the setup token on a page; the workspace is unmetered if they or the operator want it.
func TestTheFirstOwner(t *testing.T) {
	t.Parallel()
	person := Person{Email: "a@example.com", Password: modelstest.Password, Name: "A"}
	for _, tt := range []struct{ operator, person, want bool }{{false, false, false}, {true, false, true}, {false, true, true}} {
		store := modelstest.SQLite(t, &modelstest.Clock{})
		s := &Service{Store: store, Unmetered: tt.operator, InitialCredits: 7}
		_, err := store.Accounts.EnsureSetupToken(t.Context(), "the setup token of this test")
		testkit.Must(t, err)
		in := SetUp{Token: "another", Bootstrap: Bootstrap{WorkspaceName: "W", Unmetered: tt.person, Person: person}}
		_, err = s.SetUp(t.Context(), in)
		wantCode(t, "another token", err, apierror.CodeInvalidCredential)
		in.Token = "the setup token of this test"
		signed, err := s.SetUp(t.Context(), in)
		testkit.Must(t, err)
		w, err := store.Accounts.Workspace(t.Context(), signed.Workspaces[0].WorkspaceID)
		testkit.Must(t, err)
		credits, err := store.Billing.Credits(t.Context(), w.ID)
		if err != nil || content.Unmetered(credits.Balance) != tt.want {
			t.Errorf("%+v: %+v, %+v, %v", tt, w, credits, err)
		}
	}
}

// TestWhatNeedsThePassword again: closing a workspace and a second factor. A code at the sign-in is recorded.
func TestWhatNeedsThePassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, done := did(t)
	_, err := s.SignIn(ctx, SignIn{Email: "owner@example.com", Password: modelstest.Password})
	testkit.Must(t, err)
	wantDone(t, done, session.Done{})
	if _, err = s.SignIn(ctx, SignIn{Email: "owner@example.com", Password: "wrong", Code: "123456"}); err == nil {
		t.Error("a wrong password signs in")
	}
	wantDone(t, done, session.Done{Detail: "second factor"})
	wantCode(t, "a factor with a wrong password", s.BeginSecondFactor(ctx, s.owner, BeginFactor{Current: "wrong"}), apierror.CodeInvalidCredential)
	if _, err := s.Store.Accounts.PendingSecondFactor(ctx, s.owner.UserID()); err == nil {
		t.Error("a second factor was begun")
	}
	wantCode(t, "a factor", s.BeginSecondFactor(ctx, s.owner, BeginFactor{Current: modelstest.Password}), "")
	if secret, err := s.Store.Accounts.PendingSecondFactor(ctx, s.owner.UserID()); err != nil || secret == "" {
		t.Errorf("no second factor was begun: %v", err)
	}
	closed := *s.Passwords
	closed.Closed = true
	s.Passwords = &closed
	wantCode(t, "where passwords are closed", s.BeginSecondFactor(ctx, s.owner, BeginFactor{Current: modelstest.Password}), apierror.CodeUnsupportedObject)
	s.Passwords = &session.Passwords{Store: s.Store, Guard: open{}}
	w, err := s.CreateWorkspace(ctx, s.owner, CreateWorkspace{Name: "Second"})
	testkit.Must(t, err)
	wantDone(t, done, session.Done{WorkspaceID: w.ID, Detail: "Second"})
	_, err = s.CreateWorkspace(ctx, &session.Caller{}, CreateWorkspace{Name: "Third"})
	if err == nil {
		t.Error("nobody made a workspace")
	}
	wantDone(t, done, session.Done{})
	_, err = s.CloseWorkspace(ctx, s.owner, CloseWorkspace{Name: "First", Password: "wrong"})
	wantCode(t, "closing with a wrong password", err, apierror.CodeInvalidCredential)
	if e, err := s.CloseWorkspace(ctx, s.owner, CloseWorkspace{Name: "First", Password: modelstest.Password}); err != nil || e == nil {
		t.Errorf("closing: %+v, %v", e, err)
	}
}

// TestDigestsOfAPerson are chosen for workspaces of theirs, and end by the token in each.
func TestDigestsOfAPerson(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := t.Context()
	wantInvalid(t, s.SetDigests(ctx, s.owner, map[string]digests.Every{s.workspace: "hourly"}), "every")
	wantCode(t, "of another workspace", s.SetDigests(ctx, s.owner, map[string]digests.Every{"none": digests.Daily}), apierror.CodeNotFound)
	second, err := s.CreateWorkspace(ctx, s.owner, CreateWorkspace{Name: "Second"})
	testkit.Must(t, err)
	testkit.Must(t, s.SetDigests(ctx, s.owner, map[string]digests.Every{s.workspace: digests.Daily, second.ID: digests.Weekly}))
	chosen := func() int {
		t.Helper()
		of, err := s.Store.Digests.Of(ctx, s.owner.UserID())
		testkit.Must(t, err)
		return len(of)
	}
	token, err := s.Store.Digests.Token(s.workspace, s.owner.UserID())
	testkit.Must(t, err)
	if name, err := s.Subscribed(ctx, token); err != nil || name != "First" || chosen() != 2 {
		t.Errorf("of %q, %v", name, err)
	}
	_, err = s.Subscribed(ctx, "other")
	wantCode(t, "another token", err, apierror.CodeNotFound)
	nowhere, err := s.Store.Digests.Token("none", s.owner.UserID())
	testkit.Must(t, err)
	_, err = s.Subscribed(ctx, nowhere)
	wantCode(t, "a workspace that there is not", err, apierror.CodeNotFound)
	wantCode(t, "by another token", s.Unsubscribe(ctx, "other"), apierror.CodeNotFound)
	if testkit.Must(t, s.Unsubscribe(ctx, token)); chosen() != 1 {
		t.Error("the digest goes on")
	}
}

// TestWhatAProgramMayBeAllowed: scopes for which the person's own role is enough.
func TestWhatAProgramMayBeAllowed(t *testing.T) {
	t.Parallel()
	for scope, want := range map[accounts.Scope]accounts.Role{accounts.EventsRead: accounts.Editor, accounts.IngestionsRead: accounts.Editor, accounts.IngestionsWrite: accounts.Editor,
		accounts.ReferencesWrite: accounts.Owner, accounts.ExportsRead: accounts.Owner, accounts.RequestsRead: accounts.Owner} {
		if got := ScopeRole(scope); got != want {
			t.Errorf("%s needs %s, want %s", scope, got, want)
		}
	}
	all := []accounts.Scope{accounts.IngestionsWrite, accounts.WebhooksWrite}
	if got := AllowedScopes(all, accounts.Editor); !slices.Equal(got, all[:1]) {
		t.Errorf("an editor may allow %v", got)
	}
	s := newSite(t)
	editor := *s.owner
	editor.Role = accounts.Editor
	asked := session.Asked{ClientID: "client", ClientName: "Program", RedirectURI: "https://a.example/", Challenge: "c", Scopes: all}
	for name, tt := range map[string]struct {
		c      *session.Caller
		scopes KeyScopes
		code   apierror.Code
	}{
		"an owner": {s.owner, KeyScopes(all), ""}, "an editor": {&editor, KeyScopes(all[:1]), ""}, "an editor, too much": {&editor, KeyScopes(all), apierror.CodeForbidden},
		"what was not asked for": {s.owner, KeyScopes{accounts.EventsRead}, apierror.CodeForbidden},
	} {
		ctx, done := did(t)
		code, err := s.AllowProgram(ctx, tt.c, asked, AllowProgram{Scopes: tt.scopes})
		if wantCode(t, name, err, tt.code); err == nil {
			wantDone(t, done, session.Done{Subject: "client", Detail: "Program"})
		}
		if (code != "") != (err == nil) {
			t.Errorf("%s: the code %q", name, code)
		}
	}
}

// TestSignInsAtTheIssuer bring an e-mail and a subject that can be stored, or are refused.
func TestSignInsAtTheIssuer(t *testing.T) {
	t.Parallel()
	there := issuertest.New(t)
	s := newSite(t)
	if s.IssuerName() != "" || s.IssuerOnly() {
		t.Error("there is an issuer")
	}
	s.Passwords = &session.Passwords{Store: s.Store, Guard: open{}, Closed: true}
	if s.IssuerOnly() {
		t.Error("people sign in at no issuer")
	}
	var err error
	s.Issuer, err = issuer.New(issuer.Options{URL: there.URL, ClientID: issuertest.ClientID, ClientSecret: issuertest.ClientSecret, Redirect: "https://a.example/back", Name: "Example", Clock: time.Now})
	testkit.Must(t, err)
	if s.IssuerName() != "Example" || !s.IssuerOnly() {
		t.Error("there is no issuer")
	}
	s.Passwords = &session.Passwords{Store: s.Store, Guard: open{}}
	if s.IssuerOnly() {
		t.Error("passwords are open")
	}
	s.AutoJoin = &accounts.AutoJoin{WorkspaceID: s.workspace, Role: accounts.Member}
	longest := func(n int) string { return strings.Repeat("a", n-len("@example.com")) + "@example.com" }
	for name, tt := range map[string]struct {
		claims map[string]any
		issuer string
		code   apierror.Code
	}{
		"Ada":                {nil, "", ""},
		"and the issuer":     {nil, there.URL, ""},
		"no e-mail":          {map[string]any{"email": "ada"}, "", apierror.CodeForbidden},
		"the longest e-mail": {map[string]any{"email": longest(input.MaxEmail), "sub": "b"}, "", ""},
		"a longer e-mail":    {map[string]any{"email": longest(input.MaxEmail + 1), "sub": "c"}, "", apierror.CodeForbidden},
		"the longest sub":    {map[string]any{"email": "d@example.com", "sub": strings.Repeat("d", input.MaxNaturalID)}, "", ""},
		"a longer sub":       {map[string]any{"email": "e@example.com", "sub": strings.Repeat("e", input.MaxNaturalID+1)}, "", apierror.CodeForbidden},
		"a wrong code":       {map[string]any{"code": "x"}, "", apierror.CodeForbidden},
	} {
		there.Set(func(i *issuertest.Issuer) {
			i.Claims = map[string]any{"sub": "ada-1", "email": "ada@example.com", "email_verified": true, "name": "Ada"}
			for claim, v := range tt.claims {
				i.Claims[claim] = v
			}
		})
		address, flow, err := s.BeginIssued(t.Context(), "")
		testkit.Must(t, err)
		u, err := url.Parse(address)
		testkit.Must(t, err)
		back := ""
		there.Set(func(i *issuertest.Issuer) { back, err = i.Grant(u.Query()) })
		testkit.Must(t, err)
		if u, err = url.Parse(back); err != nil {
			t.Fatal(err)
		}
		code := u.Query().Get("code")
		if tt.claims["code"] != nil {
			code = "x"
		}
		signed, err := s.FinishIssued(t.Context(), flow, IssuerReply{State: flow.State, Code: code, Issuer: tt.issuer})
		if wantCode(t, name, err, tt.code); err == nil && (signed == nil || len(signed.Workspaces) != 1) {
			t.Errorf("%s: %+v", name, signed)
		}
	}
}
