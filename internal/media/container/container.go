// Package container walks the parts of media files: the boxes of MP4 and HEIC, the segments of a JPEG, the chunks of a PNG,
// the chunks of a RIFF file (WebP, WAV) and the elements of a WebM. It reads untrusted bytes, so every walk is limited,
// reads headers only and never panics. It may import nothing of ours. It knows no codec; callers interpret the parts.
package container

import (
	"errors"
	"io"
	"iter"
)

// Walk yields the parts of a file in order. An error ends it and comes with the zero Part.
type Walk = iter.Seq2[Part, error]

// Part is one box, segment, chunk or element. Start and End are the offsets of its payload in the file, without its header.
type Part struct {
	Type  string // "moov", "APP11", "IDAT", "VP8X", "1654AE6B"
	Start int64
	End   int64
}

// Errors about a file's structure.
var (
	ErrTruncated = errors.New("a part ends beyond the end of the file")
	ErrMalformed = errors.New("this is not a part")
	ErrTooMany   = errors.New("too many parts")
)

// maxParts is the maximum number of parts of a walk: a file of many tiny parts must not occupy a worker.
const maxParts = 100_000

// Size returns the payload's length in bytes.
func (p Part) Size() int64 { return p.End - p.Start }

// Read returns the payload; it is an error if that is longer than limit bytes.
func (p Part) Read(r io.ReaderAt, limit int64) ([]byte, error) {
	if p.Size() < 0 || p.Size() > limit {
		return nil, ErrTooMany
	}
	b := make([]byte, p.Size())
	if err := readFull(r, b, p.Start); err != nil {
		return nil, err
	}
	return b, nil
}

// readFull fills b from offset; it returns ErrTruncated if the file ends earlier.
func readFull(r io.ReaderAt, b []byte, offset int64) error {
	n, err := r.ReadAt(b, offset)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return ErrTruncated
	}
	return err
}

// steps walks from start to end; next reads the part at an offset and returns the offset of the following one.
func steps(start, end int64, next func(offset int64) (Part, int64, error)) Walk {
	return func(yield func(Part, error) bool) {
		offset := start
		for range maxParts {
			if offset >= end {
				return
			}
			part, after, err := next(offset)
			if err == nil && after <= offset {
				err = ErrMalformed
			}
			if err != nil {
				yield(Part{}, err)
				return
			}
			if !yield(part, nil) {
				return
			}
			offset = after
		}
		yield(Part{}, ErrTooMany)
	}
}
