package media

import (
	"errors"
	"io"

	"github.com/gabriel-vasile/mimetype"

	"socialdata/internal/media/container"
)

// checkStructure walks a file's parts. It returns an error if the file is shorter than its headers state, nested too
// deeply, or has another file appended.
func checkStructure(r io.ReaderAt, size int64, f family) error {
	switch f {
	case famMP4, famHEIF:
		if container.Nested(r, size) {
			return invalid(ReasonNested)
		}
		return drain(container.Boxes(r, 0, size))
	case famWebM:
		return drain(container.Elements(r, 0, size))
	case famJPEG:
		return checkPicture(r, size, container.Segments(r, size))
	case famPNG:
		return checkPicture(r, size, container.PNG(r, size))
	case famWebP:
		if err := drain(container.RIFF(r, size)); err != nil {
			return err
		}
		end, _ := container.RIFFEnd(r)
		return checkTail(r, end, size)
	case famGIF:
	}
	return nil
}

// drain walks to the end and returns the error, if any.
func drain(walk container.Walk) error {
	_, err := last(walk)
	return err
}

func last(walk container.Walk) (container.Part, error) {
	var part container.Part
	for p, err := range walk {
		switch {
		case errors.Is(err, container.ErrTruncated):
			return p, invalidBy(err, ReasonTruncated)
		case errors.Is(err, container.ErrTooMany):
			return p, invalidBy(err, ReasonTooCostly)
		case err != nil:
			return p, invalidBy(err, ReasonUndecodable)
		}
		part = p
	}
	return part, nil
}

// checkPicture walks a picture whose last part marks its end, and checks what follows it.
func checkPicture(r io.ReaderAt, size int64, walk container.Walk) error {
	end, err := last(walk)
	if err != nil {
		return err
	}
	after := end.End
	if end.Type == "IEND" {
		after += 4 // its checksum
	}
	return checkTail(r, after, size)
}

// checkTail returns an error if a picture is followed by a file of another kind, because some programs would open that
// file instead. Padding and the second picture that cameras append are allowed.
func checkTail(r io.ReaderAt, end, size int64) error {
	if end >= size {
		return nil
	}
	m, err := mimetype.DetectReader(io.NewSectionReader(r, end, size-end))
	if err != nil || m.Is("application/octet-stream") || m.Is("image/jpeg") || m.Is("text/plain") {
		return nil //nolint:nilerr // an unknown type is not a second file
	}
	return invalid(ReasonPolyglot)
}
