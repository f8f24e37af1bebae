package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
)

func mp4Box(name, body string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + name + body
}

func pngOf(chunks ...string) string {
	s := "\x89PNG\r\n\x1a\n"
	for _, c := range chunks {
		s += string(binary.BigEndian.AppendUint32(nil, uint32(len(c)-4))) + c
		s += string(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(c))))
	}
	return s
}

// reasonOf returns the reason of media_invalid; "" is no error.
func reasonOf(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var e *apierror.Error
	if !errors.As(err, &e) || e.Code != apierror.CodeMediaInvalid {
		t.Fatalf("%v is not media_invalid", err)
	}
	reason, _ := e.Details["reason"].(string)
	return reason
}

func TestStructure(t *testing.T) {
	t.Parallel()
	const jpeg = "\xff\xd8\xff\xda\x00\x02a\xff\xd9"
	png, webp := pngOf("IEND"), "RIFF\x0c\x00\x00\x00WEBPVP8 \x00\x00\x00\x00"
	zip := "PK\x03\x04\x14\x00\x00\x00\x08\x00" + strings.Repeat("\x00", 20) + "a"
	many := strings.Repeat("\x00\x00\x00\x08free", 100_001)
	for name, c := range map[string]struct {
		family family
		data   string
		want   string
	}{
		"mp4":             {famMP4, mp4Box("ftyp", "isom") + mp4Box("moov", ""), ""},
		"mp4 that is cut": {famMP4, mp4Box("ftyp", "isom") + mp4Box("mdat", "xyz")[:10], ReasonTruncated},
		"mp4 with a box of 1 byte": {
			famMP4, mp4Box("ftyp", "isom") + "\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x01", ReasonUndecodable,
		},
		"mp4 of too many boxes":      {famMP4, many, ReasonTooCostly},
		"mp4 in itself":              {famMP4, mp4Box("moov", mp4Box("moov", "")), ReasonNested},
		"heif in itself":             {famHEIF, mp4Box("trak", mp4Box("trak", "")), ReasonNested},
		"webm":                       {famWebM, "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\xff", ""},
		"webm that is cut":           {famWebM, "\x1a\x45\xdf\xa3\x81", ReasonTruncated},
		"webm of zeros":              {famWebM, "\x00\x00", ReasonUndecodable},
		"jpeg":                       {famJPEG, jpeg, ""},
		"jpeg without an end":        {famJPEG, jpeg[:7], ReasonTruncated},
		"jpeg and padding":           {famJPEG, jpeg + strings.Repeat("\x00", 64), ""},
		"jpeg and a second picture":  {famJPEG, jpeg + jpeg + "\xff", ""},
		"jpeg and words":             {famJPEG, jpeg + "thank you", ""},
		"jpeg and a page":            {famJPEG, jpeg + "<!DOCTYPE html><html>", ReasonPolyglot},
		"jpeg and an archive":        {famJPEG, jpeg + zip, ReasonPolyglot},
		"jpeg and a document":        {famJPEG, jpeg + "%PDF-1.7\n", ReasonPolyglot},
		"png":                        {famPNG, png, ""},
		"png without an end":         {famPNG, pngOf("IDATx"), ReasonTruncated},
		"png and an archive":         {famPNG, png + zip, ReasonPolyglot},
		"png and a program":          {famPNG, png + "\x7fELF\x02\x01\x01\x00", ReasonPolyglot},
		"webp":                       {famWebP, webp, ""},
		"webp that is cut":           {famWebP, webp[:18], ReasonTruncated},
		"webp and an archive":        {famWebP, webp + zip, ReasonPolyglot},
		"webp of no size and a page": {famWebP, "RIFF\x04\x00\x00\x00WEBP" + "<html><body>", ReasonPolyglot},
		"gif is not walked":          {famGIF, "GIF89a", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := strings.NewReader(c.data)
			if got := reasonOf(t, checkStructure(r, r.Size(), c.family)); got != c.want {
				t.Errorf("%q; want %q", got, c.want)
			}
		})
	}
}

