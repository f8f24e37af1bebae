package kept

import (
	"context"

	"golang.org/x/sync/errgroup"

	"socialdata/internal/content"
	"socialdata/models/references"
)

// Limits on the transcripts that one search reads.
const (
	readAtOnce  = 8
	mostInBytes = 16 << 20 // of their files, altogether
)

// Matches returns, for each of some references of a workspace, where it has the words of a search. The places of a reference are nil, which
// means unknown, if its facts or its transcript cannot be read, or if the transcripts before it have used up the limit: the search itself
// does not fail.
func (k *Reader) Matches(ctx context.Context, workspaceID, words string, rows []references.Reference) [][]references.TextMatch {
	found := make([][]references.TextMatch, len(rows))
	files, err := k.Store.References.StoredFiles(ctx, workspaceID, transcriptIDs(rows))
	if err != nil {
		return found
	}
	var g errgroup.Group
	g.SetLimit(readAtOnce)
	left := int64(mostInBytes)
	for n := range rows {
		file, said := transcriptOf(&rows[n], files)
		if left -= file.Bytes; left < 0 {
			left += file.Bytes
			continue
		}
		g.Go(func() error {
			var t *content.Transcript
			var err error
			if said {
				t, err = k.readTranscript(ctx, file.BlobKey)
			}
			if err == nil {
				found[n] = references.Matches(&rows[n], t, words)
			}
			return nil
		})
	}
	_ = g.Wait() // none of them fails
	return found
}

func transcriptIDs(rows []references.Reference) (ids []string) {
	for _, r := range rows {
		if r.TranscriptMediaID != nil {
			ids = append(ids, *r.TranscriptMediaID)
		}
	}
	return ids
}

// transcriptOf returns the file of a reference's transcript; ok is false if there is none.
func transcriptOf(r *references.Reference, files map[string]references.Media) (file references.Media, ok bool) {
	if r.TranscriptMediaID != nil {
		file, ok = files[*r.TranscriptMediaID]
	}
	return file, ok
}
