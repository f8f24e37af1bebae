package c2pa

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"socialdata/internal/media/container"
)

// maxStore is the largest store that is read.
const maxStore = 16 << 20

// span is a range of a file.
type span struct{ start, end int64 }

func (s span) size() int64 { return s.end - s.start }

// format is a kind of file that may hold a store.
type format int

const (
	formatJPEG format = iota
	formatPNG
	formatRIFF
	formatBMFF
)

// place is a store and where a file keeps it.
type place struct {
	format format
	store  []byte
	spans  []span // the parts of the file that hold the store, with their headers; in order
	merkle bool   // there are boxes with hashes of blocks
}

// Reasons that several containers share.
const (
	reasonSeveral = "The file holds more than one manifest store."
	reasonDamaged = "The manifest is damaged."
	reasonLarge   = "The manifest is larger than this version reads."
	reasonUnread  = "The manifest is kept in a way that this version does not read."
)

// locate finds the store of a file. It is stricter than the reader of marks: a part of a store that is out of order, repeated or
// followed by other bytes is refused.
func locate(r io.ReaderAt, size int64) (*place, error) {
	var head [12]byte
	if n, err := r.ReadAt(head[:], 0); n < len(head) {
		if err == nil || errors.Is(err, io.EOF) {
			return nil, unknown(reasonUnread)
		}
		return nil, err
	}
	var p *place
	var err error
	switch {
	case head[0] == 0xFF && head[1] == 0xD8:
		p, err = locateJPEG(r, size)
	case string(head[:4]) == "\x89PNG":
		p, err = locatePNG(r, size)
	case string(head[:4]) == "RIFF":
		p, err = locateRIFF(r, size)
	case string(head[4:8]) == "ftyp":
		p, err = locateBMFF(r, size)
	}
	if err == nil && p == nil {
		err = unknown(reasonUnread)
	}
	return p, err
}

// jpegPiece is an APP11 segment that holds a part of a JUMBF box (ISO/IEC 19566-5, D.2).
type jpegPiece struct {
	at       span
	sequence uint32
	payload  []byte // the header of the box, then a part of its content
}

func locateJPEG(r io.ReaderAt, size int64) (*place, error) {
	pieces, stores := map[uint16][]jpegPiece{}, []uint16{}
	total := 0
	for part, err := range container.Segments(r, size) {
		if err != nil {
			break // the hash of the bytes decides about what follows
		}
		if part.Type != "APP11" || part.Size() < 16 {
			continue
		}
		b, err := part.Read(r, 64<<10)
		if err != nil {
			return nil, err
		}
		if total += len(b); total > maxStore {
			return nil, unknown(reasonLarge)
		}
		if string(b[:2]) != "JP" {
			continue
		}
		instance := binary.BigEndian.Uint16(b[2:])
		if len(pieces[instance]) == 0 && opensStore(b[8:]) {
			stores = append(stores, instance)
		}
		pieces[instance] = append(pieces[instance], jpegPiece{span{part.Start - 4, part.End}, binary.BigEndian.Uint32(b[4:]), b[8:]})
	}
	switch len(stores) {
	case 0:
		return nil, nil
	case 1:
		return joinJPEG(pieces[stores[0]])
	}
	return nil, invalid(reasonSeveral)
}

// opensStore reports whether bytes begin with a box that is described as a store.
func opensStore(b []byte) bool {
	return len(b) >= 20 && string(b[4:8]) == "jumb" && string(b[12:16]) == "jumd" && string(b[16:20]) == "c2pa"
}

func joinJPEG(pieces []jpegPiece) (*place, error) {
	p := &place{format: formatJPEG, store: slices.Clone(pieces[0].payload[:8])}
	for i, piece := range pieces {
		contiguous := i == 0 || pieces[i-1].at.end == piece.at.start
		if piece.sequence != uint32(i)+1 || !contiguous || !bytes.Equal(piece.payload[:8], p.store[:8]) {
			return nil, invalid(reasonDamaged)
		}
		p.store = append(p.store, piece.payload[8:]...)
		p.spans = append(p.spans, piece.at)
	}
	return p, nil
}

