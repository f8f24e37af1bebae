package kept

import (
	"context"

	"golang.org/x/sync/errgroup"

	"socialdata/models/references"
)

// readAtOnce is how many transcripts of one search are read concurrently.
const readAtOnce = 8

// Matches returns where each of these references has the words of a search. A reference whose transcript or observation
// cannot be read has nil, which means unknown, so that the search does not fail.
func (k *Reader) Matches(ctx context.Context, words string, rows []references.Reference) [][]references.TextMatch {
	found := make([][]references.TextMatch, len(rows))
	var g errgroup.Group
	g.SetLimit(readAtOnce)
	for n := range rows {
		g.Go(func() error {
			if said, err := k.Transcript(ctx, &rows[n]); err == nil {
				found[n], _ = references.Matches(&rows[n], said, words)
			}
			return nil
		})
	}
	_ = g.Wait() // none of them returns an error
	return found
}
