package observations_test

import (
	"testing"

	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// TestGroupsShareOnePlan: PostgreSQL plans the statement of grouped lookups a few times and then no more, however short the
// groups are. A plan takes longer than the lookups of a short group.
func TestGroupsShareOnePlan(t *testing.T) {
	s := modelstest.Postgres(t, &modelstest.Clock{})
	db, err := s.Read(t.Context()).DB()
	modelstest.Must(t, err)
	conn, err := db.Conn(t.Context())
	modelstest.Must(t, err)
	defer conn.Close()
	for _, captions := range []bool{false, true} {
		statement := observations.GroupedLookupSQL(captions)
		args := []any{[][]byte{[]byte("d1"), []byte("d2")}, []string{"s1", "s2"}, []int64{1, 1}}
		if captions {
			args = append(args, []string{"captions:en", "captions:de"})
		}
		for range 20 {
			rows, err := conn.QueryContext(t.Context(), statement, args...)
			modelstest.Must(t, err)
			modelstest.Must(t, rows.Close())
		}
		var planned, shared int
		modelstest.Must(t, conn.QueryRowContext(t.Context(), "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement = $1", statement).Scan(&planned, &shared))
		if planned > 5 || planned+shared != 20 {
			t.Errorf("with captions %t: %d plans for 20 groups, %d of which shared one", captions, planned, shared)
		}
	}
}
