package jobs

import (
	"context"
	"log/slog"
	"os"

	"socialdata/internal/apierror"
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
	if f.Sound != nil {
		return r.downloadParts(ctx, f, dest)
	}
	got, err := r.fetch(ctx, f, dest, 0)
	if err != nil {
		return nil, err
	}
	return &Download{Path: got.Path, Bytes: got.Bytes, SHA256: got.SHA256}, nil
}

// fetch brings one file to dest. used counts against its bound.
func (r *Room) fetch(ctx context.Context, f sources.MediaFile, dest string, used int64) (media.Got, error) {
	return r.Downloads.Download(ctx, media.Request{URL: f.URL, Header: f.Header, Dest: dest, MaxRange: f.MaxRange, Used: used})
}

// Joins implements Media.
func (r *Room) Joins() bool {
	_, ok := r.Engine.(media.Joiner)
	return ok
}

// downloadParts brings picture and sound beside dest and joins them there. The picture stays for what it is marked with.
func (r *Room) downloadParts(ctx context.Context, f sources.MediaFile, dest string) (*Download, error) {
	joiner, ok := r.Engine.(media.Joiner)
	if !ok {
		return nil, apierror.New(apierror.CodeUnsupportedMedia, "reason", "needs_joining", "supported", media.SupportedKinds())
	}
	pictureAt, soundAt := dest+".picture", dest+".sound"
	defer func() { _ = os.Remove(soundAt) }()
	picture, err := r.fetch(ctx, f, pictureAt, 0)
	if err != nil {
		return nil, err
	}
	if _, err := r.fetch(ctx, *f.Sound, soundAt, picture.Bytes); err != nil {
		return nil, err
	}
	if err := joiner.Join(ctx, pictureAt, soundAt, dest); err != nil {
		return nil, err
	}
	bytes, sum, err := measure(dest)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return &Download{Path: dest, Bytes: bytes, SHA256: sum, Picture: pictureAt}, nil
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
