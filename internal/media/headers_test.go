package media

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOrientationsThatLie(t *testing.T) {
	t.Parallel()
	const big, little = "MM\x00*\x00\x00\x00\x08", "II*\x00\x08\x00\x00\x00"
	for name, c := range map[string]struct {
		tiff string
		want int
	}{
		"nothing":       {"", 1},
		"big-endian":    {big + "\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00", 6},
		"little-endian": {little + "\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x08\x00\x00\x00", 8},
		"second of two": {
			big + "\x00\x02" + strings.Repeat("\x00", 12) + "\x01\x12\x00\x03\x00\x00\x00\x01\x00\x03\x00\x00", 3,
		},
		"beyond the count": {
			big + "\x00\x01" + strings.Repeat("\x00", 12) + "\x01\x12\x00\x03\x00\x00\x00\x01\x00\x03\x00\x00", 1,
		},
		"of 0":                   {big + "\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00", 1},
		"of 9":                   {big + "\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x09\x00\x00", 1},
		"a count that lies":      {big + "\xff\xff\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00", 6},
		"an entry that is cut":   {big + "\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00", 1},
		"a table beyond the end": {"MM\x00*\x00\x00\x00\x09\x00\x01", 1},
		"a table at 2^32-1":      {"MM\x00*\xff\xff\xff\xff\x00\x01", 1},
		"a header of 7 bytes":    {big[:7], 1},
	} {
		jpeg := func(mark string) *strings.Reader {
			body := mark + c.tiff
			return strings.NewReader("\xff\xd8\xff\xe1\x00" + string([]byte{byte(len(body) + 2)}) + body + "\xff\xd9")
		}
		if r := jpeg("Exif\x00\x00"); orientation(r, r.Size()) != c.want {
			t.Errorf("%s: %d; want %d", name, orientation(r, r.Size()), c.want)
		}
		if r := jpeg("Xmp\x00\x00\x00"); orientation(r, r.Size()) != 1 {
			t.Errorf("%s: read without its mark", name)
		}
	}
}

func TestTracksOfWebM(t *testing.T) {
	t.Parallel()
	element := func(id, body string) string {
		return id + "\x10" + string([]byte{byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body))}) + body
	}
	track := func(kind, more string) string { return element("\xae", element("\x83", kind)+more) }
	sides := func(w, h string) string { return element("\xe0", element("\xb0", w)+element("\xba", h)) }
	segment := func(info string, tracks ...string) string {
		list := element("\x16\x54\xae\x6b", strings.Join(tracks, ""))
		return element("\x18\x53\x80\x67", element("\x15\x49\xa9\x66", info)+list)
	}
	long := element("\x44\x89", string(binary.BigEndian.AppendUint64(nil, math.Float64bits(2500))))
	short := element("\x44\x89", string(binary.BigEndian.AppendUint32(nil, math.Float32bits(2500))))
	for name, c := range map[string]struct {
		data string
		want tracks
	}{
		"nothing":                {"", tracks{}},
		"no tracks":              {segment(long), tracks{seconds: 2.5}},
		"a length of four bytes": {segment(short), tracks{seconds: 2.5}},
		"a length of three":      {segment(element("\x44\x89", "abc")), tracks{}},
		"a length of nine":       {segment(element("\x44\x89", "abcdefghi")), tracks{}},
		"another scale":          {segment(element("\x2a\xd7\xb1", "\x0f\x42\x40\x00") + long), tracks{seconds: 640}},
		"pictures and sound": {
			segment(long, track("\x01", sides("\x05\x00", "\x02\xd0")), track("\x02", "")),
			tracks{video: true, audio: true, width: 1280, height: 720, seconds: 2.5},
		},
		"the first of two pictures": {
			segment("", track("\x01", sides("\x10", "\x20")), track("\x01", sides("\x30", "\x40"))),
			tracks{video: true, width: 16, height: 32},
		},
		"subtitles":            {segment("", track("\x11", "")), tracks{}},
		"a kind of no bytes":   {segment("", track("", "")), tracks{}},
		"a kind of nine bytes": {segment("", track("\x00\x00\x00\x00\x00\x00\x00\x00\x01", "")), tracks{}},
		"a side of eight bytes": {
			segment("", track("\x01", sides(strings.Repeat("\xff", 8), "\x01"))),
			tracks{video: true, width: math.MaxUint32, height: 1},
		},
		"a side of nine bytes": {
			segment("", track("\x01", sides(strings.Repeat("\xff", 9), "\x01"))), tracks{video: true, height: 1},
		},
		"a track that is cut":     {segment("", track("\x02", ""), "\xae\x88\x83"), tracks{audio: true}},
		"a segment that is cut":   {segment(long, track("\x02", ""))[:20], tracks{}},
		"tracks outside of any":   {element("\x16\x54\xae\x6b", track("\x02", "")), tracks{}},
		"a segment in its tracks": {segment("", segment(long, track("\x02", ""))), tracks{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := strings.NewReader(c.data)
			if diff := cmp.Diff(c.want, webmTracksOf(r, r.Size()), cmp.AllowUnexported(tracks{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSniffedBytesThatAreNoMedia(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ data, reason string }{
		"nothing":           {"", ReasonEmpty},
		"a page":            {"<!DOCTYPE html><html><body>Log in</body></html>", ReasonHTML},
		"a page after room": {"\n\n  <html><head>", ReasonHTML},
		"a playlist":        {"#EXTM3U\n#EXT-X-VERSION:3\n", ReasonPlaylist},
		"words":             {"not found", ReasonUnrecognised},
		"JSON":              {`{"error":"gone"}`, ReasonUnrecognised},
		"one zero":          {"\x00", ReasonUnrecognised},
		"half a signature":  {"\x89PN", ReasonUnrecognised},
	} {
		r := strings.NewReader(c.data)
		if _, err := sniff(r, r.Size()); err == nil || reasonOf(t, err) != c.reason {
			t.Errorf("%s: %v; want %s", name, err, c.reason)
		}
	}
}
