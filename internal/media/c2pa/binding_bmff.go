package c2pa

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fxamacker/cbor/v2"

	"socialdata/internal/media/container"
)

// exclusion is a rule about boxes that a hash leaves out (C2PA 2.1, 18.7).
type exclusion struct {
	XPath  string `cbor:"xpath"`
	Length *int64 `cbor:"length"`
	Data   []struct {
		Offset int64  `cbor:"offset"`
		Value  []byte `cbor:"value"`
	} `cbor:"data"`
	Subset []struct {
		Offset int64 `cbor:"offset"`
		Length int64 `cbor:"length"`
	} `cbor:"subset"`
	Version *int   `cbor:"version"`
	Flags   []byte `cbor:"flags"`
	Exact   *bool  `cbor:"exact"`
}

// bmff checks one hash over the boxes of a video or picture without those that rules leave out. From version 2 on it covers where
// the boxes lie, too.
func (b *binder) bmff(label string) (string, error) {
	var d struct {
		Exclusions []exclusion     `cbor:"exclusions"`
		Alg        string          `cbor:"alg"`
		Hash       []byte          `cbor:"hash"`
		Merkle     cbor.RawMessage `cbor:"merkle"`
		URL        cbor.RawMessage `cbor:"url"`
	}
	switch {
	case b.at.format != formatBMFF:
		return "", invalid("The manifest is bound to a kind of file that this one is not.")
	case !b.m.assertion(label, &d) || d.URL != nil || len(d.Exclusions) > maxRules:
		return "", unknown(reasonBinding)
	case d.Merkle != nil || b.at.merkle || d.Hash == nil:
		return "", unknown("The video is bound to its manifest by hashes of blocks, which this version does not check.")
	}
	top, err := b.topBoxes()
	if err != nil {
		return "", err
	}
	out, err := b.excluded(top, d.Exclusions)
	if err != nil {
		return "", err
	}
	positioned := label != labelBMFF
	if err := b.compare(d.Alg, d.Hash, bmffPieces(top, out, positioned)); err != nil {
		return "", err
	}
	return b.gaps(top, out, positioned)
}

// topBoxes returns the boxes of the first level, with their headers. They fill the file.
func (b *binder) topBoxes() ([]namedPart, error) {
	var list []namedPart
	at := int64(0)
	for part, err := range container.Boxes(b.r, 0, b.size) {
		if err != nil {
			return nil, invalid(reasonBytes)
		}
		list = append(list, namedPart{part.Type, span{at, part.End}})
		at = part.End
	}
	return list, nil
}

// leftOut is a range that a rule leaves out.
type leftOut struct {
	span
	whole bool // a whole box of the first level
}

// The limits of rules: their number, the boxes that they are tried on, and the ranges that they find.
const (
	maxRules   = 100
	maxTries   = 500_000
	maxLeftOut = 2000
)

// excluded returns the ranges that rules leave out, in order.
func (b *binder) excluded(top []namedPart, rules []exclusion) ([]leftOut, error) {
	var out []leftOut
	for _, rule := range rules {
		path := strings.Split(strings.TrimPrefix(rule.XPath, "/"), "/")
		if !strings.HasPrefix(rule.XPath, "/") || strings.ContainsAny(rule.XPath, "[]@*") || len(path) > 10 {
			return nil, unknown(reasonBinding)
		}
		for _, t := range top {
			found, err := b.find(t, path)
			if err != nil {
				return nil, err
			}
			if len(found) > 0 && (rule.Version != nil || rule.Flags != nil || rule.Exact != nil) {
				return nil, unknown("The manifest leaves out parts of the video by a rule that this version does not check.")
			}
			for _, f := range found {
				ranges, err := rule.ranges(b.r, f.span)
				if err != nil {
					return nil, err
				}
				for _, s := range ranges {
					out = append(out, leftOut{s, len(path) == 1 && s == t.span})
				}
			}
			if len(out) > maxLeftOut {
				return nil, unknown(reasonBinding)
			}
		}
	}
	slices.SortFunc(out, func(a, b leftOut) int { return cmp.Compare(a.start, b.start) })
	for i := range out {
		if i > 0 && out[i].start < out[i-1].end {
			return nil, unknown("The manifest leaves out the same part of the video twice.")
		}
	}
	return out, nil
}

