package kept

import (
	"context"

	"golang.org/x/sync/errgroup"

	"socialdata/models/references"
)

// readAtOnce bounds the transcripts of one search that are read at the same time.
const readAtOnce = 8

// Matches says where each of some references has the words of a search. The places of a reference are nil, which is unknown, where its
// transcript or what was observed cannot be read: a search does not fail for it.
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
	_ = g.Wait() // none of them fails
	return found
}
