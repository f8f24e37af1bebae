package models_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/support"
)

// TestListsAreInTheOrderOfCreation makes rows while the clock goes back and stands still, so that ids tell another
// order than times, and reads every list in pages of two.
func TestListsAreInTheOrderOfCreation(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 100)
		helper, err := s.Accounts.CreateUser(ctx, accounts.NewUser{Email: "support@example.com", Name: "S", Password: modelstest.Password, Support: true})
		modelstest.Must(t, err)
		for n := range 5 {
			clock.Add(-time.Duration(n) * time.Hour) // the first two at about the same time, then ever earlier
			_, _, err := s.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "k", CreatedBy: in.Owner})
			modelstest.Must(t, err)
			_, _, err = s.Accounts.CreateInvite(ctx, in.Workspace, fmt.Sprintf("p%d@example.com", n), accounts.Member, in.Owner)
			modelstest.Must(t, err)
			_, err = s.Accounts.CreateWorkspace(ctx, "w", in.Owner, 0)
			modelstest.Must(t, err)
			act := support.Actor{UserID: helper.ID, Reason: "r", RequestID: db.NewID()}
			modelstest.Must(t, s.Support.GrantBySupport(ctx, act, in.Workspace, 1, ""))
			modelstest.Save(t, s, in.Workspace, modelstest.Saved{Link: fmt.Sprintf("clip_site:%d", n+1)})
		}
		inOrder(t, "keys", 5, func(p db.PageRequest) (*db.RecordPage[accounts.KeyView], error) {
			return s.Accounts.Keys(ctx, in.Workspace, p)
		}, func(k accounts.KeyView) (int64, string) { return k.CreatedAt, k.ID })
		inOrder(t, "invites", 5, func(p db.PageRequest) (*db.RecordPage[accounts.Invite], error) {
			return s.Accounts.Invites(ctx, in.Workspace, p)
		}, func(i accounts.Invite) (int64, string) { return i.CreatedAt, i.ID })
		inOrder(t, "workspaces", 6, func(p db.PageRequest) (*db.RecordPage[accounts.WorkspaceView], error) {
			return s.Accounts.Workspaces(ctx, in.Owner, p)
		}, func(w accounts.WorkspaceView) (int64, string) { return w.CreatedAt, w.ID })
		inOrder(t, "ledger", 6, func(p db.PageRequest) (*db.RecordPage[billing.Entry], error) {
			return s.Billing.Ledger(ctx, in.Workspace, p)
		}, func(e billing.Entry) (int64, string) { return e.CreatedAt, e.ID })
		inOrder(t, "audit", 5, func(p db.PageRequest) (*db.RecordPage[support.AuditView], error) {
			return s.Support.Audit(ctx, in.Workspace, p)
		}, func(a support.AuditView) (int64, string) { return a.CreatedAt, a.ID })
		inOrder(t, "imports", 5, func(p db.PageRequest) (*db.RecordPage[imports.Import], error) {
			return s.Imports.List(ctx, in.Workspace, imports.Filter{}, p)
		}, func(i imports.Import) (int64, string) { return i.CreatedAt, i.ID })
		inOrder(t, "references", 5, func(p db.PageRequest) (*db.RecordPage[references.Reference], error) {
			return s.References.References(ctx, in.Workspace, references.Filter{}, p)
		}, func(r references.Reference) (int64, string) { return r.CreatedAt, r.ID })
	})
}

// inOrder reads a list to its end and wants every row once, the newest first.
func inOrder[T any](t *testing.T, name string, n int, read func(db.PageRequest) (*db.RecordPage[T], error),
	at func(T) (int64, string)) {
	t.Helper()
	type row struct {
		at int64
		id string
	}
	var got []row
	for p := (db.PageRequest{Limit: 2}); ; {
		page, err := read(p)
		modelstest.Must(t, err)
		for _, item := range page.Items {
			at, id := at(item)
			got = append(got, row{at, id})
		}
		if p.Cursor = page.NextCursor; p.Cursor == "" || len(got) > n {
			break
		}
	}
	want := slices.Clone(got)
	slices.SortFunc(want, func(a, b row) int {
		if a.at != b.at {
			return int(b.at - a.at)
		}
		if a.id > b.id {
			return -1
		}
		return 1
	})
	if len(got) != n || !slices.Equal(got, slices.Compact(want)) {
		t.Errorf("%s: %d rows, %v", name, len(got), got)
	}
}
