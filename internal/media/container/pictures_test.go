package container

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func chunk(name, body string) string {
	return be32(uint32(len(body))) + name + body + be32(crc32.ChecksumIEEE([]byte(name+body)))
}

func riff(claimed int, chunks string) string { return "RIFF" + le32(uint32(claimed)) + "WEBP" + chunks }

func TestPictures(t *testing.T) {
	t.Parallel()
	jpeg := func(r *bytes.Reader) Walk { return Segments(r, r.Size()) }
	png := func(r *bytes.Reader) Walk { return PNG(r, r.Size()) }
	webp := func(r *bytes.Reader) Walk { return RIFF(r, r.Size()) }
	const soi, eoi, sos = "\xff\xd8", "\xff\xd9", "\xff\xda\x00\x02"
	for name, c := range map[string]struct {
		walk func(r *bytes.Reader) Walk
		data string
		want []Part
		err  error
	}{
		"jpeg of nothing":           {jpeg, "", nil, ErrMalformed},
		"jpeg of one byte":          {jpeg, "\xff", nil, ErrMalformed},
		"jpeg of its start":         {jpeg, soi, nil, ErrTruncated},
		"jpeg of start and end":     {jpeg, soi + eoi, []Part{{"EOI", 4, 4}}, nil},
		"jpeg without a marker":     {jpeg, soi + "xx", nil, ErrMalformed},
		"jpeg of half a marker":     {jpeg, soi + "\xff", nil, ErrTruncated},
		"jpeg segment without size": {jpeg, soi + "\xff\xe0\x00", nil, ErrTruncated},
		"jpeg segment of size 0":    {jpeg, soi + "\xff\xe0\x00\x00" + eoi, nil, ErrMalformed},
		"jpeg segment of size 1":    {jpeg, soi + "\xff\xe0\x00\x01" + eoi, nil, ErrMalformed},
		"jpeg segment of size 2":    {jpeg, soi + "\xff\xef\x00\x02" + eoi, []Part{{"APP15", 6, 6}, {"EOI", 8, 8}}, nil},
		"jpeg segment beyond":       {jpeg, soi + "\xff\xe0\x00\x05ab", nil, ErrTruncated},
		"jpeg segment of all":       {jpeg, soi + "\xff\xe0\x00\x04ab", []Part{{"APP0", 6, 8}}, ErrTruncated},
		"jpeg with lone markers": {
			jpeg, soi + "\xff\x01\xff\xd0\xff\xd7" + eoi, []Part{{"FF01", 4, 4}, {"FFD0", 6, 6}, {"FFD7", 8, 8}, {"EOI", 10, 10}}, nil,
		},
		"jpeg scan without an end": {jpeg, soi + sos + "abc\xff", nil, ErrTruncated},
		"jpeg scan of fill bytes":  {jpeg, soi + sos + "\xff\xff\xff\xd9", []Part{{"SOS", 6, 6}, {"EOI", 10, 10}}, nil},
		"jpeg scan then a table": {
			jpeg, soi + sos + "a\xff\xc4\x00\x02" + eoi, []Part{{"SOS", 6, 6}, {"FFC4", 11, 11}, {"EOI", 13, 13}}, nil,
		},
		"jpeg end within a segment": {
			jpeg, soi + "\xff\xe1\x00\x04" + eoi + eoi, []Part{{"APP1", 6, 8}, {"EOI", 10, 10}}, nil,
		},
		"png of nothing":             {png, "", nil, ErrMalformed},
		"png of its signature":       {png, pngSignature, nil, ErrTruncated},
		"png of a wrong signature":   {png, "\x89PNG\n\n\x1a\n" + chunk("IEND", ""), nil, ErrMalformed},
		"png of an end":              {png, pngSignature + chunk("IEND", ""), []Part{{"IEND", 16, 16}}, nil},
		"png chunk of half a header": {png, pngSignature + "\x00\x00", nil, ErrTruncated},
		"png chunk without a sum":    {png, pngSignature + chunk("IEND", "")[:11], nil, ErrTruncated},
		"png chunk of 2^32-1":        {png, pngSignature + be32(1<<32-1) + "IDAT", nil, ErrTruncated},
		"png chunk beyond":           {png, pngSignature + be32(1) + "IDAT" + "\x00\x00\x00\x00", nil, ErrTruncated},
		"png without an end":         {png, pngSignature + chunk("IDAT", "x"), []Part{{"IDAT", 16, 17}}, ErrTruncated},
		"png with more after it": {
			png, pngSignature + chunk("IEND", "") + chunk("tEXt", "x"), []Part{{"IEND", 16, 16}}, nil,
		},
		"webp of nothing":            {webp, "", nil, ErrMalformed},
		"webp of half a header":      {webp, "RIFF\x04\x00\x00\x00", nil, ErrMalformed},
		"webp of big-endian":         {webp, "RIFX\x04\x00\x00\x00WEBP", nil, ErrMalformed},
		"webp without chunks":        {webp, riff(4, ""), nil, nil},
		"webp that claims nothing":   {webp, riff(0, "VP8 \x00\x00\x00\x00"), nil, nil},
		"webp that claims all":       {webp, riff(1<<32-1, ""), nil, ErrTruncated},
		"webp that claims 1 more":    {webp, riff(5, ""), nil, ErrTruncated},
		"webp chunk cut by the end":  {webp, riff(12, "VP8 \x01\x00\x00\x00x"), nil, ErrTruncated},
		"webp header cut by the end": {webp, riff(8, "VP8 \x00\x00\x00\x00"), nil, ErrTruncated},
		"webp chunk of 2^32-1":       {webp, riff(12, "VP8 \xff\xff\xff\xff"), nil, ErrTruncated},
		"webp chunk without its pad": {webp, riff(13, "VP8 \x01\x00\x00\x00x"), []Part{{"VP8 ", 20, 21}}, nil},
		"webp with empty chunks": {
			webp, riff(20, "ANIM\x00\x00\x00\x00ANMF\x00\x00\x00\x00"), []Part{{"ANIM", 20, 20}, {"ANMF", 28, 28}}, nil,
		},
		"webp with more after it": {webp, riff(12, "VP8 \x00\x00\x00\x00tail of it"), []Part{{"VP8 ", 20, 20}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := parts(c.walk(bytes.NewReader([]byte(c.data))))
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" || !errors.Is(err, c.err) {
				t.Errorf("%v, want %v\n%s", err, c.err, diff)
			}
		})
	}
}

