package media

import (
	"image"
	"os"

	"socialdata/internal/media/likeness"
)

// PictureHash hashes a JPEG, PNG, GIF or WebP file. It returns nil for plain pictures, for those with more pixels than a thumbnail may
// have, and for what Go cannot decode.
func PictureHash(path string) *likeness.Hash {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	config, _, err := image.DecodeConfig(file)
	if err != nil || int64(config.Width)*int64(config.Height) > thumbnailPixels {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return nil
	}
	turn := orientation(file, info.Size())
	if _, err := file.Seek(0, 0); err != nil {
		return nil
	}
	picture, _, err := image.Decode(file)
	if err != nil {
		return nil
	}
	if turn != 1 {
		picture = upright(shrink(picture, ThumbnailSide), turn)
	}
	if h, ok := likeness.Of(picture); ok {
		return &h
	}
	return nil
}
