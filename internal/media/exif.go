package media

import (
	"bytes"
	"encoding/binary"
	"io"

	"socialdata/internal/media/container"
)

// orientation reads the orientation from a JPEG's Exif (CIPA DC-008, tag 0112): 1..8, and 1 if there is none.
func orientation(r io.ReaderAt, size int64) int {
	for p, err := range container.Segments(r, size) {
		if err != nil || p.Type == "SOS" {
			break
		}
		if p.Type != "APP1" {
			continue
		}
		b, err := p.Read(r, 64<<10)
		if tiff, ok := bytes.CutPrefix(b, []byte("Exif\x00\x00")); err == nil && ok {
			return tiffOrientation(tiff)
		}
	}
	return 1
}

func tiffOrientation(b []byte) int {
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(b, []byte("II")) {
		order = binary.LittleEndian
	}
	if len(b) < 8 {
		return 1
	}
	at := int(order.Uint32(b[4:]) & 0xFFFFF)
	if at+2 > len(b) {
		return 1
	}
	count := int(order.Uint16(b[at:]))
	for entry := at + 2; count > 0 && entry+12 <= len(b); entry, count = entry+12, count-1 {
		if order.Uint16(b[entry:]) != 0x0112 {
			continue
		}
		if n := int(order.Uint16(b[entry+8:])); n >= 1 && n <= 8 {
			return n
		}
	}
	return 1
}

// swapsSides reports whether an orientation swaps width and height.
func swapsSides(orientation int) bool { return orientation >= 5 }