// find returns the boxes at a path below and including t.
func (b *binder) find(t namedPart, path []string) ([]namedPart, error) {
	if t.name != path[0] {
		return nil, nil
	}
	if len(path) == 1 {
		return []namedPart{t}, nil
	}
	start := t.start
	for part, err := range container.Boxes(b.r, t.start, t.end) { // the box itself, for the size of its header
		if err != nil {
			return nil, invalid(reasonBytes)
		}
		start = part.Start
		break
	}
	if t.name == "meta" {
		start += 4 // version and flags
	}
	var found []namedPart
	for part, err := range container.Boxes(b.r, start, t.end) {
		if err != nil {
			return nil, unknown("The boxes of the video cannot be read.")
		}
		if b.seen++; b.seen > maxTries {
			return nil, unknown(reasonBinding)
		}
		inner, err := b.find(namedPart{part.Type, span{start, part.End}}, path[1:])
		if err != nil {
			return nil, err
		}
		found, start = append(found, inner...), part.End
	}
	return found, nil
}

// ranges returns what a rule leaves out of a box: nothing, all or parts of it.
func (e *exclusion) ranges(r io.ReaderAt, box span) ([]span, error) {
	if e.Length != nil && *e.Length != box.size() {
		return nil, nil
	}
	for _, d := range e.Data {
		if d.Offset < 0 || d.Offset+int64(len(d.Value)) > box.size() {
			return nil, nil
		}
		got, err := container.Part{Start: box.start + d.Offset, End: box.start + d.Offset + int64(len(d.Value))}.Read(r, maxStore)
		if err != nil {
			return nil, sizeOr(err)
		}
		if !bytes.Equal(got, d.Value) {
			return nil, nil
		}
	}
	if e.Subset == nil {
		return []span{box}, nil
	}
	var list []span
	for _, s := range e.Subset {
		if s.Offset < 0 || s.Length < 0 || s.Length > 1<<40 || s.Offset > 1<<40 {
			return nil, unknown(reasonBinding)
		}
		if s.Offset >= box.size() {
			continue
		}
		end := box.end
		if s.Length > 0 {
			end = min(end, box.start+s.Offset+s.Length)
		}
		list = append(list, span{box.start + s.Offset, end})
	}
	return list, nil
}

// bmffPieces returns what is hashed: every box of the first level that is not left out as a whole, after its offset if positioned.
func bmffPieces(top []namedPart, out []leftOut, positioned bool) []piece {
	var list []piece
	for _, t := range top {
		var cut []span
		whole := false
		for len(out) > 0 && out[0].start < t.end {
			cut, whole = append(cut, out[0].span), whole || out[0].whole
			out = out[1:]
		}
		if whole {
			continue
		}
		if positioned {
			list = append(list, piece{span: span{t.start, t.start}, marked: true})
		}
		list = append(list, pieces(t.span, cut)...)
	}
	return list
}

// gaps judges what a hash that fits leaves out. The manifest's own box is read to its last byte elsewhere. Space that holds only
// zeros hides nothing. The box of the file's type and the index at the end of a fragmented one cannot hold a picture, and are named.
// Anything else could change what is shown.
func (b *binder) gaps(top []namedPart, out []leftOut, positioned bool) (string, error) {
	named := map[string]bool{}
	for _, o := range out {
		i := slices.IndexFunc(top, func(t namedPart) bool { return t.start <= o.start && o.start < t.end })
		name := top[i].name
		switch {
		case o.whole && covered(o.span, b.at.spans):
		case !positioned:
			return "", unknown("The video is bound by an old kind of hash, which lets parts of it be moved.")
		case o.whole && (name == "free" || name == "skip"):
			if err := b.empty(o.span); err != nil {
				return "", err
			}
		case o.whole && (name == "ftyp" || name == "mfra"):
			named[name] = true
		default:
			return "", unknown(fmt.Sprintf("The manifest leaves out a part of the video that is not its own (%s), so something else could be there.", clean(name)))
		}
	}
	switch {
	case named["ftyp"] && named["mfra"]:
		return " The boxes for the file's type and for its index are not covered, by C2PA's rule.", nil
	case named["ftyp"]:
		return " The box for the file's type is not covered, by C2PA's rule.", nil
	case named["mfra"]:
		return " The box for the file's index is not covered, by C2PA's rule.", nil
	}
	return "", nil
}

// empty checks that a box of free space holds only zeros.
func (b *binder) empty(box span) error {
	for part, err := range container.Boxes(b.r, box.start, box.end) {
		if err != nil {
			return invalid(reasonBytes)
		}
		buffer := make([]byte, 256<<10)
		r := stoppable{b.ctx, io.NewSectionReader(b.r, part.Start, part.Size())}
		for {
			n, err := r.Read(buffer)
			if !allZero(buffer[:n]) {
				return unknown("The manifest leaves out free space that is not empty.")
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
