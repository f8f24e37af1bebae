package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// minTexture is the standard deviation of brightness below which a frame is nearly flat: black, a fade, a plain card.
const minTexture = 8

// Poster writes a scaled copy of an image, or the frame of a video at one second or a tenth of its length, whichever
// comes first. If that frame is nearly flat, it tries later ones.
func (e ffmpegEngine) Poster(ctx context.Context, path string, facts *Facts, dest string) (*Poster, error) {
	kind, ok := kindOf(facts.ContentType)
	switch {
	case !ok, kind.family == famHEIF, facts.Kind == content.MediaVideo && !*facts.HasVideo:
		return nil, nil
	case facts.Kind == content.MediaImage:
		return e.picture(ctx, path, kind.family, facts.Bytes, dest)
	}
	_ = os.Remove(dest) // left by an earlier attempt
	for _, at := range moments(facts) {
		if hasTexture(dest) {
			break
		}
		if err := e.frame(ctx, path, kind.family, at, PosterSide, "", dest); err != nil {
			return nil, err
		}
	}
	p, err := posterAt(dest)
	if errors.Is(err, os.ErrNotExist) {
		return nil, invalid(ReasonUndecodable)
	}
	return p, err
}

// picture scales an image. Common builds of ffmpeg cannot decode animated WebP, which has no poster.
func (e ffmpegEngine) picture(ctx context.Context, path string, f family, size int64, dest string) (*Poster, error) {
	turn, err := uprightBy(path, f, size)
	if err != nil {
		return nil, err
	}
	err = e.frame(ctx, path, f, 0, PosterSide, turn, dest)
	if f == famWebP && apierror.Is(err, apierror.CodeMediaInvalid) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return posterAt(dest)
}

// uprightBy returns the filter that makes a picture upright; "" if it is, and for kinds whose turn ffmpeg knows.
func uprightBy(path string, f family, size int64) (string, error) {
	if f != famJPEG {
		return "", nil
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return turnOf(orientation(file, size)), nil
}

// turnOf returns the filter that makes a picture upright (see upright).
func turnOf(orientation int) string {
	return [...]string{"", "", "hflip,", "hflip,vflip,", "vflip,", "transpose=cclock_flip,", "transpose=clock,", "transpose=clock_flip,", "transpose=cclock,"}[orientation]
}

// moments returns the seconds at which to look for a frame, the preferred one first. A video with a single frame only
// has one at its start.
func moments(facts *Facts) []float64 {
	length := 0.0
	if facts.DurationMs != nil {
		length = float64(*facts.DurationMs) / 1000
	}
	first := math.Min(1, length/10)
	if length < 0.2 {
		return []float64{0}
	}
	return []float64{first, length * 0.25, length * 0.5, length * 0.75}
}

// frame writes one frame, transformed by the filter turn, as a JPEG with sides of at most side pixels. If there is no
// frame at that time, dest is unchanged.
func (e ffmpegEngine) frame(ctx context.Context, path string, f family, at float64, side int, turn, dest string) error {
	args := append(ffmpegInput(path, f, frameAt(at, turn)...),
		"-map", "0:V:0", "-frames:v", "1",
		"-vf", turn+fmt.Sprintf("scale=w='min(%d,iw*sar)':h='min(%d,ih)':force_original_aspect_ratio=decrease,setsar=1", side, side),
		"-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact",
		"-pix_fmt", "yuvj420p", "-c:v", "mjpeg", "-q:v", "3", "-f", "image2", "-update", "1", "file:"+dest)
	return e.verdict(e.tools.run(ctx, command{program: e.tools.FFmpeg, args: args, dir: filepath.Dir(dest), reads: []string{path}, timeout: probeTime}), ReasonUndecodable)
}

// hasTexture reports whether a poster is not nearly flat.
func hasTexture(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		return false
	}
	b := picture.Bounds()
	var n, sum, squares float64
	for y := b.Min.Y; y < b.Max.Y; y += max(1, b.Dy()/64) {
		for x := b.Min.X; x < b.Max.X; x += max(1, b.Dx()/64) {
			r, g, bl, _ := picture.At(x, y).RGBA()
			v := (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(bl)) / 257
			n, sum, squares = n+1, sum+v, squares+v*v
		}
	}
	mean := sum / n
	return math.Sqrt(math.Max(0, squares/n-mean*mean)) >= minTexture
}
