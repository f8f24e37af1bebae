package jobs_test

import (
	"context"
	"strings"
	"testing"

	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// mostStatements is the largest number of statements of an import without media, from its POST to its end.
const mostStatements = 36 // 24, one for tags and one for the platform's, five for the thumbnail and its hash, two for the history of its counts, and one for its event, one for whether it keeps full evidence, and one that marks its vector as outdated

// TestImportStatementCount counts the statements of one import.
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
		if len(asked) < 10 || len(asked) > mostStatements {
			t.Errorf("%d statements, at most %d may be:\n%s", len(asked), mostStatements, strings.Join(asked, "\n"))
		}
		t.Logf("%d statements, commits %+v", len(asked), commits)
	})
}
