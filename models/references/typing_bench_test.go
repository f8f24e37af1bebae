package references_test

import (
	"testing"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// BenchmarkTyping searches 100,000 references after each letter of what somebody types: a word that all of them have, then a second one.
func BenchmarkTyping(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, _ *modelstest.Clock) {
		fillHashes(b, s, 0)
		words, none := "'every video ' || 'n' || i || ' ' || CASE WHEN i % 100 = 0 THEN 'kettle' ELSE 'lamp' END", "''"
		if s.Postgres {
			words, none = "string_to_array("+words+", ' ')", "'{}'"
		}
		modelstest.Run(b, s, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "+
			"INSERT INTO reference_words (reference_id, workspace_id, created_at, written, said, stale) SELECT 'r' || i, 'w', i, "+words+", "+none+", FALSE FROM n")
		modelstest.Run(b, s, "ANALYZE") // as housekeeping has it, on both databases
		for _, typed := range []string{"e", "ev", "every", "every k", "every kett", "n99999", "nothing"} {
			b.Run(typed, func(b *testing.B) {
				for b.Loop() {
					_, err := s.References.ListReferences(b.Context(), "w", references.Listing{Filter: references.Filter{Words: typed}, Sort: references.MostRelevant}, db.PageRequest{Limit: 8})
					modelstest.Must(b, err)
				}
			})
		}
	})
}
