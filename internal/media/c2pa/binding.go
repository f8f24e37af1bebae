package c2pa

import (
	"bytes"
	"context"
	"crypto"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fxamacker/cbor/v2"
)

// The labels of the assertions that bind a manifest to bytes.
const (
	labelData  = "c2pa.hash.data"
	labelBoxes = "c2pa.hash.boxes"
	labelBMFF  = "c2pa.hash.bmff"
)

// reasonBytes says that the bytes are not those that were signed.
const reasonBytes = "The file's bytes were changed after the manifest was made."

// checkBinding checks that the file's bytes are those that the manifest was made for. It returns a sentence about bytes that no
// hash covers, "" if there are none but the manifest itself.
func (c *claim) checkBinding(ctx context.Context, r io.ReaderAt, size int64, m *manifest, at *place) (string, error) {
	var bindings []string
	for _, u := range c.created() {
		path, _ := m.resolve(u.URL)
		if label := strings.TrimPrefix(path, "c2pa.assertions/"); strings.HasPrefix(label, "c2pa.hash.") {
			bindings = append(bindings, label)
		}
	}
	switch len(bindings) {
	case 0:
		return "", invalid("The manifest is not bound to any bytes.")
	case 1:
	default:
		return "", unknown("The manifest is bound to bytes in several ways, which this version does not check.")
	}
	b := binder{ctx: ctx, r: r, size: size, m: m, at: at, alg: c.Alg}
	switch label := bindings[0]; label {
	case labelData:
		return "", b.data()
	case labelBoxes:
		return "", b.boxes()
	case labelBMFF, labelBMFF + ".v2", labelBMFF + ".v3":
		return b.bmff(label)
	default:
		return "", unknown(fmt.Sprintf("The manifest is bound to the bytes in a way that this version does not check (%s).", clean(label)))
	}
}

// binder checks one binding.
type binder struct {
	ctx  context.Context // of one check
	r    io.ReaderAt
	size int64
	m    *manifest
	at   *place
	alg  string // the claim's
	seen int    // boxes that rules were tried on
}

// reasonBinding says that a binding cannot be read.
const reasonBinding = "The assertion about the file's bytes cannot be read."

// maxExclusions bounds the ranges or boxes that a binding names.
const maxExclusions = 2000

// data checks one hash over the file without some ranges (C2PA 2.1, 18.5).
func (b *binder) data() error {
	var d struct {
		Exclusions []struct {
			Start  int64 `cbor:"start"`
			Length int64 `cbor:"length"`
		} `cbor:"exclusions"`
		Alg  string          `cbor:"alg"`
		Hash []byte          `cbor:"hash"`
		URL  cbor.RawMessage `cbor:"url"`
	}
	if !b.m.assertion(labelData, &d) || d.URL != nil || len(d.Exclusions) > maxExclusions {
		return unknown(reasonBinding)
	}
	var out []span
	for _, e := range d.Exclusions {
		s := span{e.Start, e.Start + e.Length}
		if e.Start < 0 || e.Length < 0 || s.end < s.start || s.end > b.size || len(out) > 0 && s.start < out[len(out)-1].end {
			return invalid("The ranges of bytes that the manifest leaves out make no sense.")
		}
		out = append(out, s)
	}
	if err := b.compare(d.Alg, d.Hash, pieces(span{0, b.size}, out)); err != nil {
		return err
	}
	if slices.ContainsFunc(out, func(s span) bool { return !covered(s, b.at.spans) }) {
		return unknown("The manifest leaves out bytes of the file that are not its own, so something else could be there.")
	}
	return nil
}

// covered reports whether ranges that follow each other hold all of s.
func covered(s span, by []span) bool {
	for _, c := range by {
		if c.start <= s.start && s.start < c.end {
			s.start = min(c.end, s.end)
		}
	}
	return s.size() == 0
}

// piece is hashed: the bytes of a range, and before them its offset if marked.
type piece struct {
	span
	marked bool
}

// pieces returns what of a range is left when some ranges are cut out, which are in order and do not overlap.
func pieces(all span, out []span) []piece {
	var list []piece
	for _, o := range out {
		if o.start > all.start {
			list = append(list, piece{span: span{all.start, o.start}})
		}
		all.start = max(all.start, o.end)
	}
	if all.size() > 0 {
		list = append(list, piece{span: all})
	}
	return list
}

// compare hashes pieces of the file as a stream.
func (b *binder) compare(alg string, want []byte, list []piece) error {
	h, err := hashOf(alg, b.alg)
	if err != nil {
		return err
	}
	got, err := b.sum(h, list)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return invalid(reasonBytes)
	}
	return nil
}

func (b *binder) sum(h crypto.Hash, list []piece) ([]byte, error) {
	sum, buffer := h.New(), make([]byte, 256<<10)
	for _, p := range list {
		if p.marked {
			sum.Write(binary.BigEndian.AppendUint64(nil, uint64(p.start)))
		}
		n, err := io.CopyBuffer(sum, stoppable{b.ctx, io.NewSectionReader(b.r, p.start, p.size())}, buffer)
		if err == nil && n != p.size() {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
	}
	return sum.Sum(nil), nil
}

// stoppable is a reader that ends with a context.
type stoppable struct {
	ctx context.Context // of one copy
	r   io.Reader
}

func (s stoppable) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(b)
}
