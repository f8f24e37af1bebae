package jobs

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/models/imports"
	"socialdata/models/references"
)

const (
	// thumbnailWithin bounds the fetch of a thumbnail, so that a dead host does not delay an import.
	thumbnailWithin = 3 * time.Second
	// maxThumbnail bounds a thumbnail's download, in bytes.
	maxThumbnail = 2 << 20
	// thumbnailTries bounds how many sizes are tried.
	thumbnailTries = 2
)

// thumbnail stores the platform's own small picture for lists, if neither the import nor the reference has a poster. It is an
// extra: its failure never fails the import. It returns nil if there is none.
func (m *Importer) thumbnail(ctx context.Context, run *imports.Run, w *attemptState, kept []keptFile) *references.Media {
	if len(w.Item.Thumbnails) == 0 || slices.ContainsFunc(kept, func(k keptFile) bool { return k.role == references.PosterMedia }) {
		return nil
	}
	if has, err := m.Store.References.HasPoster(ctx, run.Import.WorkspaceID, w.Item.ID); has || err != nil {
		return nil
	}
	path := m.thumbnailPath(run)
	if os.MkdirAll(filepath.Dir(path), 0o750) != nil {
		return nil
	}
	err := m.Media.Thumbnail(ctx, w.Item.Thumbnails, path)
	var row *references.Media
	if err == nil {
		row, err = m.upload(ctx, run, keptFile{role: references.PosterMedia, path: path, contentType: "image/jpeg", name: fileName(w.Item) + "-thumbnail"})
	}
	if err != nil {
		m.Log.Info("an import has no thumbnail", "import", run.Import.ID, "cause", apierror.Redact(err))
		return nil
	}
	row.Thumbnail = true
	return row
}

func (m *Importer) thumbnailPath(run *imports.Run) string {
	return filepath.Join(m.folder(run), "thumbnail.jpg")
}

// Thumbnail implements Media: it downloads one of the sizes of a picture through the same guard as all media.
func (p *MediaPipeline) Thumbnail(ctx context.Context, sizes []content.Image, dest string) error {
	ctx, cancel := context.WithTimeout(ctx, thumbnailWithin)
	defer cancel()
	received := dest + ".received"
	defer func() { _ = os.Remove(received) }()
	err := media.ErrNoPicture
	for n, size := range media.BySize(sizes) {
		if n == thumbnailTries || ctx.Err() != nil {
			break
		}
		if _, err = p.Downloads.Download(ctx, media.Request{URL: size.URL, Dest: received, Most: maxThumbnail}); err != nil {
			continue
		}
		if _, err = media.Thumbnail(received, dest); err == nil {
			return nil
		}
	}
	return err
}
