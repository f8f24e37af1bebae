package c2pa

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
)

// The types of superboxes (C2PA 2.1, 11.1; ISO/IEC 19566-5, annex B).
const (
	kindStore      = "63327061-0011-0010-8000-00aa00389b71" // c2pa
	kindManifest   = "63326d61-0011-0010-8000-00aa00389b71" // c2ma
	kindUpdate     = "6332756d-0011-0010-8000-00aa00389b71" // c2um
	kindCompressed = "6332636d-0011-0010-8000-00aa00389b71" // c2cm
	kindAssertions = "63326173-0011-0010-8000-00aa00389b71" // c2as
	kindClaim      = "6332636c-0011-0010-8000-00aa00389b71" // c2cl
	kindSignature  = "63326373-0011-0010-8000-00aa00389b71" // c2cs
	kindVC         = "63327663-0011-0010-8000-00aa00389b71" // c2vc
	kindData       = "63326462-0011-0010-8000-00aa00389b71" // c2db
	kindCBOR       = "63626f72-0011-0010-8000-00aa00389b71" // cbor
)

// The limits of a store, and of the boxes inside one superbox.
const (
	maxManifests  = 500
	maxAssertions = 1000
	maxBoxes      = 2000
	maxSigned     = 1 << 20 // the bytes of a claim, and of a signature
)

// box is a box of a JUMBF tree.
type box struct {
	kind string // "jumb", "cbor"
	body []byte // without its header
}

// superbox is a JUMBF superbox, read one level deep.
type superbox struct {
	uuid    string
	label   string
	plain   bool // the description has nothing but a type and a label
	body    []byte
	content []box
}

// split returns the boxes that fill a buffer. A box has its size in four bytes: other forms are legal and not used, and accepting
// them would let bytes change that no hash covers.
func split(b []byte) ([]box, bool) {
	var list []box
	for len(b) > 0 {
		if len(b) < 8 || len(list) == maxBoxes {
			return nil, false
		}
		size := uint64(binary.BigEndian.Uint32(b))
		if size < 8 || size > uint64(len(b)) {
			return nil, false
		}
		list = append(list, box{string(b[4:8]), b[8:size]})
		b = b[size:]
	}
	return list, true
}

// open reads a superbox from its body.
func open(b box) (superbox, bool) {
	if b.kind != "jumb" {
		return superbox{}, false
	}
	list, ok := split(b.body)
	if !ok || len(list) == 0 || list[0].kind != "jumd" {
		return superbox{}, false
	}
	d := list[0].body
	if len(d) < 18 || d[16]&3 != 3 { // requestable, with a label
		return superbox{}, false
	}
	label, rest, ok := bytes.Cut(d[17:], []byte{0})
	s := superbox{uuid: uuidText(d[:16]), label: string(label), plain: d[16] == 3 && len(rest) == 0, body: b.body, content: list[1:]}
	return s, ok
}

func uuidText(b []byte) string {
	x := hex.EncodeToString(b)
	return x[:8] + "-" + x[8:12] + "-" + x[12:16] + "-" + x[16:20] + "-" + x[20:]
}

// manifest is one manifest of a store.
type manifest struct {
	label      string
	kind       string
	body       []byte // what a hash of the manifest covers
	claim      []byte
	version    int // of the claim: 1 or 2
	signature  []byte
	assertions map[string]superbox
}

// cbor returns the CBOR of a superbox that has nothing else.
func (s superbox) cbor() ([]byte, bool) {
	if len(s.content) != 1 || s.content[0].kind != "cbor" {
		return nil, false
	}
	return s.content[0].body, true
}

// readStore reads all manifests of a store. The last one is the active one, and the only one that is opened.
func readStore(b []byte) ([]*manifest, error) {
	if len(b) >= 8 { // containers may pad a store with zeros
		if size := uint64(binary.BigEndian.Uint32(b)); size >= 8 && size < uint64(len(b)) && allZero(b[size:]) {
			b = b[:size]
		}
	}
	list, ok := split(b)
	if !ok || len(list) != 1 {
		return nil, invalid(reasonDamaged)
	}
	store, ok := open(list[0])
	switch {
	case !ok || store.uuid != kindStore || store.label != "c2pa" || len(store.content) == 0:
		return nil, invalid(reasonDamaged)
	case !store.plain:
		return nil, unknown(reasonUnread)
	case len(store.content) > maxManifests:
		return nil, unknown(reasonLarge)
	}
	var manifests []*manifest
	seen := map[string]bool{}
	for i, child := range store.content {
		s, ok := open(child)
		if !ok || seen[s.label] {
			return nil, invalid(reasonDamaged)
		}
		seen[s.label] = true
		m := &manifest{label: s.label, kind: s.uuid, body: s.body}
		if i == len(store.content)-1 {
			if err := m.open(s); err != nil {
				return nil, err
			}
		}
		manifests = append(manifests, m)
	}
	return manifests, nil
}

// open reads the parts of a manifest. Each of them occurs once, and there are no others but stores of credentials and data, of
// which nothing is shown.
func (m *manifest) open(s superbox) error {
	switch s.uuid {
	case kindManifest:
	case kindUpdate:
		return unknown("The manifest only updates an earlier one, which this version does not check.")
	case kindCompressed:
		return unknown(reasonUnread)
	default:
		return invalid(reasonDamaged)
	}
	if !s.plain {
		return unknown(reasonUnread)
	}
	for _, child := range s.content {
		part, ok := open(child)
		if !ok {
			return invalid(reasonDamaged)
		}
		if err := m.add(part); err != nil {
			return err
		}
	}
	if m.claim == nil || m.signature == nil || m.assertions == nil {
		return invalid("The manifest lacks its claim, its signature or its assertions.")
	}
	return nil
}

func (m *manifest) add(part superbox) error {
	if part.uuid == kindVC || part.uuid == kindData {
		return nil
	}
	if !part.plain {
		return unknown(reasonUnread)
	}
	content, isCBOR := part.cbor()
	if len(content) > maxSigned {
		return unknown(reasonLarge)
	}
	switch {
	case part.uuid == kindAssertions && part.label == "c2pa.assertions" && m.assertions == nil:
		return m.addAssertions(part)
	case part.uuid == kindClaim && part.label == "c2pa.claim" && isCBOR && m.claim == nil:
		m.claim, m.version = content, 1
	case part.uuid == kindClaim && part.label == "c2pa.claim.v2" && isCBOR && m.claim == nil:
		m.claim, m.version = content, 2
	case part.uuid == kindSignature && part.label == "c2pa.signature" && isCBOR && m.signature == nil:
		m.signature = content
	default:
		return invalid(reasonDamaged)
	}
	return nil
}

func (m *manifest) addAssertions(store superbox) error {
	if len(store.content) > maxAssertions {
		return unknown(reasonLarge)
	}
	m.assertions = map[string]superbox{}
	for _, child := range store.content {
		a, ok := open(child)
		if _, twice := m.assertions[a.label]; !ok || twice {
			return invalid(reasonDamaged)
		}
		m.assertions[a.label] = a
	}
	return nil
}
