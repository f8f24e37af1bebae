package db_test

import (
	"context"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
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
