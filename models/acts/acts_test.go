package acts_test

import (
	"context"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/acts"
	"socialdata/models/db"
	"socialdata/models/modelstest"

	"gorm.io/gorm"
)

// TestActsAreListedAndSwept writes acts of two workspaces, narrows them by every filter, and lets them age.
func TestActsAreListedAndSwept(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		add := func(workspace, kind, actor string) {
			clock.Add(time.Second)
			modelstest.Must(t, s.Acts.Append(t.Context(), acts.Act{WorkspaceID: workspace, Kind: kind, Actor: actor, Door: acts.Person}))
		}
		add("w", "createKey", "u1")
		add("w", "revokeKey", "u2")
		between := clock.Now().Add(time.Millisecond)
		add("w", "createKey", "u2")
		add("other", "createKey", "u1")
		for name, c := range map[string]struct {
			f    acts.Filter
			want int
		}{"all": {acts.Filter{}, 3}, "actor": {acts.Filter{Actor: "u2"}, 2}, "kind": {acts.Filter{Kind: "createKey"}, 2}, "both": {acts.Filter{Kind: "createKey", Actor: "u2"}, 1},
			"from": {acts.Filter{From: &between}, 1}, "before": {acts.Filter{Before: &between}, 2}} {
			p, err := s.Acts.List(t.Context(), "w", c.f, db.PageRequest{Limit: 10})
			modelstest.Must(t, err)
			if len(p.Items) != c.want {
				t.Errorf("by %s: %d acts, want %d", name, len(p.Items), c.want)
			}
		}
		clock.Add(acts.KeptFor - 2*time.Second)
		modelstest.Must(t, s.Housekeep(t.Context()))
		if p, err := s.Acts.List(t.Context(), "w", acts.Filter{}, db.PageRequest{Limit: 10}); err != nil || len(p.Items) != 1 {
			t.Errorf("a year later: %d acts, %v", len(p.Items), err)
		}
	})
}

// TestWritesAreNoted notes what is written with a context, but not what is read or rolled back.
func TestWritesAreNoted(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		row := func(tx *gorm.DB) error { return acts.Add(tx, acts.Act{WorkspaceID: "w"}) }
		for name, c := range map[string]struct {
			do   func(context.Context) error
			want bool
		}{
			"nothing": {func(ctx context.Context) error {
				_, err := s.Acts.List(ctx, "w", acts.Filter{}, db.PageRequest{Limit: 1})
				return err
			}, false},
			"a row": {func(ctx context.Context) error { return s.Tx(ctx, row) }, true},
			"rolled back": {func(ctx context.Context) error {
				if err := s.Tx(ctx, func(tx *gorm.DB) error {
					modelstest.Must(t, row(tx))
					return apierror.New(apierror.CodeForbidden)
				}); !apierror.Is(err, apierror.CodeForbidden) {
					t.Error(err)
				}
				return nil
			}, false},
			"no row": {func(ctx context.Context) error {
				return s.Write(ctx).Exec("UPDATE acts SET kind = '' WHERE id = 'none'").Error
			}, false},
			"a statement": {func(ctx context.Context) error {
				return s.Write(ctx).Exec("UPDATE settings SET value = value || ''").Error
			}, true},
		} {
			modelstest.Run(t, s, "INSERT INTO settings (name, value) VALUES (?, 'x')", db.NewID())
			ctx, w := db.NoteWrites(t.Context())
			modelstest.Must(t, c.do(ctx))
			if w.Any() != c.want {
				t.Errorf("%s: noted %v", name, w.Any())
			}
		}
	})
}
