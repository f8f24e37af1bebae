package media

import (
	"cmp"
	"errors"
	"image"
	"image/jpeg"
	"os"
	"slices"

	"socialdata/internal/content"
)

// ErrNoPicture is returned if there is no picture for a thumbnail.
var ErrNoPicture = errors.New("there is no picture")

const (
	// ThumbnailSide is the maximum side of a thumbnail, in pixels.
	ThumbnailSide = 640
	// thumbnailPixels is the largest picture that is decoded for a thumbnail: 16 million pixels are 64 MB.
	thumbnailPixels = 16_000_000
)

// Thumbnail verifies a downloaded picture and writes a small JPEG without metadata to dest. It needs no ffmpeg and
// starts no process; it returns unsupported_media for what Go cannot decode.
func Thumbnail(path, dest string) (*Poster, error) {
	facts, _, err := inspect(path)
	switch {
	case err != nil:
		return nil, err
	case facts.Kind != content.MediaImage:
		return nil, unsupported(facts.ContentType)
	case *facts.Width**facts.Height > thumbnailPixels:
		return nil, invalid(ReasonTooManyPixels)
	}
	p, err := preview(path, facts.Bytes, ThumbnailSide, dest)
	if errors.Is(err, errNotDecoded) {
		return nil, unsupported(facts.ContentType)
	}
	return p, err
}

// writeJPEG writes a picture to a new file.
func writeJPEG(dest string, picture image.Image) error {
	out, err := os.OpenFile(dest, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := jpeg.Encode(out, picture, &jpeg.Options{Quality: posterQuality}); err != nil {
		return err
	}
	return out.Close()
}

// BySize sorts the sizes of a picture by how well they suit a thumbnail: first those that need no enlargement, the
// smallest first, then smaller ones, and those of unknown size last. The order is stable.
func BySize(images []content.Image) []content.Image {
	rank := func(i content.Image) int64 {
		longer := max(zeroIfNil(i.Width), zeroIfNil(i.Height))
		switch {
		case longer == 0:
			return 1 << 40
		case longer >= ThumbnailSide:
			return longer
		}
		return 1<<30 - longer
	}
	sorted := slices.Clone(images)
	slices.SortStableFunc(sorted, func(a, b content.Image) int { return cmp.Compare(rank(a), rank(b)) })
	return sorted
}

func zeroIfNil(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
