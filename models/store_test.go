package models_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

const password = "correct horse battery staple"

// installed is a store with its first owner and workspace.
type installed struct {
	*models.Store
	owner     string
	workspace string
}

func install(t testing.TB, s *models.Store, credits int64) installed {
	t.Helper()
	in, err := s.Bootstrap(context.Background(), models.NewInstallation{WorkspaceName: "First", Credits: credits,
		Owner: models.NewUser{Email: "owner@example.com", Name: "Owner", Password: password}})
	if err != nil {
		t.Fatal(err)
	}
	return installed{s, in.User.ID, in.Workspaces[0].WorkspaceID}
}

// atOnce runs f n times at the same time and returns the errors.
func atOnce(n int, f func(i int) error) []error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			errs[i] = f(i)
		}()
	}
	close(start)
	wg.Wait()
	return errs
}

// tally counts nil errors and each fault code.
func tally(errs []error) map[apierror.Code]int {
	n := map[apierror.Code]int{}
	for _, err := range errs {
		if err == nil {
			n["ok"]++
		} else {
			n[apierror.From(err).Code]++
		}
	}
	return n
}

func wantCode(t testing.TB, err error, code apierror.Code) {
	t.Helper()
	if !apierror.Is(err, code) {
		t.Errorf("got %v, want %s", err, code)
	}
}

func TestBootstrapHappensOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		got := tally(atOnce(4, func(i int) error {
			_, err := s.Bootstrap(context.Background(), models.NewInstallation{WorkspaceName: "W",
				Owner: models.NewUser{Email: fmt.Sprintf("o%d@example.com", i), Name: "O", Password: password}})
			return err
		}))
		if got["ok"] != 1 || got[apierror.CodeBootstrapConflict] != 3 {
			t.Errorf("four at once gave %v, want one success and three conflicts", got)
		}
	})
}

func TestSetupTokenIsMadeOnceAndCompared(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		token, err := s.EnsureSetupToken(ctx, "")
		if err != nil || token == "" {
			t.Fatalf("the first start makes a token: %q, %v", token, err)
		}
		if again, err := s.EnsureSetupToken(ctx, ""); err != nil || again != "" {
			t.Errorf("a later start shows none: %q, %v", again, err)
		}
		if err := s.CheckSetupToken(ctx, token); err != nil {
			t.Errorf("the right token: %v", err)
		}
		wantCode(t, s.CheckSetupToken(ctx, token+"x"), apierror.CodeInvalidCredential)
		if _, err := s.EnsureSetupToken(ctx, "given"); err != nil {
			t.Fatal(err)
		}
		wantCode(t, s.CheckSetupToken(ctx, token), apierror.CodeInvalidCredential)
	})
}

func TestSessionsEnd(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		install(t, s, 0)
		in, err := s.SignIn(ctx, " Owner@Example.com ", password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.FindSession(ctx, in.Token); err != nil {
			t.Fatalf("a new session: %v", err)
		}
		clock.Add(23 * time.Hour)
		if _, err := s.FindSession(ctx, in.Token); err != nil {
			t.Fatalf("after 23 idle hours: %v", err)
		}
		clock.Add(23 * time.Hour) // used an hour before, so not idle for a day
		if _, err := s.FindSession(ctx, in.Token); err != nil {
			t.Fatalf("after 23 more hours: %v", err)
		}
		clock.Add(25 * time.Hour)
		_, err = s.FindSession(ctx, in.Token)
		wantCode(t, err, apierror.CodeUnauthenticated)

		again, err := s.SignIn(ctx, "owner@example.com", password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.SignIn(ctx, "owner@example.com", password); err != nil {
			t.Fatal(err)
		}
		if n, err := s.EndOtherSessions(ctx, again.User.ID, again.SessionID); err != nil || n != 1 { // the first one ran out before
			t.Errorf("ended %d others, %v", n, err)
		}
		if err := s.EndSessions(ctx, again.User.ID); err != nil {
			t.Fatal(err)
		}
		_, err = s.FindSession(ctx, again.Token)
		wantCode(t, err, apierror.CodeUnauthenticated)
		_, err = s.SignIn(ctx, "owner@example.com", "not the passphrase")
		wantCode(t, err, apierror.CodeInvalidCredential)
		_, err = s.SignIn(ctx, "nobody@example.com", password)
		wantCode(t, err, apierror.CodeInvalidCredential)
	})
}

func TestTheLastOwnerStays(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 0)
		_, token, err := s.CreateInvite(ctx, in.workspace, "Second@example.com", models.Owner, in.owner)
		if err != nil {
			t.Fatal(err)
		}
		second, err := s.AcceptInvite(ctx, token, "Second", password)
		if err != nil {
			t.Fatal(err)
		}
		people := []string{in.owner, second.User.ID}
		got := tally(atOnce(2, func(i int) error {
			if i == 0 {
				return s.RemoveMember(ctx, in.workspace, people[0], false)
			}
			_, err := s.SetRole(ctx, in.workspace, people[1], models.Member)
			return err
		}))
		if got["ok"] != 1 || got[apierror.CodeLastOwnerConflict] != 1 {
			t.Errorf("two owners leaving at once gave %v", got)
		}
	})
}

func TestInvitesAreGoodForOne(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 0)
		_, token, err := s.CreateInvite(ctx, in.workspace, "guest@example.com", models.Member, in.owner)
		if err != nil {
			t.Fatal(err)
		}
		got := tally(atOnce(4, func(int) error {
			_, err := s.AcceptInvite(ctx, token, "Guest", password)
			return err
		}))
		if got["ok"] != 1 {
			t.Errorf("four acceptances at once gave %v", got)
		}
		// A person who exists joins with the own password; a wrong one leaves the invite.
		_, token, _ = s.CreateInvite(ctx, in.workspace, "owner@example.com", models.Member, in.owner)
		_, err = s.AcceptInvite(ctx, token, "Ignored", "not the passphrase")
		wantCode(t, err, apierror.CodeInvalidCredential)
		if joined, err := s.AcceptInvite(ctx, token, "Ignored", password); err != nil || joined.User.Name != "Owner" {
			t.Errorf("the right password joins as who one is: %v", err)
		}
		_, token, _ = s.CreateInvite(ctx, in.workspace, "late@example.com", models.Member, in.owner)
		clock.Add(8 * 24 * time.Hour)
		_, err = s.AcceptInvite(ctx, token, "Late", password)
		wantCode(t, err, apierror.CodeNotFound)
	})
}

func TestRenamingIsGuardedByTheRevision(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 0)
		if err := s.RenameWorkspace(ctx, in.workspace, 1, "Second name"); err != nil {
			t.Fatal(err)
		}
		err := s.RenameWorkspace(ctx, in.workspace, 1, "Late")
		wantCode(t, err, apierror.CodeRevisionConflict)
		if got := apierror.From(err).Details["currentRevision"]; got != int64(2) {
			t.Errorf("currentRevision %v, want 2", got)
		}
		if err := s.RenameWorkspace(ctx, in.workspace, 2, "Second name"); err != nil {
			t.Errorf("the same name: %v", err)
		}
		if w, _ := s.FindWorkspace(ctx, in.workspace, in.owner); w.Revision != 2 {
			t.Errorf("the same name made revision %d", w.Revision)
		}
	})
}
