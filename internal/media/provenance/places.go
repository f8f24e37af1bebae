package provenance

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"maps"
	"slices"
	"strings"

	"socialdata/internal/media/container"
)

// The extended types of uuid boxes that are read: C2PA (specification 2.1, A.5) and XMP (part 3, 1.1.4).
const (
	c2paBox = "\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81"
	xmpBox  = "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"
)

// findBoxes reads top-level uuid boxes, which may be before or after the media data.
func findBoxes(r io.ReaderAt, size int64) (m marks) {
	for p, err := range container.Boxes(r, 0, size) {
		if err != nil {
			break
		}
		if p.Type != "uuid" || p.Size() < 16 {
			continue
		}
		id, err := container.Part{Start: p.Start, End: p.Start + 16}.Read(r, 16)
		if err != nil {
			break
		}
		body := container.Part{Start: p.Start + 16, End: p.End}
		switch string(id) {
		case xmpBox:
			m.packet(body.Read(r, maxPacket))
		case c2paBox:
			if b, err := body.Read(r, maxStore); err == nil {
				m.boxedStore(b)
			}
		}
	}
	return m
}

// boxedStore reads the store in a C2PA box, after version and flags, a purpose that ends in NUL, and an offset. A box
// with another purpose, such as merkle, has no manifests.
func (m *marks) boxedStore(b []byte) {
	if len(b) < 4 {
		return
	}
	purpose, rest, ok := bytes.Cut(b[4:], []byte{0})
	if ok && string(purpose) == "manifest" && len(rest) > 8 {
		m.store = rest[8:]
	}
}

const xmpSegment = "http://ns.adobe.com/xap/1.0/\x00"

// findJPEG reads the segments before the picture.
func findJPEG(r io.ReaderAt, size int64) (m marks) {
	joined := segments{}
	for p, err := range container.Segments(r, size) {
		if err != nil || p.Type == "SOS" {
			break
		}
		if p.Type != "APP1" && p.Type != "APP11" {
			continue
		}
		b, err := p.Read(r, 64<<10)
		if err != nil {
			break
		}
		if p.Type == "APP11" {
			joined.add(b)
		} else if packet, ok := bytes.CutPrefix(b, []byte(xmpSegment)); ok {
			m.packet(packet, nil)
		}
	}
	for _, instance := range slices.Sorted(maps.Keys(joined)) {
		if isStore(joined[instance]) {
			m.store = joined[instance]
		}
	}
	return m
}

// segments collects APP11 segments by instance (ISO/IEC 19566-5, D.2). Each has "JP", an instance, a sequence number and
// a part of the store; all but the first repeat the 8 bytes of the box header before their part.
type segments map[uint16][]byte

func (s segments) add(b []byte) {
	if len(b) < 16 || string(b[:2]) != "JP" || len(s) > 16 {
		return
	}
	instance, part := binary.BigEndian.Uint16(b[2:]), b[8:]
	if binary.BigEndian.Uint32(b[4:]) > 1 {
		part = b[16:]
	}
	if len(s[instance])+len(part) <= maxStore {
		s[instance] = append(s[instance], part...)
	}
}

// findPNG reads the chunk of a store, whose checksum must be valid, and the texts.
func findPNG(r io.ReaderAt, size int64) (m marks) {
	for p, err := range container.PNG(r, size) {
		if err != nil {
			break
		}
		switch p.Type {
		case "caBX":
			if b, err := p.Read(r, maxStore); err == nil && container.CheckPNG(r, p, b) {
				m.store = b
			}
		case "tEXt":
			if b, err := p.Read(r, maxText); err == nil {
				if text, ok := strings.CutPrefix(string(b), "parameters\x00"); ok {
					m.parameters = text
				}
			}
		case "iTXt":
			if b, err := p.Read(r, maxPacket); err == nil {
				m.internationalText(b)
			}
		}
	}
	return m
}

// internationalText parses an iTXt chunk: keyword, two bytes of compression, language, translated keyword, text.
func (m *marks) internationalText(b []byte) {
	keyword, rest, ok := bytes.Cut(b, []byte{0})
	if !ok || len(rest) < 2 {
		return
	}
	compressed := rest[0] == 1
	_, rest, ok = bytes.Cut(rest[2:], []byte{0})
	if !ok {
		return
	}
	_, text, ok := bytes.Cut(rest, []byte{0})
	if !ok {
		return
	}
	if compressed {
		z, err := zlib.NewReader(bytes.NewReader(text))
		if err != nil {
			return
		}
		if text, err = io.ReadAll(io.LimitReader(z, maxPacket)); err != nil {
			return
		}
	}
	switch string(keyword) {
	case "XML:com.adobe.xmp":
		m.packet(text, nil)
	case "parameters":
		m.parameters = string(text[:min(len(text), maxText)])
	}
}
