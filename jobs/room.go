package jobs

import (
	"context"
	"log/slog"

	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/media/creative"
	"socialdata/internal/sources"
)

// Room joins the parts of the media room to what an import needs.
type Room struct {
	Downloads *media.Downloader
	Engine    media.Engine
	Blobs     *blobs.Store
	Model     *creative.Model // nil: nothing leaves the house
	Log       *slog.Logger
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

// Put implements Media.
func (r *Room) Put(ctx context.Context, key, path, sum string) error {
	return r.Blobs.Put(ctx, key, path, sum)
}

// Delete implements Media.
func (r *Room) Delete(ctx context.Context, key string) error { return r.Blobs.Delete(ctx, key) }
