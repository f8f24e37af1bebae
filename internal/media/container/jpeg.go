package container

import (
	"encoding/binary"
	"io"
	"strconv"
)

// The markers of a JPEG (ITU T.81, B.1) that are treated specially.
const (
	markerSOI = 0xD8
	markerEOI = 0xD9
	markerSOS = 0xDA
)

// Segments walks a JPEG. Types are "APP0" to "APP15", and for other markers such as "FFC0". Scan data belongs to its
// "SOS". The last part is "EOI", whose End is the end of the picture; without it the walk ends with ErrTruncated.
func Segments(r io.ReaderAt, size int64) Walk {
	return func(yield func(Part, error) bool) {
		var soi [2]byte
		if readFull(r, soi[:], 0) != nil || soi != [2]byte{0xFF, markerSOI} {
			yield(Part{}, ErrMalformed)
			return
		}
		for part, err := range steps(2, size, func(at int64) (Part, int64, error) { return segment(r, at, size) }) {
			if !yield(part, err) || err != nil || part.Type == "EOI" {
				return
			}
		}
		yield(Part{}, ErrTruncated)
	}
}

func segment(r io.ReaderAt, at, size int64) (Part, int64, error) {
	var h [2]byte
	if err := readFull(r, h[:], at); err != nil {
		return Part{}, 0, err
	}
	marker := h[1]
	switch {
	case h[0] != 0xFF:
		return Part{}, 0, ErrMalformed
	case marker == 0xFF: // fill byte
		return Part{Type: "fill", Start: at, End: at + 1}, at + 1, nil
	case marker == markerEOI:
		return Part{Type: "EOI", Start: at + 2, End: at + 2}, at + 2, nil
	case marker == 0x01 || marker >= 0xD0 && marker <= 0xD7: // markers without a payload
		return Part{Type: markerName(marker), Start: at + 2, End: at + 2}, at + 2, nil
	}
	if err := readFull(r, h[:], at+2); err != nil {
		return Part{}, 0, err
	}
	end := at + 2 + int64(binary.BigEndian.Uint16(h[:]))
	if end < at+4 {
		return Part{}, 0, ErrMalformed
	}
	if end > size {
		return Part{}, 0, ErrTruncated
	}
	after := end
	if marker == markerSOS {
		var err error
		if after, err = scanEnd(r, end); err != nil {
			return Part{}, 0, err
		}
	}
	return Part{Type: markerName(marker), Start: at + 4, End: end}, after, nil
}

// scanEnd returns the offset of the marker after entropy-coded data, in which FF is followed by 00 or a restart marker.
func scanEnd(r io.ReaderAt, at int64) (int64, error) {
	b := make([]byte, 64<<10)
	for {
		n, err := r.ReadAt(b, at)
		for i := 0; i+1 < n; i++ {
			if next := b[i+1]; b[i] == 0xFF && next != 0 && (next < 0xD0 || next > 0xD7) && next != 0xFF {
				return at + int64(i), nil
			}
		}
		if n < 2 || err != nil && n < len(b) {
			return 0, ErrTruncated
		}
		at += int64(n) - 1
	}
}

func markerName(marker byte) string {
	switch {
	case marker >= 0xE0 && marker <= 0xEF:
		return "APP" + strconv.Itoa(int(marker-0xE0))
	case marker == markerSOS:
		return "SOS"
	}
	return "FF" + string("0123456789ABCDEF"[marker>>4]) + string("0123456789ABCDEF"[marker&15])
}
