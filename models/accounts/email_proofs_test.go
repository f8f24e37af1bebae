package accounts_test

import (
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

// TestAddressesAreProvedByTheirOwnMail follows an address that an owner invites: the link that the inviter is shown proves
// nothing, the one in the mail does, and so does a link of the person's own, until the address changes.
func TestAddressesAreProvedByTheirOwnMail(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		ctx := t.Context()
		isProved := func(what, token string, want bool) *accounts.SignedIn {
			t.Helper()
			got, err := s.Accounts.FindSession(ctx, token)
			testkit.Must(t, err)
			if (got.User.EmailProvedAt != nil) != want {
				t.Errorf("%s: the address is proved: %v", what, !want)
			}
			return got
		}
		invite := func(email string) (i *accounts.Invite, shown, mailed string) {
			t.Helper()
			i, shown, err := s.Accounts.CreateInvite(ctx, in.Workspace, email, accounts.Owner, in.Owner)
			testkit.Must(t, err)
			mailed, err = s.Accounts.NewInviteMail(ctx, i)
			testkit.Must(t, err)
			return i, shown, mailed
		}
		_, shown, _ := invite("stranger@example.com")
		squatter, err := s.Accounts.AcceptInvite(ctx, shown, "Squatter", "a long enough password")
		testkit.Must(t, err)
		isProved("by the link that the inviter has", squatter.Token, false)
		_, _, mailed := invite("friend@example.com")
		friend, err := s.Accounts.AcceptInvite(ctx, mailed, "Friend", "a long enough password")
		testkit.Must(t, err)
		isProved("by the link in the mail", friend.Token, true)
		_, err = s.Accounts.AcceptInvite(ctx, mailed, "Again", "a long enough password")
		modelstest.WantCode(t, err, "not_found")
		testkit.Must(t, s.Accounts.ChangeDetails(ctx, friend.User.ID, "Friend", "victim@example.com", "a long enough password"))
		isProved("after a change", friend.Token, false)

		email, token, err := s.Accounts.NewEmailProof(ctx, friend.User.ID)
		testkit.Must(t, err)
		if found, err := s.Accounts.FindEmailProof(ctx, token); err != nil || found != email || email != "victim@example.com" {
			t.Errorf("the link is for %q, mailed to %q, %v", found, email, err)
		}
		testkit.Must(t, s.Accounts.ChangeDetails(ctx, friend.User.ID, "Friend", "other@example.com", "a long enough password"))
		modelstest.WantCode(t, s.Accounts.ProveEmail(ctx, token), "not_found")
		_, token, err = s.Accounts.NewEmailProof(ctx, friend.User.ID)
		testkit.Must(t, err)
		testkit.Must(t, s.Accounts.ProveEmail(ctx, token))
		isProved("by a link of their own", friend.Token, true)
		modelstest.WantCode(t, s.Accounts.ProveEmail(ctx, token), "not_found")
		_, token, err = s.Accounts.NewEmailProof(ctx, squatter.User.ID)
		testkit.Must(t, err)
		clock.Add(24*time.Hour + time.Second)
		modelstest.WantCode(t, s.Accounts.ProveEmail(ctx, token), "not_found")
		testkit.Must(t, s.Accounts.AcceptEmail(ctx, "stranger@example.com"))
		list, err := s.Accounts.SignIn(ctx, "stranger@example.com", "a long enough password")
		testkit.Must(t, err)
		isProved("by the operator", list.Token, true)
	})
}

// TestMailedLinksAreBounded asks for more links than anybody needs: an address gets three a day from everybody, a workspace
// mails twenty invites, deleted ones among them.
func TestMailedLinksAreBounded(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		mails := func(email string) error {
			i, _, err := s.Accounts.CreateInvite(t.Context(), in.Workspace, email, accounts.Member, in.Owner)
			testkit.Must(t, err)
			_, err = s.Accounts.NewInviteMail(t.Context(), i)
			testkit.Must(t, s.Accounts.DeleteInvite(t.Context(), in.Workspace, i.ID))
			return err
		}
		for n := range 20 {
			testkit.Must(t, mails(string(rune('a'+n/3))+"@example.com"))
		}
		modelstest.WantCode(t, mails("z@example.com"), "limit_exceeded")
		clock.Add(24*time.Hour + time.Second)
		for range 3 {
			testkit.Must(t, mails("a@example.com"))
		}
		modelstest.WantCode(t, mails("a@example.com"), "limit_exceeded")
		testkit.Must(t, mails("b@example.com"))
	})
}

// TestAProvedAddressNeedsNoProof: no link is made for it.
func TestAProvedAddressNeedsNoProof(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		modelstest.Run(t, s, "UPDATE users SET email_proved_at = 1")
		email, token, err := s.Accounts.NewEmailProof(t.Context(), in.Owner)
		if modelstest.Must(t, err); email != "owner@example.com" || token != "" {
			t.Errorf("a link for %q: %q", email, token)
		}
	})
}
