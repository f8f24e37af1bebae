package modelstest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"socialdata/models"
	"socialdata/models/imports"
)

// guardStates makes the database refuse every change of an import's state that the table of states does not allow, so
// that each test checks its own writes. A new attempt passes through queued in one statement.
func guardStates(t testing.TB, s *models.Store) {
	t.Helper()
	var allowed []string
	for _, from := range imports.States() {
		for _, to := range imports.States() {
			if from == to || from.CanBecome(to) || to == imports.Running && from.CanBecome(imports.Queued) {
				allowed = append(allowed, fmt.Sprintf("(OLD.state = '%s' AND NEW.state = '%s')", from, to))
			}
		}
	}
	forbidden := "NOT (" + strings.Join(allowed, " OR ") + ")"
	guards := []string{"CREATE TRIGGER guard_states BEFORE UPDATE OF state ON imports WHEN " + forbidden +
		" BEGIN SELECT RAISE(ABORT, 'the table of states does not allow this'); END"}
	if s.Postgres {
		guards = []string{
			`CREATE FUNCTION guard_states() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN RAISE EXCEPTION 'the table of states does not allow % after %', NEW.state, OLD.state; END $$`,
			"CREATE TRIGGER guard_states BEFORE UPDATE OF state ON imports FOR EACH ROW WHEN (" + forbidden + ") EXECUTE FUNCTION guard_states()",
		}
	}
	for _, sql := range guards {
		if err := s.Write(context.Background()).Exec(sql).Error; err != nil {
			t.Fatal(err)
		}
	}
}
