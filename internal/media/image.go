package media

import (
	"encoding/binary"
	"image"
	_ "image/gif"  // for image.DecodeConfig
	_ "image/jpeg" // for image.DecodeConfig
	_ "image/png"  // for image.DecodeConfig
	"io"

	_ "golang.org/x/image/webp" // for image.DecodeConfig

	"socialdata/internal/media/container"
)

// maxPixels is the maximum size of a picture or frame: 40 million are more than any platform shows, and 160 MB when decoded.
const maxPixels = 40_000_000

// dimensions reads a picture's displayed size from its header.
func dimensions(r io.ReaderAt, size int64, f family) (width, height int64, err error) {
	if f == famHEIF {
		width, height = heifSize(r, size)
	} else {
		config, _, err := image.DecodeConfig(io.NewSectionReader(r, 0, size))
		if err != nil {
			return 0, 0, invalidBy(err, ReasonUndecodable)
		}
		width, height = int64(config.Width), int64(config.Height)
	}
	if f == famJPEG && swapsSides(orientation(r, size)) {
		width, height = height, width
	}
	return width, height, checkPixels(width, height)
}

func checkPixels(width, height int64) error {
	switch {
	case width <= 0 || height <= 0:
		return invalid(ReasonUndecodable)
	case width > maxPixels || height > maxPixels || width*height > maxPixels:
		return invalid(ReasonTooManyPixels)
	}
	return nil
}

// heifSize returns the size of the largest picture in a HEIC or AVIF (ISO/IEC 23008-12, 6.5.3 and 6.5.10), because tiles
// are smaller than the whole. A quarter turn swaps width and height.
func heifSize(r io.ReaderAt, size int64) (width, height int64) {
	meta, ok := container.Child(r, container.Part{End: size}, "meta")
	if !ok || meta.Size() < 4 {
		return 0, 0
	}
	meta.Start += 4 // version and flags
	properties, ok := container.Child(r, meta, "iprp", "ipco")
	if !ok {
		return 0, 0
	}
	turned := false
	for p, err := range container.Boxes(r, properties.Start, properties.End) {
		if err != nil {
			break
		}
		b, err := p.Read(r, 64)
		switch {
		case err != nil:
		case p.Type == "ispe" && len(b) >= 12:
			w, h := int64(binary.BigEndian.Uint32(b[4:])), int64(binary.BigEndian.Uint32(b[8:]))
			if w > maxPixels || h > maxPixels {
				return w, h // too large: refused even if the others are small
			}
			if w*h > width*height {
				width, height = w, h
			}
		case p.Type == "irot" && len(b) >= 1:
			turned = b[0]&1 == 1
		}
	}
	if turned {
		width, height = height, width
	}
	return width, height
}
