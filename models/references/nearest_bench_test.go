package references_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"socialdata/internal/vectors"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// BenchmarkNearest searches a workspace of 100,000 references with vectors of 384 dimensions by meaning, and loads them for the first search.
func BenchmarkNearest(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, _ *modelstest.Clock) {
		fillHashes(b, s, 0)
		asked := fillMeanings(b, s)
		search := func(b *testing.B, store *references.Store) {
			page, err := store.Nearest(b.Context(), "w", "sense", asked, "", db.PageRequest{Limit: 20})
			modelstest.Must(b, err)
			if len(page.Items) != 20 {
				b.Fatal("not found")
			}
		}
		b.Run("first", func(b *testing.B) {
			for b.Loop() {
				search(b, references.New(s.DB))
			}
		})
		b.Run("next", func(b *testing.B) {
			search(b, s.References)
			for b.Loop() {
				search(b, s.References)
			}
		})
	})
}

func fillMeanings(b *testing.B, s *models.Store) vectors.Vector {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	components := make([]float32, 384)
	made := func() vectors.Vector {
		for n := range components {
			components[n] = float32(r.NormFloat64())
		}
		v, err := vectors.From(components)
		modelstest.Must(b, err)
		return v
	}
	var rows []references.Meaning
	for i := 1; i <= 100_000; i++ {
		rows = append(rows, references.Meaning{ReferenceID: fmt.Sprintf("r%d", i), WorkspaceID: "w", Model: "sense", Vector: made().Bytes(), UpdatedAt: int64(i) * 1_000_000})
		if len(rows) == 1000 {
			modelstest.Must(b, s.Write(b.Context()).Create(rows).Error)
			rows = rows[:0]
		}
	}
	modelstest.Run(b, s, "ANALYZE reference_meanings")
	return made()
}
