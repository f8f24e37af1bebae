package container

import (
	"encoding/binary"
	"io"
)

// Boxes walks the ISO base media boxes (ISO/IEC 14496-12, 4.2) between two offsets, of a whole file or inside a box. A
// box of size 0 extends to end. A box that extends beyond end is ErrTruncated.
func Boxes(r io.ReaderAt, start, end int64) Walk {
	return steps(start, end, func(at int64) (Part, int64, error) {
		var h [16]byte
		if end-at < 8 {
			return Part{}, 0, ErrTruncated
		}
		if err := readFull(r, h[:8], at); err != nil {
			return Part{}, 0, err
		}
		size, header := int64(binary.BigEndian.Uint32(h[:4])), int64(8)
		switch size {
		case 0:
			size = end - at
		case 1:
			if err := readFull(r, h[:16], at); err != nil {
				return Part{}, 0, err
			}
			size, header = int64(binary.BigEndian.Uint64(h[8:])), 16
		}
		switch {
		case size < header:
			return Part{}, 0, ErrMalformed
		case size > end-at:
			return Part{}, 0, ErrTruncated
		}
		return Part{Type: string(h[4:8]), Start: at + header, End: at + size}, at + size, nil
	})
}

// Child returns the first box of a type inside another one; ok is false if there is none. path may have several levels:
// Child(r, file, "moov", "mvhd").
func Child(r io.ReaderAt, in Part, path ...string) (Part, bool) {
	for _, name := range path {
		found := false
		for box, err := range Boxes(r, in.Start, in.End) {
			if err != nil {
				break
			}
			if box.Type == name {
				in, found = box, true
				break
			}
		}
		if !found {
			return Part{}, false
		}
	}
	return in, true
}

// maxDepth is more than the nesting depth of any regular file.
const maxDepth = 16

// Nested reports whether boxes contain boxes of their own type, or are nested deeper than in any regular file.
func Nested(r io.ReaderAt, size int64) bool { return nested(r, 0, size, "", 0) }

func nested(r io.ReaderAt, start, end int64, parent string, depth int) bool {
	if depth > maxDepth {
		return true
	}
	for box, err := range Boxes(r, start, end) {
		if err != nil {
			return false
		}
		if !holdsBoxes(box.Type) {
			continue
		}
		if box.Type == parent || nested(r, box.Start, box.End, box.Type, depth+1) {
			return true
		}
	}
	return false
}

// holdsBoxes reports whether the payload of boxes with this name consists of boxes only.
func holdsBoxes(name string) bool {
	switch name {
	case "moov", "trak", "mdia", "minf", "stbl", "edts", "dinf", "mvex", "moof", "traf", "udta":
		return true
	}
	return false
}
