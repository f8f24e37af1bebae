package jobs_test

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/sources/simulator"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// TestShortLinksAreImported follows a short link in the import's first stage: the reference has the address of the item, and
// the one of a walled link is retried and of a dead one fails.
func TestShortLinksAreImported(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		item, err := b.Lookup.ItemLink(t.Context(), b.link)
		if err != nil {
			t.Fatal(err)
		}
		run := func(code string) *imports.Detail {
			n, err := b.Lookup.ImportOf(simulator.ShortLinks(code)[0], imports.NewImport{WorkspaceID: b.workspace, MediaProfile: imports.ProfileNone, HoldDays: 30, Tags: "[]", Key: db.NewID()})
			if err != nil || n.Subject != "" {
				t.Fatalf("%+v, %v", n, err)
			}
			a, err := b.Store.Imports.Accept(t.Context(), n, func(*imports.Detail) ([]byte, error) { return []byte(`{}`), nil })
			if err != nil {
				t.Fatal(err)
			}
			return b.run(t, a.ID)
		}
		d := run(simulator.ShortItem)
		if d.State != imports.Succeeded || d.Subject != item.NaturalID() || d.CanonicalURL != item.Canonical {
			t.Fatalf("%s %s: %s at %s", d.State, d.OutcomeCode, d.Subject, d.CanonicalURL)
		}
		if ref := b.referenceOf(t, d); ref.CanonicalURL != item.Canonical {
			t.Errorf("the reference is of %s", ref.CanonicalURL)
		}
		if walled := run(simulator.ShortWall); walled.State != imports.RetryWait {
			t.Errorf("behind a wall: %s %s", walled.State, walled.OutcomeCode)
		}
		if dead := run(simulator.ShortDead); dead.State != imports.Failed || dead.OutcomeCode != apierror.CodeNotFound {
			t.Errorf("a dead link: %s %s", dead.State, dead.OutcomeCode)
		}
	})
}
