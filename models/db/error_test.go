package db_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/routehealth"
	"socialdata/models/usage"
)

// TestMistakesOfOursAreNoLostDatabase: only a database that could not be asked is storage_unavailable.
func TestMistakesOfOursAreNoLostDatabase(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		for name, sql := range map[string]string{
			"syntax":     "SELEC 1",
			"table":      "SELECT * FROM nothing",
			"constraint": "INSERT INTO members (workspace_id, user_id, role, joined_at) VALUES ('none', 'none', 'owner', 0)",
		} {
			t.Run(name, func(t *testing.T) {
				modelstest.WantCode(t, modelstest.Try(context.Background(), s, sql), apierror.CodeInternalError)
			})
		}
		late, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
		defer cancel()
		modelstest.WantCode(t, modelstest.Try(late, s, "SELECT 1"), apierror.CodeStorageUnavailable)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		modelstest.WantCode(t, modelstest.Try(context.Background(), s, "SELECT 1"), apierror.CodeStorageUnavailable)
	})
}

// TestErrorsNameTheOperation: the cause of a database error says which function met it, through transactions, single rows
// and pages alike; its safe text does not.
func TestErrorsNameTheOperation(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := t.Context()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for want, run := range map[string]func() error{
			"accounts.ChangeWorkspace: ": func() error { return s.Accounts.ChangeWorkspace(ctx, "w", accounts.WorkspaceChange{Revision: 1}) },
			"imports.Find: ":             func() error { _, err := s.Imports.Find(ctx, "w", "i"); return err },
			"references.Find: ":          func() error { _, err := s.References.Find(ctx, "w", "r"); return err },
			"references.ListReferences: ": func() error {
				_, err := s.References.References(ctx, "w", references.Filter{}, db.PageRequest{Limit: 1})
				return err
			},
			"routehealth.ReportCall: ": func() error { _, err := s.RouteHealth.ReportCall(ctx, routehealth.Call{}); return err },
			"usage.Spending: ":         func() error { _, err := s.Usage.Spending(ctx, "w", usage.Window{}); return err },
		} {
			t.Run(strings.TrimSuffix(want, ": "), func(t *testing.T) {
				err := apierror.From(run())
				if err.Cause == nil || !strings.HasPrefix(err.Cause.Error(), want) || strings.Contains(err.SafeMessage(), want) {
					t.Errorf("cause %v, want it to begin with %q", err.Cause, want)
				}
			})
		}
	})
}
