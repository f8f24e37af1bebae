package references_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"socialdata/internal/media/likeness"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// BenchmarkSimilar searches a workspace of 100,000 references, with one and with ten hashes each.
func BenchmarkSimilar(b *testing.B) {
	for _, each := range []int{1, 10} {
		b.Run(fmt.Sprintf("%d hashes", each*100_000), func(b *testing.B) {
			modelstest.EachBench(b, func(b *testing.B, s *models.Store, _ *modelstest.Clock) {
				fillHashes(b, s, each)
				b.ResetTimer()
				for b.Loop() {
					list, err := s.References.FindSimilar(b.Context(), "w", "r7", references.MaxSimilar)
					modelstest.Must(b, err)
					if !list.Complete {
						b.Fatal("not complete")
					}
				}
			})
		})
	}
}

func fillHashes(b *testing.B, s *models.Store, each int) {
	b.Helper()
	numbers := "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "
	modelstest.Run(b, s, "INSERT INTO workspaces (id, name, revision, balance, granted, spent, created_at) VALUES ('w', 'W', 1, 0, 0, 0, 0)")
	modelstest.Run(b, s, numbers+"INSERT INTO contents (id, subject) SELECT 'c' || i, 'c' || i FROM n")
	modelstest.Must(b, s.Write(b.Context()).Create(&references.Reference{ID: "r0", WorkspaceID: "w", ContentID: "c0", Tags: "[]", Platform: "clip_site", State: references.Ready}).Error)
	modelstest.Run(b, s, numbers+`INSERT INTO saved_references (id, workspace_id, content_id, platform, canonical_url, state, media_availability, failure_code, retryable, tags, hold_reason, hold_revision, revision, created_at, updated_at)
		SELECT 'r' || i, 'w', 'c' || i, 'clip_site', '', 'ready', 'ready', '', FALSE, '[]', '', 0, 1, i, i FROM n`)
	r := rand.New(rand.NewPCG(1, 2))
	var rows []references.PictureHash
	for i := 1; i <= 100_000; i++ {
		for shot := range each {
			h := likeness.Hash(r.Uint64())
			one := func(n int) *int64 { return new(h.Band(n)) }
			rows = append(rows, references.PictureHash{ReferenceID: fmt.Sprintf("r%d", i), MediaID: "m", StartMs: int64(shot), WorkspaceID: "w", Hash: new(int64(h)), Band0: one(0), Band1: one(1), Band2: one(2), Band3: one(3)})
		}
		if len(rows) >= 2000 {
			modelstest.Must(b, s.Write(b.Context()).Create(rows).Error)
			rows = rows[:0]
		}
	}
	modelstest.Run(b, s, "ANALYZE picture_hashes")
}
