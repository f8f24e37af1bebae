package bundle

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
)

// errDiffers stops writing a container as soon as it differs from the one that it is compared with.
var errDiffers = errors.New("differs")

// comparer compares what is written to it with an existing container.
type comparer struct {
	r        io.ReaderAt
	at, left int64
	have     [32 << 10]byte
}

// Write implements io.Writer.
func (c *comparer) Write(b []byte) (int, error) {
	for done := 0; done < len(b); {
		n := min(len(b)-done, len(c.have))
		if int64(n) > c.left {
			return done, errDiffers
		}
		if _, err := c.r.ReadAt(c.have[:n], c.at); err != nil && !errors.Is(err, io.EOF) {
			return done, err
		}
		if piece := b[done : done+n]; !bytes.Equal(piece, c.have[:n]) {
			c.at += int64(firstDifference(piece, c.have[:n]))
			return done, errDiffers
		}
		done, c.at, c.left = done+n, c.at+int64(n), c.left-int64(n)
	}
	return len(b), nil
}

func firstDifference(a, b []byte) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return len(a)
}

// localHeader is the length of the header before a file's name.
const localHeader = 30

// nameDifference returns in which file's part of the zip the first difference is.
func nameDifference(err error, c *comparer, files []*zip.File) error {
	if !errors.Is(err, errDiffers) {
		return err
	}
	name, end := "", int64(0)
	for _, f := range files {
		at, err := f.DataOffset()
		if err != nil {
			continue
		}
		if begin := at - localHeader - int64(len(f.Name)); begin <= c.at {
			name = f.Name
		}
		end = max(end, at+int64(f.UncompressedSize64)+16) // and the sizes after it
	}
	if c.at >= end || name == "" {
		return Problem{Why: "was changed in its directory"}
	}
	return Problem{name, "was changed, or what the zip says of it"}
}
