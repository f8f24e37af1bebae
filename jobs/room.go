package jobs

import (
	"context"
	"strings"

	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/media/provenance"
	"socialdata/internal/sources"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// Room joins the parts of the media room to what an import needs.
type Room struct {
	Downloads *media.Downloader
	Engine    media.Engine
	Blobs     *blobs.Store
}

// Download implements Media.
func (r *Room) Download(ctx context.Context, f sources.MediaFile, dest string) (*Download, error) {
	got, err := r.Downloads.Download(ctx, media.Request{URL: f.URL, Header: f.Header, Dest: dest})
	if err != nil {
		return nil, err
	}
	return &Download{Path: got.Path, Bytes: got.Bytes, SHA256: got.SHA256}, nil
}

// Same implements Media.
func (r *Room) Same(d *Download) bool {
	bytes, sum, err := measure(d.Path)
	return err == nil && bytes == d.Bytes && sum == d.SHA256
}

// Verify implements Media.
func (r *Room) Verify(ctx context.Context, path string) (*media.Facts, error) {
	return r.Engine.Probe(ctx, path)
}

// Analyze implements Media. The marks of provenance are read from the bytes as they were received.
func (r *Room) Analyze(ctx context.Context, d *Download, facts *media.Facts, item *content.Item, t *content.Transcript) (content.MachineDerived, error) {
	derived := measured(facts)
	poster, err := r.Engine.Poster(ctx, d.Path, facts, d.Path+".jpg")
	if err != nil {
		return derived, err
	}
	if poster != nil {
		d.Poster = poster.Path
	}
	evidence, err := provenance.ReadFile(d.Path)
	if err != nil {
		return derived, fault.Wrap(err, fault.StorageUnavailable)
	}
	ai, _ := provenance.Judge(evidence, provenance.Said{Text: said(item)})
	derived.AIProvenance = &ai
	return derived, nil
}

// said is what the item's own words tell.
func said(item *content.Item) string {
	words := []string{}
	for _, w := range []*string{item.Title, item.Text} {
		if w != nil {
			words = append(words, *w)
		}
	}
	return strings.Join(words, "\n")
}

// measured turns facts into the public shape.
func measured(f *media.Facts) content.MachineDerived {
	return content.MachineDerived{MediaKind: &f.Kind, DetectedContentType: &f.ContentType, MeasuredBytes: &f.Bytes, MeasuredDurationMs: f.DurationMs,
		Width: f.Width, Height: f.Height, HasVideoTrack: f.HasVideo, HasAudioTrack: f.HasAudio}
}

// Put implements Media.
func (r *Room) Put(ctx context.Context, key, path, sum string) error {
	return r.Blobs.Put(ctx, key, path, sum)
}

// Delete implements Media.
func (r *Room) Delete(ctx context.Context, key string) error { return r.Blobs.Delete(ctx, key) }
