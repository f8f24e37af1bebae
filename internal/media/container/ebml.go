package container

import (
	"io"
	"math/bits"
	"strconv"
	"strings"
)

// Elements walks the EBML elements of a WebM between two offsets (RFC 8794). A type is the element's id in hex, such as
// "18538067" for a segment. An element of unknown size, as in live recordings, extends to end.
func Elements(r io.ReaderAt, start, end int64) Walk {
	return steps(start, end, func(at int64) (Part, int64, error) {
		id, idLen, err := vint(r, at, 4)
		if err != nil {
			return Part{}, 0, err
		}
		size, sizeLen, err := vint(r, at+idLen, 8)
		if err != nil {
			return Part{}, 0, err
		}
		mask := uint64(1)<<(7*sizeLen) - 1
		length, from := int64(size&mask), at+idLen+sizeLen
		if size&mask == mask {
			length = end - from
		}
		if from > end || length > end-from {
			return Part{}, 0, ErrTruncated
		}
		return Part{Type: strings.ToUpper(strconv.FormatUint(id, 16)), Start: from, End: from + length}, from + length, nil
	})
}

// vint reads a variable-size integer of at most max bytes; the value includes the length marker.
func vint(r io.ReaderAt, at int64, max int) (value uint64, length int64, err error) {
	var b [8]byte
	if err := readFull(r, b[:1], at); err != nil {
		return 0, 0, err
	}
	n := bits.LeadingZeros8(b[0]) + 1
	if n > max {
		return 0, 0, ErrMalformed
	}
	if err := readFull(r, b[:n], at); err != nil {
		return 0, 0, err
	}
	for _, c := range b[:n] {
		value = value<<8 | uint64(c)
	}
	return value, int64(n), nil
}
