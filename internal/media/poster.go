package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"io"
	"os"

	"golang.org/x/image/draw"

	"socialdata/internal/content"
)

// PosterSide is the maximum side of a poster, in pixels.
const PosterSide = 1280

// posterQuality is the JPEG quality of posters written in Go.
const posterQuality = 85

// Poster is a JPEG preview of a file. SHA256 is in hex.
type Poster struct {
	Path   string
	Bytes  int64
	SHA256 string
	Width  int64
	Height int64
}

// Poster scales an image down. It returns nil for a video, and for kinds that Go cannot decode.
func (goEngine) Poster(_ context.Context, path string, facts *Facts, dest string) (*Poster, error) {
	if facts.Kind != content.MediaImage {
		return nil, nil
	}
	p, err := preview(path, facts.Bytes, PosterSide, dest)
	if errors.Is(err, errNotDecoded) {
		return nil, nil
	}
	return p, err
}

// errNotDecoded is returned for pictures that Go cannot decode: HEIC, AVIF, animated WebP.
var errNotDecoded = errors.New("the picture cannot be decoded")

// preview writes a JPEG of a picture with sides of at most side pixels.
func preview(path string, size int64, side int, dest string) (*Poster, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		return nil, errNotDecoded
	}
	if err := writeJPEG(dest, upright(shrink(picture, side), orientation(file, size))); err != nil {
		return nil, err
	}
	return posterAt(dest)
}

// shrink scales a picture so that neither side is longer than side.
func shrink(src image.Image, side int) image.Image {
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	if longer := max(w, h); longer > side {
		w, h = max(1, w*side/longer), max(1, h*side/longer)
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.ApproxBiLinear.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Src, nil)
	return dst
}

// upright rotates a picture by its orientation (CIPA DC-008): 1 is upright, 5 to 8 swap width and height.
func upright(src image.Image, orientation int) image.Image {
	if orientation == 1 {
		return src
	}
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	if swapsSides(orientation) {
		dst = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch orientation {
			case 2, 3, 7, 8:
				tx = w - 1 - x
			}
			switch orientation {
			case 3, 4, 6, 7:
				ty = h - 1 - y
			}
			if swapsSides(orientation) {
				tx, ty = ty, tx
			}
			dst.Set(tx, ty, src.At(x, y))
		}
	}
	return dst
}

// posterAt measures a poster file.
func posterAt(path string) (*Poster, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	config, _, err := image.DecodeConfig(file)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	h := sha256.New()
	n, err := io.Copy(h, file)
	if err != nil {
		return nil, err
	}
	return &Poster{Path: path, Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil)), Width: int64(config.Width), Height: int64(config.Height)}, nil
}
