package provenance

import (
	"bytes"
	"encoding/binary"
)

// node is a JUMBF superbox (ISO/IEC 19566-5, 4.2): a description, and either content or further superboxes.
type node struct {
	kind     string // the first four bytes of its type: c2pa, c2ma, c2um, c2as, c2cl, cbor
	label    string
	children []node
	content  []byte // of its first cbor box
}

// The limits of a tree.
const (
	maxDepth = 12
	maxNodes = 20_000
)

// parseStore parses a whole store; ok is false if it is invalid.
func parseStore(b []byte) (node, bool) {
	left := maxNodes
	for kind, body := range boxes(b) {
		if kind == "jumb" {
			n, ok := superbox(body, 0, &left)
			return n, ok && n.kind == "c2pa"
		}
	}
	return node{}, false
}

// isStore reports whether bytes start like a C2PA store.
func isStore(b []byte) bool {
	if len(b) < 8 || string(b[4:8]) != "jumb" {
		return false
	}
	for kind, description := range boxes(b[8:]) {
		var n node
		return kind == "jumd" && n.describe(description) && n.label == "c2pa"
	}
	return false
}

func superbox(b []byte, depth int, left *int) (n node, ok bool) {
	if depth > maxDepth {
		return n, false
	}
	for kind, body := range boxes(b) {
		if *left--; *left < 0 {
			return n, false
		}
		switch {
		case kind == "jumd" && !ok:
			if ok = n.describe(body); !ok {
				return n, false
			}
		case kind == "jumb":
			if child, whole := superbox(body, depth+1, left); whole {
				n.children = append(n.children, child)
			}
		case kind == "cbor" && n.content == nil:
			n.content = body
		}
	}
	return n, ok
}

// describe parses a description box: a type of 16 bytes, flags, and a label that ends in NUL if flag 2 is set.
func (n *node) describe(b []byte) bool {
	if len(b) < 17 {
		return false
	}
	n.kind = string(b[:4])
	if b[16]&2 == 0 {
		return true
	}
	label, _, ok := bytes.Cut(b[17:], []byte{0})
	n.label = string(label)
	return ok
}

// boxes walks the boxes in a buffer and stops at the first invalid one.
func boxes(b []byte) func(func(string, []byte) bool) {
	return func(yield func(string, []byte) bool) {
		for len(b) >= 8 {
			size, header := uint64(binary.BigEndian.Uint32(b)), uint64(8)
			switch size {
			case 0:
				size = uint64(len(b))
			case 1:
				if len(b) < 16 {
					return
				}
				size, header = binary.BigEndian.Uint64(b[8:]), 16
			}
			if size < header || size > uint64(len(b)) {
				return
			}
			if !yield(string(b[4:8]), b[header:size]) {
				return
			}
			b = b[size:]
		}
	}
}
