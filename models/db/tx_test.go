package db_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"

	"socialdata/models/db"
)

// TestADeadlockIsTriedAgain: PostgreSQL rolls one of two transactions back, a migration beside a busy version before among them.
func TestADeadlockIsTriedAgain(t *testing.T) {
	t.Parallel()
	deadlock := &goose.PartialError{Failed: &goose.MigrationResult{Source: &goose.Source{}}, Err: &pgconn.PgError{Code: "40P01"}}
	other := errors.New("no such column")
	for name, tt := range map[string]struct {
		fails []error
		runs  int
		err   error
	}{
		"none":          {nil, 1, nil},
		"two deadlocks": {[]error{deadlock, deadlock}, 3, nil},
		"another error": {[]error{other}, 1, other},
		"without end":   {[]error{deadlock, deadlock, deadlock, deadlock, deadlock, deadlock}, 5, deadlock},
	} {
		runs := 0
		err := db.UntilWon(func() error {
			runs++
			if runs <= len(tt.fails) {
				return tt.fails[runs-1]
			}
			return nil
		})
		if runs != tt.runs || !errors.Is(err, tt.err) {
			t.Errorf("%s: %d runs, %v", name, runs, err)
		}
	}
}
