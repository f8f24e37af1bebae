package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func be32(n uint32) string { return string(binary.BigEndian.AppendUint32(nil, n)) }
func le32(n uint32) string { return string(binary.LittleEndian.AppendUint32(nil, n)) }
func be64(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }

func box(name, body string) string { return be32(uint32(8+len(body))) + name + body }

// parts reads a walk whole: every part and what ended it.
func parts(walk Walk) (list []Part, err error) {
	for p, e := range walk {
		if e != nil {
			return list, e
		}
		list = append(list, p)
	}
	return list, nil
}

func TestBoxesWhoseSizesLie(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data string
		want []Part
		err  error
	}{
		"none":                        {"", nil, nil},
		"an empty box":                {box("free", ""), []Part{{"free", 8, 8}}, nil},
		"a size of its header less 1": {be32(7) + "free", nil, ErrMalformed},
		"one byte beyond the end":     {be32(9) + "free", nil, ErrTruncated},
		"the largest size":            {be32(1<<32-1) + "free", nil, ErrTruncated},
		"a tail of less than a header": {
			box("free", "") + "\x00\x00\x00", []Part{{"free", 8, 8}}, ErrTruncated,
		},
		"a long size":              {be32(1) + "free" + be64(18) + "ab", []Part{{"free", 16, 18}}, nil},
		"a long size without body": {be32(1) + "free" + be64(16), []Part{{"free", 16, 16}}, nil},
		"a long size below 16":     {be32(1) + "free" + be64(15), nil, ErrMalformed},
		"a long size of 0":         {be32(1) + "free" + be64(0), nil, ErrMalformed},
		"a long size that is cut":  {be32(1) + "free" + "\x00\x00", nil, ErrTruncated},
		"a long size beyond":       {be32(1) + "free" + be64(17), nil, ErrTruncated},
		"a long size of 2^63":      {be32(1) + "free" + be64(1<<63), nil, ErrMalformed},
		"a long size of 2^63-1":    {be32(1) + "free" + be64(1<<63-1), nil, ErrTruncated},
		"a long size of 2^64-1":    {be32(1) + "free" + be64(1<<64-1), nil, ErrMalformed},
		"size 0 swallows the rest": {be32(0) + "mdat" + box("moov", ""), []Part{{"mdat", 8, 16}}, nil},
		"size 0 at the end":        {be32(0) + "mdat", []Part{{"mdat", 8, 8}}, nil},
		"a good one and a bad one": {box("ftyp", "isom") + be32(2) + "moov", []Part{{"ftyp", 8, 12}}, ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := strings.NewReader(c.data)
			got, err := parts(Boxes(r, 0, r.Size()))
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" || !errors.Is(err, c.err) {
				t.Errorf("%v, want %v\n%s", err, c.err, diff)
			}
		})
	}
}

