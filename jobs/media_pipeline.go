package jobs

import (
	"context"
	"io"
	"log/slog"
	"os"

	"socialdata/internal/apierror"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/media/c2pa"
	"socialdata/internal/media/creative"
	"socialdata/internal/media/speech"
	"socialdata/internal/sources"
)

// MediaPipeline downloads, verifies, describes and stores the media of imports.
type MediaPipeline struct {
	Downloads *media.Downloader
	Engine    media.Engine
	Blobs     *blobs.Store
	Model     *creative.Model   // nil: no data is sent to third parties
	Speaker   *speech.Writer    // writes speech down; nil: none is
	Reader    *media.TextReader // of text on screen; nil: none is read
	C2PA      c2pa.Validator    // of manifests; without a trust list none is valid
	Log       *slog.Logger
}

// Download implements Media.
func (p *MediaPipeline) Download(ctx context.Context, f sources.MediaFile, dest string, within *media.Budget) (*Download, error) {
	if f.Sound != nil {
		return p.downloadTracks(ctx, f, dest)
	}
	got, err := p.Downloads.Download(ctx, request(f, dest, within))
	if err != nil {
		return nil, err
	}
	return &Download{Path: got.Path, Bytes: got.Bytes, SHA256: got.SHA256, Answers: got.Answers}, nil
}

// Budget implements Media.
func (p *MediaPipeline) Budget() *media.Budget { return p.Downloads.Budget() }

func request(f sources.MediaFile, dest string, within *media.Budget) media.Request {
	return media.Request{URL: f.URL, Header: f.Header, Dest: dest, MaxRange: f.MaxRange, Within: within}
}

// Joins implements Media.
func (p *MediaPipeline) Joins() bool {
	_, ok := p.Engine.(media.Joiner)
	return ok
}

// downloadTracks downloads picture and sound beside dest and joins them there. The picture file is kept for its provenance marks.
func (p *MediaPipeline) downloadTracks(ctx context.Context, f sources.MediaFile, dest string) (*Download, error) {
	joiner, ok := p.Engine.(media.Joiner)
	if !ok {
		return nil, apierror.New(apierror.CodeUnsupportedMedia, "reason", "needs_joining", "supported", media.SupportedKinds())
	}
	pictureAt, soundAt := dest+".picture", dest+".sound"
	defer func() { _ = os.Remove(soundAt) }()
	within := p.Budget()
	picture, err := p.Downloads.Download(ctx, request(f, pictureAt, within))
	if err != nil {
		return nil, err
	}
	sound, err := p.Downloads.Download(ctx, request(*f.Sound, soundAt, within))
	if err != nil {
		return nil, err
	}
	if err := joiner.Join(ctx, pictureAt, soundAt, dest); err != nil {
		return nil, err
	}
	bytes, sum, err := measure(dest)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return &Download{Path: dest, Bytes: bytes, SHA256: sum, Picture: pictureAt, Tracks: []track{{picture.SHA256, picture.Answers}, {sound.SHA256, sound.Answers}}}, nil
}

// Same implements Media.
func (p *MediaPipeline) Same(d *Download) bool {
	bytes, sum, err := measure(d.Path)
	return err == nil && bytes == d.Bytes && sum == d.SHA256
}

// Verify implements Media.
func (p *MediaPipeline) Verify(ctx context.Context, path string) (*media.Facts, error) {
	return p.Engine.Probe(ctx, path)
}

// Put implements Media.
func (p *MediaPipeline) Put(ctx context.Context, key, path, sum string) error {
	return p.Blobs.Put(ctx, key, path, sum)
}

// Delete implements Media.
func (p *MediaPipeline) Delete(ctx context.Context, key string) error {
	return p.Blobs.Delete(ctx, key)
}

// Open implements Media.
func (p *MediaPipeline) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	return p.Blobs.Open(ctx, key)
}