func TestPixelsOfStills(t *testing.T) {
	t.Parallel()
	ispe := func(w, h uint32) string {
		return mp4Box("ispe", string(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(make([]byte, 4), w), h)))
	}
	for name, c := range map[string]struct {
		properties    string
		width, height int64
		reason        string
	}{
		"one":                  {ispe(640, 480), 640, 480, ""},
		"the largest of three": {ispe(512, 512) + ispe(4032, 3024) + ispe(320, 240), 4032, 3024, ""},
		"turned":               {ispe(640, 480) + mp4Box("irot", "\x01"), 480, 640, ""},
		"turned over":          {ispe(640, 480) + mp4Box("irot", "\x02"), 640, 480, ""},
		"none":                 {"", 0, 0, ReasonUndecodable},
		"of no height":         {ispe(640, 0), 0, 0, ReasonUndecodable},
		"cut":                  {mp4Box("ispe", "\x00\x00\x00\x00\x00\x00\x02\x80"), 0, 0, ReasonUndecodable},
		"too large":            {ispe(40_000, 40_000), 40_000, 40_000, ReasonTooManyPixels},
		"sides whose product overflow": {
			ispe(math.MaxUint32, math.MaxUint32) + ispe(1, 1), math.MaxUint32, math.MaxUint32, ReasonTooManyPixels,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := mp4Box("ftyp", "heic") + mp4Box("meta", "\x00\x00\x00\x00"+mp4Box("iprp", mp4Box("ipco", c.properties)))
			r := strings.NewReader(file)
			w, h, err := dimensions(r, r.Size(), famHEIF)
			if w != c.width || h != c.height || reasonOf(t, err) != c.reason {
				t.Errorf("%d by %d, %v", w, h, err)
			}
		})
	}
}

// TestSampleTablesThatOverflow has one table whose sum is beyond 63 bits: it may not look small.
func TestSampleTablesThatOverflow(t *testing.T) {
	t.Parallel()
	be := binary.BigEndian
	for name, c := range map[string]struct {
		size, count uint32
		want        int64
	}{
		"honest":      {10, 30, 300},
		"the largest": {math.MaxUint32, math.MaxUint32, maxSamples},
		"to the sign": {1 << 31, 1 << 31, maxSamples},
		"none":        {math.MaxUint32, 0, 0},
	} {
		table := mp4Box("stsz", string(be.AppendUint32(be.AppendUint32(make([]byte, 4), c.size), c.count)))
		hdlr := mp4Box("hdlr", strings.Repeat("\x00", 8)+"soun"+strings.Repeat("\x00", 13))
		file := mp4Box("moov", mp4Box("trak", mp4Box("mdia", hdlr+mp4Box("minf", mp4Box("stbl", table)))))
		r := strings.NewReader(file)
		if diff := cmp.Diff(tracks{audio: true, bytes: c.want}, mp4Tracks(r, r.Size()), cmp.AllowUnexported(tracks{})); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestLinksThatWereAltered(t *testing.T) {
	t.Parallel()
	signer, err := NewSigner(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2031, 5, 6, 7, 8, 9, 0, time.UTC)
	token := signer.Sign(Link{MediaID: "m", ExpiresAt: now.Add(time.Hour), Disposition: Inline})
	for name, altered := range map[string]string{
		"a newline at the end":  token + "\n",
		"a newline in the mac":  token[:len(token)-4] + "\r\n" + token[len(token)-4:],
		"padded":                token + "=",
		"a space in front":      " " + token,
		"a dot at the end":      token + ".",
		"a mac of one letter":   token[:strings.LastIndexByte(token, '.')+2],
		"signed twice":          token + token[strings.LastIndexByte(token, '.'):],
		"a medium with a dot":   signer.Sign(Link{MediaID: "a.b", ExpiresAt: now.Add(time.Hour), Disposition: Inline}),
		"a use with a dot":      signer.Sign(Link{MediaID: "a", ExpiresAt: now.Add(time.Hour), Disposition: "in.line"}),
		"capitals in the claim": strings.Replace(token, "inline", "INLINE", 1),
	} {
		if l, err := signer.Verify(altered, "", now); !errors.Is(err, ErrLinkInvalid) {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
}

func TestLinkEnd(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 5, 6, 7, 8, 9, 900_000_000, time.UTC)
	hold := func(d time.Duration) *int64 { n := now.Add(d).UnixMicro(); return &n }
	for name, c := range map[string]struct {
		hold *int64
		want time.Duration // after the whole second of now
	}{
		"no hold":         {nil, time.Hour},
		"a longer hold":   {hold(2 * time.Hour), time.Hour},
		"a shorter hold":  {hold(time.Minute), time.Minute},
		"a hold that was": {hold(-time.Minute), -time.Minute},
	} {
		if got := LinkEnd(now, time.Hour, c.hold); !got.Equal(now.Truncate(time.Second).Add(c.want)) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