// TestBoxesStayInside: a box may not extend beyond the box around it, even if the file does.
func TestBoxesStayInside(t *testing.T) {
	t.Parallel()
	file := box("moov", be32(20)+"trak") + box("mdat", "0123456789ab")
	if got, err := parts(Boxes(strings.NewReader(file), 8, 16)); got != nil || !errors.Is(err, ErrTruncated) {
		t.Errorf("a box that ends in its neighbour gave %v, %v", got, err)
	}
	open := box("moov", be32(0)+"trak") + box("mdat", "x")
	got, err := parts(Boxes(strings.NewReader(open), 8, 16))
	if diff := cmp.Diff([]Part{{"trak", 16, 16}}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if got, err := parts(Boxes(strings.NewReader(file), 16, 8)); got != nil || err != nil {
		t.Errorf("bounds in the wrong order gave %v, %v", got, err)
	}
}

func TestChild(t *testing.T) {
	t.Parallel()
	first := box("moov", box("trak", "first")+box("trak", "again")+be32(3)+"mvhd")
	file := box("ftyp", "") + first + box("moov", box("mvex", ""))
	r := strings.NewReader(file)
	for name, c := range map[string]struct {
		path []string
		want Part
		ok   bool
	}{
		"no path is the whole":          {nil, Part{End: r.Size()}, true},
		"the first of its type":         {[]string{"moov", "trak"}, Part{"trak", 24, 29}, true},
		"only the first parent counts":  {[]string{"moov", "mvex"}, Part{}, false},
		"none behind a malformed box":   {[]string{"moov", "mvhd"}, Part{}, false},
		"below a payload of no boxes":   {[]string{"moov", "trak", "mdia"}, Part{}, false},
		"below an empty box":            {[]string{"ftyp", "isom"}, Part{}, false},
		"a name of another upper case":  {[]string{"MOOV"}, Part{}, false},
		"a name that only begins as it": {[]string{"moo"}, Part{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := Child(r, Part{End: r.Size()}, c.path...)
			if diff := cmp.Diff(c.want, got); diff != "" || ok != c.ok {
				t.Errorf("ok %v, want %v\n%s", ok, c.ok, diff)
			}
		})
	}
}

func TestHowDeepBoxesNest(t *testing.T) {
	t.Parallel()
	ladder := func(levels int) string {
		body := ""
		for i := range levels {
			body = box([]string{"moov", "trak"}[i%2], body)
		}
		return body
	}
	for name, c := range map[string]struct {
		data string
		want bool
	}{
		"nothing":                         {"", false},
		"as deep as is allowed":           {ladder(maxDepth), false},
		"one level deeper":                {ladder(maxDepth + 1), true},
		"far deeper":                      {ladder(400), true},
		"twins beside each other":         {box("moov", "") + box("moov", ""), false},
		"itself in a grandchild":          {box("moov", box("trak", box("moov", ""))), false},
		"itself behind a sibling":         {box("moov", box("free", "")+box("moov", "")), true},
		"itself behind a malformed one":   {box("moov", be32(1)+"free"+be64(3)+box("moov", "")), false},
		"itself in the payload of a leaf": {box("mdat", box("mdat", box("mdat", ""))), false},
		"in the second of two":            {box("moov", "") + box("moof", box("traf", box("traf", ""))), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r := strings.NewReader(c.data); Nested(r, r.Size()) != c.want {
				t.Errorf("nested is %v", !c.want)
			}
		})
	}
}

func TestElementsWhoseSizesLie(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data string
		want []Part
		err  error
	}{
		"none":             {"", nil, nil},
		"an empty element": {"\xec\x80", []Part{{"EC", 2, 2}}, nil},
		"ids of every length": {
			"\xec\x80\x42\x86\x80\x2a\xd7\xb1\x80\x1a\x45\xdf\xa3\x80",
			[]Part{{"EC", 2, 2}, {"4286", 5, 5}, {"2AD7B1", 9, 9}, {"1A45DFA3", 14, 14}}, nil,
		},
		"an id of five bytes":          {"\x08\x00\x00\x00\x01\x80", nil, ErrMalformed},
		"an id that is cut":            {"\x1a\x45", nil, ErrTruncated},
		"an id without a size":         {"\xec", nil, ErrTruncated},
		"a size of eight bytes":        {"\xec\x01\x00\x00\x00\x00\x00\x00\x01x", []Part{{"EC", 9, 10}}, nil},
		"a size of nine bytes":         {"\xec\x00\xff\xff\xff\xff\xff\xff\xff\xff", nil, ErrMalformed},
		"a size that is cut":           {"\xec\x01\x00\x00", nil, ErrTruncated},
		"one byte beyond the end":      {"\xec\x82x", nil, ErrTruncated},
		"the largest size":             {"\xec\x01\xff\xff\xff\xff\xff\xff\xfe", nil, ErrTruncated},
		"an unknown size of one byte":  {"\xec\xffrest", []Part{{"EC", 2, 6}}, nil},
		"an unknown size of 8 bytes":   {"\xec\x01\xff\xff\xff\xff\xff\xff\xffrest", []Part{{"EC", 9, 13}}, nil},
		"an unknown size with nothing": {"\xec\xff", []Part{{"EC", 2, 2}}, nil},
		"a good one and a bad one":     {"\xec\x81x\x00", []Part{{"EC", 2, 3}}, ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := parts(elementsOf(bytes.NewReader([]byte(c.data))))
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" || !errors.Is(err, c.err) {
				t.Errorf("%v, want %v\n%s", err, c.err, diff)
			}
		})
	}
}

// TestElementsStayInside holds an element to the bounds of the one around it: its header may not reach out, either.
func TestElementsStayInside(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data string
		end  int64
	}{
		"payload": {"\xae\x83\xd7\x82\x01\x02", 5},
		"size":    {"\xae\x81\xd7\x80", 3},
		"id":      {"\xae\x81\x42\x86\x80", 3},
	} {
		if got, err := parts(Elements(strings.NewReader(c.data), 2, c.end)); got != nil || !errors.Is(err, ErrTruncated) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
