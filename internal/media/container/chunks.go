package container

import (
	"encoding/binary"
	"hash/crc32"
	"io"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// PNG walks the chunks of a PNG (ISO/IEC 15948, 5.3). The last one is "IEND"; without it the walk ends with
// ErrTruncated. Checksums are not verified: see CheckPNG.
func PNG(r io.ReaderAt, size int64) Walk {
	return func(yield func(Part, error) bool) {
		var sig [8]byte
		if readFull(r, sig[:], 0) != nil || string(sig[:]) != pngSignature {
			yield(Part{}, ErrMalformed)
			return
		}
		for part, err := range steps(8, size, func(at int64) (Part, int64, error) { return pngChunk(r, at, size) }) {
			if !yield(part, err) || err != nil || part.Type == "IEND" {
				return
			}
		}
		yield(Part{}, ErrTruncated)
	}
}

func pngChunk(r io.ReaderAt, at, size int64) (Part, int64, error) {
	var h [8]byte
	if err := readFull(r, h[:], at); err != nil {
		return Part{}, 0, err
	}
	end := at + 8 + int64(binary.BigEndian.Uint32(h[:4]))
	if end+4 > size {
		return Part{}, 0, ErrTruncated
	}
	return Part{Type: string(h[4:]), Start: at + 8, End: end}, end + 4, nil
}

// CheckPNG reports whether a chunk's checksum matches its payload, which the caller has read.
func CheckPNG(r io.ReaderAt, p Part, payload []byte) bool {
	var sum [4]byte
	if readFull(r, sum[:], p.End) != nil {
		return false
	}
	h := crc32.NewIEEE()
	_, _ = io.WriteString(h, p.Type)
	_, _ = h.Write(payload)
	return binary.BigEndian.Uint32(sum[:]) == h.Sum32()
}

// RIFF walks the chunks of a RIFF file such as WebP. Chunks of odd size are padded. If the header states more bytes than
// the file has, the walk ends with ErrTruncated.
func RIFF(r io.ReaderAt, size int64) Walk {
	return func(yield func(Part, error) bool) {
		end, err := RIFFEnd(r)
		if err == nil && end > size {
			err = ErrTruncated
		}
		if err != nil {
			yield(Part{}, err)
			return
		}
		for part, err := range steps(12, end, func(at int64) (Part, int64, error) { return riffChunk(r, at, end) }) {
			if !yield(part, err) {
				return
			}
		}
	}
}

// RIFFEnd returns the end of a RIFF file according to its header.
func RIFFEnd(r io.ReaderAt) (int64, error) {
	var h [12]byte
	if readFull(r, h[:], 0) != nil || string(h[:4]) != "RIFF" {
		return 0, ErrMalformed
	}
	return 8 + int64(binary.LittleEndian.Uint32(h[4:8])), nil
}

func riffChunk(r io.ReaderAt, at, end int64) (Part, int64, error) {
	var h [8]byte
	if err := readFull(r, h[:], at); err != nil {
		return Part{}, 0, err
	}
	size := int64(binary.LittleEndian.Uint32(h[4:]))
	if at+8+size > end {
		return Part{}, 0, ErrTruncated
	}
	return Part{Type: string(h[:4]), Start: at + 8, End: at + 8 + size}, at + 8 + size + size&1, nil
}
