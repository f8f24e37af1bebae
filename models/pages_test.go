package models_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/modelstest"
)

// TestListsAreInTheOrderOfCreation makes rows while the clock goes back and stands still, so that ids tell another
// order than times, and reads every list in pages of two.
func TestListsAreInTheOrderOfCreation(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 100)
		support, err := s.CreateUser(ctx, models.NewUser{Email: "support@example.com", Name: "S", Password: password, Support: true})
		must(t, err)
		for n := range 5 {
			clock.Add(-time.Duration(n) * time.Hour) // the first two at about the same time, then ever earlier
			_, _, err := s.CreateKey(ctx, models.NewAPIKey{WorkspaceID: in.workspace, Name: "k", CreatedBy: in.owner})
			must(t, err)
			_, _, err = s.CreateInvite(ctx, in.workspace, fmt.Sprintf("p%d@example.com", n), models.Member, in.owner)
			must(t, err)
			_, err = s.CreateWorkspace(ctx, "w", in.owner, 0)
			must(t, err)
			act := models.Act{UserID: support.ID, Reason: "r", RequestID: models.NewID()}
			must(t, s.GrantBySupport(ctx, act, in.workspace, 1, ""))
			modelstest.Save(t, s, in.workspace, modelstest.Saved{Link: fmt.Sprintf("clip_site:%d", n+1)})
		}
		inOrder(t, "keys", 5, func(p models.PageRequest) (*models.RecordPage[models.KeyView], error) {
			return s.Keys(ctx, in.workspace, p)
		}, func(k models.KeyView) (int64, string) { return k.CreatedAt, k.ID })
		inOrder(t, "invites", 5, func(p models.PageRequest) (*models.RecordPage[models.Invite], error) {
			return s.Invites(ctx, in.workspace, p)
		}, func(i models.Invite) (int64, string) { return i.CreatedAt, i.ID })
		inOrder(t, "workspaces", 6, func(p models.PageRequest) (*models.RecordPage[models.WorkspaceView], error) {
			return s.Workspaces(ctx, in.owner, p)
		}, func(w models.WorkspaceView) (int64, string) { return w.CreatedAt, w.ID })
		inOrder(t, "ledger", 6, func(p models.PageRequest) (*models.RecordPage[models.Entry], error) {
			return s.Ledger(ctx, in.workspace, p)
		}, func(e models.Entry) (int64, string) { return e.CreatedAt, e.ID })
		inOrder(t, "audit", 5, func(p models.PageRequest) (*models.RecordPage[models.AuditView], error) {
			return s.Audit(ctx, in.workspace, p)
		}, func(a models.AuditView) (int64, string) { return a.CreatedAt, a.ID })
		inOrder(t, "imports", 5, func(p models.PageRequest) (*models.RecordPage[models.Import], error) {
			return s.Imports(ctx, in.workspace, models.ImportFilter{}, p)
		}, func(i models.Import) (int64, string) { return i.CreatedAt, i.ID })
		inOrder(t, "references", 5, func(p models.PageRequest) (*models.RecordPage[models.Reference], error) {
			return s.References(ctx, in.workspace, models.ReferenceFilter{}, p)
		}, func(r models.Reference) (int64, string) { return r.CreatedAt, r.ID })
	})
}

// inOrder reads a list to its end and wants every row once, the newest first.
func inOrder[T any](t *testing.T, name string, n int, read func(models.PageRequest) (*models.RecordPage[T], error),
	at func(T) (int64, string)) {
	t.Helper()
	type row struct {
		at int64
		id string
	}
	var got []row
	for p := (models.PageRequest{Limit: 2}); ; {
		page, err := read(p)
		must(t, err)
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
