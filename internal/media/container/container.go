// Package container walks the parts that media files are made of: the boxes of MP4 and HEIC, the segments of a JPEG, the
// chunks of a PNG, the chunks of a RIFF file (WebP, WAV) and the elements of a WebM. It reads untrusted bytes, so every
// walk is bounded, reads headers only and never panics. It may import nothing of ours, and it knows no codec: what the
// parts mean is its callers' business.
package container

import (
	"errors"
	"io"
	"iter"
)

// Walk is the parts of a file in their order. An error ends it and comes with the zero Part.
type Walk = iter.Seq2[Part, error]

// Part is one box, segment, chunk or element. Start and End bound its payload in the file, without its header.
type Part struct {
	Type  string // "moov", "APP11", "IDAT", "VP8X", "1654AE6B"
	Start int64
	End   int64
}

// What can be wrong with a file's structure.
var (
	ErrTruncated = errors.New("a part ends beyond the end of the file")
	ErrMalformed = errors.New("this is not a part")
	ErrTooMany   = errors.New("too many parts")
)

// maxParts bounds a walk: a file of minimal parts must not keep a worker busy.
const maxParts = 100_000

// Size returns the payload's length in bytes.
func (p Part) Size() int64 { return p.End - p.Start }

// Read returns the payload, which may be at most limit bytes long.
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

// readFull fills b from offset; a file that ends earlier is ErrTruncated.
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

// steps walks from start to end with a function that reads the part at an offset and returns where the next one begins.
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
