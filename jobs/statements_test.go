package jobs_test

import (
	"context"
	"strings"
	"testing"

	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// mostStatements is the largest number of statements of an import without media, from its POST to its end, with its thumbnail: round trips to
// PostgreSQL, which takes writes together. SQLite takes them one by one.
const mostStatements, mostOnSQLite = 20, 33

// mostWaits is how many commits of such an import wait for the disk: its acceptance, the row of its thumbnail before that is uploaded, and its end.
const mostWaits = 3

// TestImportStatementCount counts the statements and the commits of one import.
func TestImportStatementCount(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		var id string
		b.media.pictures = true
		asked, commits := modelstest.Cost(t, func(ctx context.Context) {
			id = b.acceptIn(ctx, t, imports.ProfileNone, false)
			if err := b.Store.Imports.MarkQueued(ctx, id); err != nil {
				t.Fatal(err)
			}
			if err := b.Run(ctx, id); err != nil {
				t.Fatal(err)
			}
		})
		if d := b.find(t, id); d.State != imports.Succeeded {
			t.Fatalf("the import %s", d.State)
		}
		most := mostOnSQLite
		if b.Store.Postgres {
			most = mostStatements
		}
		if len(asked) < 10 || len(asked) > most {
			t.Errorf("%d statements, at most %d may be:\n%s", len(asked), most, strings.Join(asked, "\n"))
		}
		if commits.Waited == 0 || commits.Waited > mostWaits {
			t.Errorf("%d commits wait for the disk, at most %d may", commits.Waited, mostWaits)
		}
		t.Logf("%d statements, commits %+v", len(asked), commits)
	})
}
