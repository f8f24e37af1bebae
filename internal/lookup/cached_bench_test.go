package lookup_test

import (
	"testing"
	"time"

	"socialdata/internal/lookup"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

// BenchmarkCachedLookup measures a lookup that is stored and paid for, below the server: one statement and the tail of the
// body.
func BenchmarkCachedLookup(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, clock *modelstest.Clock) {
		platforms := simulator.New()
		of := newBench(b, s, clock, tiktok.Routes(sourcestest.Fetcher(b, platforms, allHosts()...), tiktok.Options{}))
		_, key, err := of.store.Accounts.CreateKey(b.Context(), accounts.NewAPIKey{WorkspaceID: of.workspace, Name: "k", Scopes: accounts.Scopes(), CreatedBy: of.owner})
		testkit.Must(b, err)
		ask := lookup.ItemRequest{Workspace: of.workspace, URL: platforms.Samples()[1].Items[0], MaxAge: time.Hour}
		_, err = of.Answer(b.Context(), ask)
		testkit.Must(b, err)
		b.ReportAllocs()
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				found, err := of.FindItemByKey(b.Context(), key, ask)
				if err != nil || !found.Live() || !found.Ready() {
					b.Fatalf("%+v, %v", found, err)
				}
				got, err := of.ServeItem(b.Context(), found)
				if err != nil || got == nil || got.Receipt.Usage.CreditsCharged != 0 {
					b.Fatalf("%+v, %v", got, err)
				}
			}
		})
	})
}
