package observations_test

import (
	"testing"
	"time"

	"socialdata/models/accounts"
	"socialdata/models/billing"
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

// TestCachedLookupSurvivesAnAlteredTable: a statement that is prepared on a connection does not outlive a change of what it
// gives, which PostgreSQL refuses to run. One lookup may fail for it, and the next is answered.
func TestCachedLookupSurvivesAnAlteredTable(t *testing.T) {
	clock := &modelstest.Clock{}
	s := modelstest.Postgres(t, clock)
	in := modelstest.Install(t, s, 100)
	_, key, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "k", CreatedBy: in.Owner, Scopes: accounts.Scopes()})
	modelstest.Must(t, err)
	_, err = s.Observations.RecordAndCharge(t.Context(), in.Workspace, billing.Spender{}, modelstest.NewObservation(clock, "item:a", "1"), 1)
	modelstest.Must(t, err)
	look := func() error {
		k, err := s.Observations.FindCachedByKey(t.Context(), key, "item:a", observations.Plain, clock.Now().Add(-time.Hour))
		if err == nil && (k == nil || !k.Found()) {
			t.Errorf("%+v", k)
		}
		return err
	}
	modelstest.Must(t, look())
	modelstest.Must(t, s.Read(t.Context()).Exec("ALTER TABLE observations ALTER COLUMN route_id TYPE varchar(300)").Error)
	if look() == nil {
		t.Error("the change did not make the statement fail: this test shows nothing")
	}
	modelstest.Must(t, look())
}