// TestScansOfManyBuffers puts the marker that ends a scan on every side of the end of the buffer.
func TestScansOfManyBuffers(t *testing.T) {
	t.Parallel()
	for _, length := range []int{64<<10 - 2, 64<<10 - 1, 64 << 10, 64<<10 + 1, 128<<10 - 1} {
		data := "\xff\xd8\xff\xda\x00\x02" + strings.Repeat("a", length) + "\xff\xd9"
		r := strings.NewReader(data)
		got, err := parts(Segments(r, r.Size()))
		if diff := cmp.Diff([]Part{{"SOS", 6, 6}, {"EOI", r.Size(), r.Size()}}, got); diff != "" || err != nil {
			t.Errorf("a scan of %d bytes: %v\n%s", length, err, diff)
		}
	}
}

func TestTooManyParts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		walk func(*bytes.Reader) Walk
		data string
	}{
		"boxes":    {boxesOf, strings.Repeat(box("free", ""), maxParts+1)},
		"elements": {elementsOf, strings.Repeat("\xec\x80", maxParts+1)},
		"fill": {
			func(r *bytes.Reader) Walk { return Segments(r, r.Size()) }, "\xff\xd8" + strings.Repeat("\xff", maxParts+2),
		},
		"chunks": {
			func(r *bytes.Reader) Walk { return PNG(r, r.Size()) }, pngSignature + strings.Repeat(chunk("tEXt", ""), maxParts+1),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := parts(c.walk(bytes.NewReader([]byte(c.data))))
			if len(got) != maxParts || !errors.Is(err, ErrTooMany) {
				t.Errorf("%d parts, then %v", len(got), err)
			}
		})
	}
}

// TestWalksStop breaks off after the first part, which a walk has to bear.
func TestWalksStop(t *testing.T) {
	t.Parallel()
	for name, walk := range map[string]Walk{
		"boxes":    Boxes(strings.NewReader(box("ftyp", "")+box("moov", "")), 0, 16),
		"elements": Elements(strings.NewReader("\xec\x80\xec\x80"), 0, 4),
		"segments": Segments(strings.NewReader("\xff\xd8\xff\xd0\xff\xd9"), 6),
		"png":      PNG(strings.NewReader(pngSignature+chunk("IHDR", "")+chunk("IEND", "")), 32),
		"riff":     RIFF(strings.NewReader(riff(20, "ANIM\x00\x00\x00\x00ANMF\x00\x00\x00\x00")), 28),
	} {
		seen := 0
		for range walk {
			seen++
			break
		}
		if again, err := parts(walk); seen != 1 || len(again) != 2 || err != nil {
			t.Errorf("%s: %d seen, then %v, %v", name, seen, again, err)
		}
	}
}

// broken is a disk that fails.
type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }

func TestReadingPayloads(t *testing.T) {
	t.Parallel()
	file := strings.NewReader("0123456789")
	for name, c := range map[string]struct {
		r     io.ReaderAt
		part  Part
		limit int64
		want  string
		err   error
	}{
		"whole":                {file, Part{Start: 2, End: 5}, 3, "234", nil},
		"empty":                {file, Part{Start: 10, End: 10}, 0, "", nil},
		"longer than allowed":  {file, Part{Start: 2, End: 5}, 2, "", ErrTooMany},
		"of a negative length": {file, Part{Start: 5, End: 2}, 9, "", ErrTooMany},
		"beyond the end":       {file, Part{Start: 8, End: 12}, 9, "", ErrTruncated},
		"of a disk that fails": {broken{}, Part{Start: 0, End: 1}, 9, "", io.ErrClosedPipe},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.part.Read(c.r, c.limit)
			if string(got) != c.want || !errors.Is(err, c.err) {
				t.Errorf("%q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
	if _, err := parts(Boxes(broken{}, 0, 8)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the cause of a disk that fails is lost: %v", err)
	}
}

func TestSumsOfChunks(t *testing.T) {
	t.Parallel()
	good := chunk("tEXt", "abc")
	for name, c := range map[string]struct {
		data, payload string
		want          bool
	}{
		"right":           {good, "abc", true},
		"other payload":   {good, "abd", false},
		"other type":      {strings.Replace(good, "tEXt", "zTXt", 1), "abc", false},
		"sum that is cut": {good[:len(good)-1], "abc", false},
	} {
		p := Part{Type: c.data[4:8], Start: 8, End: 11}
		if got := CheckPNG(strings.NewReader(c.data), p, []byte(c.payload)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
