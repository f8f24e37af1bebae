package c2pa

import (
	"cmp"
	"fmt"
	"slices"

	"socialdata/internal/media/container"
)

// namedPart is a part of a file as a binding by boxes names it.
type namedPart struct {
	name string
	span
}

// ownBox is the name that the parts with the manifest have together.
const ownBox = "C2PA"

// boxes checks one hash for each list of neighbouring parts (C2PA 2.1, 18.6). All bytes of the file must belong to a list.
func (b *binder) boxes() error {
	var d struct {
		Boxes []struct {
			Names    []string `cbor:"names"`
			Alg      string   `cbor:"alg"`
			Hash     []byte   `cbor:"hash"`
			Excluded bool     `cbor:"excluded"`
		} `cbor:"boxes"`
		Alg string `cbor:"alg"`
	}
	if !b.m.assertion(labelBoxes, &d) || len(d.Boxes) > maxExclusions {
		return unknown(reasonBinding)
	}
	parts, err := b.parts()
	if err != nil {
		return err
	}
	if len(parts) > 0 && parts[0].name == pngHead && len(d.Boxes) > 0 && !slices.Contains(d.Boxes[0].Names, pngHead) {
		return unknown("The manifest leaves out the file's first bytes.")
	}
	excluded := false
	for _, list := range d.Boxes {
		n := len(list.Names)
		if n == 0 || n > len(parts) || !slices.EqualFunc(list.Names, parts[:n], func(name string, p namedPart) bool { return name == p.name }) {
			return mismatch(list.Names)
		}
		own := slices.Contains(list.Names, ownBox)
		if own && n > 1 {
			return invalid(reasonBinding)
		}
		if !own && !list.Excluded {
			if err := b.compare(cmp.Or(list.Alg, d.Alg), list.Hash, []piece{{span: span{parts[0].start, parts[n-1].end}}}); err != nil {
				return err
			}
		}
		excluded = excluded || list.Excluded && !own
		parts = parts[n:]
	}
	switch {
	case len(parts) > 0:
		return invalid(reasonBytes)
	case excluded:
		return unknown("The manifest leaves out parts of the file that are not its own, so something else could be there.")
	}
	return nil
}

// mismatch judges a list of names that the file does not have. Parts within the data of a picture are not told apart here.
func mismatch(names []string) error {
	for _, name := range names {
		if len(name) == 4 && name[:3] == "RST" {
			return unknown(fmt.Sprintf("The manifest names parts of the picture that this version does not tell apart (%s).", clean(name)))
		}
	}
	return invalid(reasonBytes)
}

// pngHead is the name of the first eight bytes of a PNG.
const pngHead = "PNGh"

// parts returns the parts of the file in order. They fill it.
func (b *binder) parts() ([]namedPart, error) {
	var list []namedPart
	at := int64(0)
	add := func(name string, end int64) {
		if own := b.at.spans; at >= own[0].start && end <= own[len(own)-1].end {
			name = ownBox
			if len(list) > 0 && list[len(list)-1].name == ownBox {
				list[len(list)-1].end = end
				at = end
				return
			}
		}
		list = append(list, namedPart{name, span{at, end}})
		at = end
	}
	var walk container.Walk
	var tail int64 // bytes behind the payload of a part
	switch b.at.format {
	case formatJPEG:
		walk = container.Segments(b.r, b.size)
		add("SOI", 2)
	case formatPNG:
		walk, tail = container.PNG(b.r, b.size), 4
		add(pngHead, 8)
	case formatRIFF, formatBMFF:
		return nil, unknown("The manifest is bound to parts of a kind of file that this version does not check in this way.")
	}
	scanned := false // the part before is a scan
	for part, err := range walk {
		if err != nil {
			return nil, invalid(reasonBytes)
		}
		if scanned { // the data of a picture ends where the next part begins
			add("SOS", part.Start-headerSize(part.Type))
		}
		if scanned = part.Type == "SOS"; !scanned {
			add(partName(part.Type), part.End+tail)
		}
	}
	if at != b.size {
		return nil, invalid(reasonBytes)
	}
	return list, nil
}

// headerSize returns the number of bytes before the payload of a segment of a JPEG.
func headerSize(name string) int64 {
	switch name {
	case "fill":
		return 0
	case "EOI", "FF01", "FFD0", "FFD1", "FFD2", "FFD3", "FFD4", "FFD5", "FFD6", "FFD7":
		return 2
	}
	return 4
}

// partName returns the name that C2PA gives a part.
func partName(name string) string {
	named := map[string]string{"FFFE": "COM", "FFC4": "DHT", "FFDB": "DQT", "FFDD": "DRI", "FFC0": "SOF0", "FFC1": "SOF1", "FFC2": "SOF2"}
	return cmp.Or(named[name], name)
}
