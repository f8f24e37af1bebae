// Package provenance reads what a file claims about its origin: the C2PA manifest store, XMP packets and the texts that
// generators leave. It reads untrusted bytes as they were received, because copying them into another container would
// lose the marks. It reports claims and verifies nothing: no signature, hash or trust. It may import internal/content
// and the container walks; it makes no requests.
package provenance

import (
	"io"
	"os"

	"socialdata/internal/media/container"
)

// Evidence holds the marks in one file. The zero value is a file without marks.
type Evidence struct {
	C2PAPresent    bool     // a valid store with at least one manifest; not verified
	ClaimGenerator string   // the program that wrote the active claim
	Signer         string   // "name / organisation" of the claim's certificate, unverified
	Actions        []Action // of the active manifest
	Ingredients    []Action // of the previous manifests: the sources of the file
	RemoteManifest string   // address of a remote manifest; never fetched
	XMPSourceTypes []string // last segments of IPTC DigitalSourceType
	Credits        []string // XMP credit lines
	Parameters     string   // the text that image generators write to a PNG
}

// Action is one step in the making of a file that names a source type or a program.
type Action struct {
	SourceType string // last path segment, such as "trainedAlgorithmicMedia"; "" if unknown
	Agent      string // the program; "" if unknown
}

// The limits of reading.
const (
	maxStore  = 16 << 20
	maxPacket = 1 << 20
	maxText   = 64 << 10
)

// ReadFile reads the evidence in a file. The error is that of opening it; invalid marks are ignored.
func ReadFile(path string) (Evidence, error) {
	file, err := os.Open(path)
	if err != nil {
		return Evidence{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Evidence{}, err
	}
	return Read(file, info.Size()), nil
}

// Read reads the evidence in size bytes. It never fails and never panics.
func Read(r io.ReaderAt, size int64) Evidence {
	var e Evidence
	m := find(r, size)
	if m.store != nil {
		e.readStore(m.store)
	}
	for _, packet := range m.packets {
		e.readXMP(packet)
	}
	e.Parameters = m.parameters
	return e
}

// marks are the raw marks of a file.
type marks struct {
	store      []byte   // a JUMBF store
	packets    [][]byte // XMP
	parameters string
}

// find walks the container that the first bytes indicate.
func find(r io.ReaderAt, size int64) marks {
	var head [12]byte
	if n, _ := r.ReadAt(head[:], 0); n < len(head) {
		return marks{}
	}
	switch {
	case head[0] == 0xFF && head[1] == 0xD8:
		return findJPEG(r, size)
	case string(head[:4]) == "\x89PNG":
		return findPNG(r, size)
	case string(head[:4]) == "RIFF":
		return findRIFF(r, size)
	case string(head[4:8]) == "ftyp":
		return findBoxes(r, size)
	}
	return marks{}
}

func findRIFF(r io.ReaderAt, size int64) (m marks) {
	for p, err := range container.RIFF(r, size) {
		if err != nil {
			break
		}
		switch p.Type {
		case "C2PA":
			if b, err := p.Read(r, maxStore); err == nil {
				m.store = b
			}
		case "XMP ":
			m.packet(p.Read(r, maxPacket))
		}
	}
	return m
}

// packet stores an XMP packet if it could be read, up to a small number of packets.
func (m *marks) packet(b []byte, err error) {
	if err == nil && len(m.packets) < 8 {
		m.packets = append(m.packets, b)
	}
}
