package container

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func types(walk Walk) (string, error) {
	var names []string
	for p, err := range walk {
		if err != nil {
			return strings.Join(names, " "), err
		}
		names = append(names, p.Type)
	}
	return strings.Join(names, " "), nil
}

func TestWalks(t *testing.T) {
	box := "\x00\x00\x00\x0cftypisom" + "\x00\x00\x00\x01free\x00\x00\x00\x00\x00\x00\x00\x12ab" + "\x00\x00\x00\x00mdatxyz"
	jpeg := "\xff\xd8\xff\xe1\x00\x04hi\xff\xff\xc0\x00\x03x\xff\xda\x00\x02a\xff\x00b\xff\xd1c\xff\xd9tail"
	png := pngSignature + "\x00\x00\x00\x02IHDRab\x00\x00\x00\x00" + "\x00\x00\x00\x00IEND\x00\x00\x00\x00tail"
	riff := "RIFF\x18\x00\x00\x00WEBPVP8 \x03\x00\x00\x00abc\x00EXIF\x00\x00\x00\x00"
	ebml := "\x1a\x45\xdf\xa3\x81x" + "\x18\x53\x80\x67\xffrest"
	for name, c := range map[string]struct {
		walk func(r *bytes.Reader) Walk
		data string
		want string
		err  error
	}{
		"boxes":          {boxesOf, box, "ftyp free mdat", nil},
		"box cut":        {boxesOf, box[:10], "", ErrTruncated},
		"box too small":  {boxesOf, "\x00\x00\x00\x07ftyp", "", ErrMalformed},
		"jpeg":           {func(r *bytes.Reader) Walk { return Segments(r, r.Size()) }, jpeg, "APP1 fill FFC0 SOS EOI", nil},
		"jpeg cut":       {func(r *bytes.Reader) Walk { return Segments(r, r.Size()) }, jpeg[:20], "APP1 fill FFC0", ErrTruncated},
		"no jpeg":        {func(r *bytes.Reader) Walk { return Segments(r, r.Size()) }, "GIF89a", "", ErrMalformed},
		"png":            {func(r *bytes.Reader) Walk { return PNG(r, r.Size()) }, png, "IHDR IEND", nil},
		"png without":    {func(r *bytes.Reader) Walk { return PNG(r, r.Size()) }, png[:22], "IHDR", ErrTruncated},
		"riff":           {func(r *bytes.Reader) Walk { return RIFF(r, r.Size()) }, riff, "VP8  EXIF", nil},
		"riff cut":       {func(r *bytes.Reader) Walk { return RIFF(r, r.Size()) }, riff[:24], "", ErrTruncated},
		"webm":           {elementsOf, ebml, "1A45DFA3 18538067", nil},
		"webm cut":       {elementsOf, "\x1a\x45\xdf\xa3\x88x", "", ErrTruncated},
		"webm malformed": {elementsOf, "\x00\x00", "", ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := types(c.walk(bytes.NewReader([]byte(c.data))))
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

func boxesOf(r *bytes.Reader) Walk    { return Boxes(r, 0, r.Size()) }
func elementsOf(r *bytes.Reader) Walk { return Elements(r, 0, r.Size()) }

func TestNested(t *testing.T) {
	honest := "\x00\x00\x00\x18moov\x00\x00\x00\x10trak\x00\x00\x00\x08mdia"
	hostile := "\x00\x00\x00\x10moov\x00\x00\x00\x08moov"
	if r := strings.NewReader(honest); Nested(r, r.Size()) {
		t.Error("an honest file is called nested")
	}
	if r := strings.NewReader(hostile); !Nested(r, r.Size()) {
		t.Error("moov in moov is not called nested")
	}
}

func FuzzWalks(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x10moov\x00\x00\x00\x08moov"))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x04hi\xff\xda\x00\x02ab\xff\xd9"))
	f.Add([]byte(pngSignature + "\x00\x00\x00\x00IEND\x00\x00\x00\x00"))
	f.Add([]byte("RIFF\x0c\x00\x00\x00WEBPVP8 \x00\x00\x00\x00"))
	f.Add([]byte("\x1a\x45\xdf\xa3\x81x\x18\x53\x80\x67\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		for _, walk := range []Walk{boxesOf(r), Segments(r, r.Size()), PNG(r, r.Size()), RIFF(r, r.Size()), elementsOf(r)} {
			for p, err := range walk {
				if err == nil && (p.Start < 0 || p.End < p.Start || p.End > r.Size()) {
					t.Fatalf("%v is outside of %d bytes", p, r.Size())
				}
			}
		}
		Nested(r, r.Size())
	})
}
