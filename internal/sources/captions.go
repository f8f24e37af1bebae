package sources

import (
	"bytes"
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// FetchCaptions fetches a file of captions and reads it. An empty answer is a refusal, never an empty file.
func FetchCaptions(ctx context.Context, f Fetcher, r Request, read func([]byte) ([]content.Segment, error)) ([]content.Segment, error) {
	a, err := f.Fetch(ctx, r)
	if err != nil {
		return nil, err
	}
	if a.Status >= 400 || len(bytes.TrimSpace(a.Body)) == 0 {
		return nil, apierror.New(apierror.CodeRouteDegraded)
	}
	segments, err := read(a.Body)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeSourceChanged, "missing", []string{"captions"})
	}
	return segments, nil
}