func locatePNG(r io.ReaderAt, size int64) (*place, error) {
	return locateChunk(r, container.PNG(r, size), "caBX", formatPNG, func(part container.Part, b []byte) (span, bool) {
		return span{part.Start - 8, part.End + 4}, container.CheckPNG(r, part, b)
	})
}

func locateRIFF(r io.ReaderAt, size int64) (*place, error) {
	return locateChunk(r, container.RIFF(r, size), "C2PA", formatRIFF, func(part container.Part, _ []byte) (span, bool) {
		at := span{part.Start - 8, part.End}
		if part.Size()%2 == 0 {
			return at, true
		}
		var pad [1]byte
		at.end++
		n, _ := r.ReadAt(pad[:], part.End)
		return at, n == 1 && pad[0] == 0
	})
}

// locateChunk finds the only chunk of a type; whole checks what surrounds its payload.
func locateChunk(r io.ReaderAt, parts container.Walk, name string, f format, whole func(container.Part, []byte) (span, bool)) (*place, error) {
	var p *place
	for part, err := range parts {
		if err != nil {
			break // the hash of the bytes decides about what follows
		}
		if part.Type != name {
			continue
		}
		if p != nil {
			return nil, invalid(reasonSeveral)
		}
		b, err := part.Read(r, maxStore)
		if err != nil {
			return nil, sizeOr(err)
		}
		at, ok := whole(part, b)
		if !ok {
			return nil, invalid(reasonDamaged)
		}
		p = &place{format: f, store: b, spans: []span{at}}
	}
	return p, nil
}

// sizeOr turns the errors of a part about its size into findings.
func sizeOr(err error) error {
	switch {
	case errors.Is(err, container.ErrTooMany):
		return unknown(reasonLarge)
	case errors.Is(err, container.ErrTruncated):
		return invalid(reasonDamaged)
	}
	return err
}

// c2paBox is the extended type of boxes for C2PA (specification 2.1, A.5).
const c2paBox = "\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81"

// locateBMFF finds the box with the manifests: its extended type, version and flags of 0, the purpose, and the offset of the first
// box with hashes of blocks.
func locateBMFF(r io.ReaderAt, size int64) (*place, error) {
	var p *place
	start, merkle := int64(0), false
	for part, err := range container.Boxes(r, 0, size) {
		if err != nil {
			break // the check of the binding reports it
		}
		at := span{start, part.End}
		start = part.End
		if part.Type != "uuid" || part.Size() < 16 {
			continue
		}
		id, err := container.Part{Start: part.Start, End: part.Start + 16}.Read(r, 16)
		if err != nil {
			return nil, sizeOr(err)
		}
		if string(id) != c2paBox {
			continue
		}
		b, err := container.Part{Start: part.Start + 16, End: part.End}.Read(r, maxStore)
		if err != nil {
			return nil, sizeOr(err)
		}
		store, isMerkle, err := boxedStore(b)
		switch {
		case err != nil:
			return nil, err
		case isMerkle:
			merkle = true
		case p != nil:
			return nil, invalid(reasonSeveral)
		default:
			p = &place{format: formatBMFF, store: store, spans: []span{at}}
		}
	}
	if p != nil {
		p.merkle = merkle
	}
	return p, nil
}

// boxedStore returns the store in a box; merkle reports that it holds hashes of blocks instead.
func boxedStore(b []byte) (store []byte, merkle bool, err error) {
	if len(b) < 4 || !bytes.Equal(b[:4], []byte{0, 0, 0, 0}) {
		return nil, false, unknown(reasonUnread)
	}
	purpose, rest, ok := bytes.Cut(b[4:], []byte{0})
	switch {
	case ok && string(purpose) == "merkle":
		return nil, true, nil
	case !ok || string(purpose) != "manifest" || len(rest) < 8:
		return nil, false, unknown(reasonUnread)
	case !allZero(rest[:8]):
		return nil, false, unknown("The video is bound to its manifest by hashes of blocks, which this version does not check.")
	}
	return rest[8:], false, nil
}

func allZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }
