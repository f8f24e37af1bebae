package lookup_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"go.opentelemetry.io/otel"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

// TestStatementsBeforeAFetch: a lookup by key that has to go to the platform reads the store once. Two more statements
// cannot be part of that reading: the claim of the fetch, after which alone it is sure that nobody else fetches (it looks
// again in the same statement), and the health of the route that was chosen. All in all PostgreSQL is asked ten times at most.
func TestStatementsBeforeAFetch(t *testing.T) {
	const most, mostOnSQLite = 10, 17
	const fetch = "db fetch" // counted as if it were a statement
	f := &fake{item: func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		_, span := otel.Tracer("test").Start(ctx, fetch)
		span.End()
		return video(1)(ctx, r)
	}}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		_, key, err := b.store.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: b.workspace, Name: "k", CreatedBy: b.owner})
		testkit.Must(t, err)
		ask := func(ctx context.Context) {
			_, err := b.store.Accounts.FindKey(t.Context(), key) // notes that the key was used, which is written once a minute
			testkit.Must(t, err)
			found, err := b.FindItemByKey(ctx, key, lookup.ItemRequest{URL: link, MaxAge: time.Hour})
			if err != nil || !found.Live() {
				t.Fatal(found, err)
			}
			_, err = b.ServeItem(ctx, found)
			testkit.Must(t, err)
		}
		ask(t.Context())
		if all := modelstest.Statements(t, ask); len(all) != 1 {
			t.Errorf("a stored answer takes %v", all)
		}
		b.clock.Add(2 * time.Hour)
		testkit.Must(t, b.store.CanWrite(t.Context())) // which is asked of the database when nothing was written lately
		all, commits := modelstest.Cost(t, ask)
		if slices.Index(all, fetch) != 3 {
			t.Errorf("a live answer takes %v", all)
		}
		if n := len(all) - 1; b.store.Postgres && n > most || n > mostOnSQLite {
			t.Errorf("a live answer takes %d statements: %v", n, all)
		}
		t.Logf("%d statements, commits %+v", len(all)-1, commits)
	})
}
