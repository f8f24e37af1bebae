package media

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/models/content"
	"socialdata/models/fault"
)

// native is the engine with ffmpeg; without it the test is skipped, but never where everything has to run.
func native(t *testing.T) ffmpegEngine {
	t.Helper()
	tools, ok := FindTools()
	if !ok {
		if os.Getenv("CI") != "" {
			t.Fatal("ffmpeg, ffprobe and prlimit are needed here")
		}
		t.Skip("ffmpeg, ffprobe or prlimit is not installed")
	}
	return ffmpegEngine{tools: tools}
}

// make runs ffmpeg to make a file for a test.
func makeFile(t *testing.T, name string, args ...string) string {
	t.Helper()
	e := native(t)
	path := filepath.Join(t.TempDir(), name)
	args = append(append([]string{"-nostdin", "-v", "error", "-y"}, args...), path)
	if out, err := exec.Command(e.tools.FFmpeg, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

func makeClip(t *testing.T, name string, args ...string) string {
	return makeFile(t, name, append([]string{"-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-f", "lavfi", "-i", "sine=d=4", "-shortest",
		"-pix_fmt", "yuv420p", "-g", "25"}, args...)...)
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bytes")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func engines(t *testing.T) []Engine { return []Engine{native(t), goEngine{}} }

func TestProbeFacts(t *testing.T) {
	for name, c := range map[string]struct {
		path string
		want string
	}{
		"mp4":        {makeClip(t, "a.mp4"), `video video/mp4 320x180 4000 video audio`},
		"faststart":  {makeClip(t, "a.mp4", "-movflags", "+faststart"), `video video/mp4 320x180 4000 video audio`},
		"hevc":       {makeClip(t, "a.mp4", "-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1", "-an"), `video video/mp4 320x180 4000 video`},
		"quicktime":  {makeClip(t, "a.mov"), `video video/quicktime 320x180 4000 video audio`},
		"webm":       {makeClip(t, "a.webm", "-c:v", "libvpx", "-an"), `video video/webm 320x180 4000 video`},
		"sound":      {makeClip(t, "a.m4a", "-map", "1:a"), `video audio/mp4 - 4000 audio`},
		"upright":    {rotated(t), `video video/mp4 180x320 4000 video audio`},
		"jpeg":       {makeFile(t, "a.jpg", "-f", "lavfi", "-i", "testsrc2=s=640x360", "-frames:v", "1"), `image image/jpeg 640x360 -`},
		"png":        {makeFile(t, "a.png", "-f", "lavfi", "-i", "testsrc2=s=640x360", "-frames:v", "1"), `image image/png 640x360 -`},
		"gif":        {makeFile(t, "a.gif", "-f", "lavfi", "-i", "testsrc2=s=64x36:d=1"), `image image/gif 64x36 -`},
		"webp":       {makeFile(t, "a.webp", "-f", "lavfi", "-i", "testsrc2=s=640x360", "-frames:v", "1"), `image image/webp 640x360 -`},
		"turned":     {write(t, withOrientation(read(t, makeFile(t, "a.jpg", "-f", "lavfi", "-i", "testsrc2=s=640x360", "-frames:v", "1")), 6)), `image image/jpeg 360x640 -`},
		"still heif": {write(t, heif(1024, 512)), `image image/heic 1024x512 -`},
	} {
		t.Run(name, func(t *testing.T) {
			for _, e := range engines(t) {
				facts, err := e.Probe(t.Context(), c.path)
				if err != nil {
					t.Errorf("%s: %v", e.Name(), err)
				} else if got := sentence(facts); got != c.want {
					t.Errorf("%s: %s; want %s", e.Name(), got, c.want)
				}
			}
		})
	}
}

func TestProbeRefuses(t *testing.T) {
	clip, fast := read(t, makeClip(t, "a.mp4")), read(t, makeClip(t, "a.mp4", "-movflags", "+faststart"))
	webm := read(t, makeClip(t, "a.webm", "-c:v", "libvpx", "-an"))
	fragmented := read(t, makeClip(t, "a.mp4", "-movflags", "frag_keyframe+empty_moov"))
	jpg := read(t, makeFile(t, "a.jpg", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"))
	png := read(t, makeFile(t, "a.png", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"))
	for name, c := range map[string]struct {
		bytes  []byte
		reason string
	}{
		"empty":                {nil, ReasonEmpty},
		"random":               {[]byte("\x8a\x01\x9f\x00\xfe\x07\x00\x00\xaa\xbb"), ReasonUnrecognised},
		"html":                 {[]byte("<!DOCTYPE html><html><body>sign in</body></html>"), ReasonHTML},
		"json":                 {[]byte(`{"error":"expired"}`), ReasonUnrecognised},
		"playlist":             {[]byte("#EXTM3U\n#EXTINF:4,\nfile:///etc/passwd\n"), ReasonPlaylist},
		"concat script":        {[]byte("ffconcat version 1.0\nfile /etc/passwd\n"), ReasonUnrecognised},
		"cut after the moov":   {fast[:len(fast)*6/10], ReasonTruncated},
		"cut before the moov":  {clip[:len(clip)*6/10], ReasonTruncated},
		"cut webm":             {webm[:len(webm)*6/10], ReasonTruncated},
		"cut fragments":        {fragmented[:len(fragmented)*6/10], ReasonTruncated},
		"cut jpeg":             {jpg[:len(jpg)*6/10], ReasonTruncated},
		"cut png":              {png[:len(png)*6/10], ReasonTruncated},
		"jpeg with mp4 behind": {append(append([]byte{}, jpg...), clip...), ReasonPolyglot},
		"png with zip behind":  {append(append([]byte{}, png...), "PK\x03\x04\x14\x00\x00\x00\x08\x00"...), ReasonPolyglot},
		"ten hours":            {tenHours(t, fast), ReasonLengthLies},
		"giant frame":          {patch(t, fast, "stsd", 40, "\xff\xff\xff\xff"), ReasonTooManyPixels},
		"giant png":            {giantPNG(t, png), ReasonTooManyPixels},
		"nested":               {nestedMoov(1000), ReasonNested},
		"no tracks":            {[]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41\x00\x00\x00\x08moov"), ReasonNoTracks},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.bytes)
			for _, e := range engines(t) {
				start := time.Now()
				facts, err := e.Probe(t.Context(), path)
				if f := fault.From(err); err == nil || f.Code != fault.MediaInvalid || f.Details["reason"] != c.reason {
					t.Errorf("%s: %v, %v, %v; want %s", e.Name(), facts, err, f, c.reason)
				}
				if took := time.Since(start); took > 5*time.Second {
					t.Errorf("%s took %s", e.Name(), took)
				}
			}
		})
	}
}

func TestProbeUnsupported(t *testing.T) {
	for name, b := range map[string][]byte{
		"pdf":  []byte("%PDF-1.7\n"),
		"zip":  []byte("PK\x03\x04\x14\x00\x00\x00\x08\x00"),
		"flac": []byte("fLaC\x00\x00\x00\x22"),
		"svg":  []byte(`<svg xmlns="http://www.w3.org/2000/svg"></svg>`),
		"tiff": []byte("II*\x00\x08\x00\x00\x00"),
	} {
		for _, e := range engines(t) {
			if _, err := e.Probe(t.Context(), write(t, b)); !fault.Is(err, fault.UnsupportedMedia) {
				t.Errorf("%s, %s: %v", name, e.Name(), err)
			}
		}
	}
}

// TestDecoderAlone holds what only a decoder can see: data in the middle of a picture that is none.
func TestDecoderAlone(t *testing.T) {
	png := read(t, makeFile(t, "a.png", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"))
	copy(png[len(png)/2:], strings.Repeat("\xff", 200))
	if _, err := native(t).Probe(t.Context(), write(t, png)); !fault.Is(err, fault.MediaInvalid) {
		t.Errorf("error %v", err)
	}
}

func TestProbeOfNothing(t *testing.T) {
	if _, err := (goEngine{}).Probe(t.Context(), filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestPoster(t *testing.T) {
	black := makeFile(t, "a.mp4", "-f", "lavfi", "-i", "color=black:s=320x180:d=2", "-f", "lavfi", "-i", "testsrc2=s=320x180:d=4",
		"-filter_complex", "concat=n=2", "-pix_fmt", "yuv420p")
	turned := write(t, withOrientation(read(t, makeFile(t, "a.jpg", "-f", "lavfi", "-i", "testsrc2=s=2560x1440", "-frames:v", "1")), 6))
	for name, c := range map[string]struct {
		path          string
		width, height int64
	}{
		"video":             {makeFile(t, "a.mp4", "-f", "lavfi", "-i", "testsrc2=s=1920x1080:d=2", "-pix_fmt", "yuv420p"), 1280, 720},
		"small video":       {makeClip(t, "a.webm", "-c:v", "libvpx"), 320, 180},
		"upright video":     {rotated(t), 180, 320},
		"starting in black": {black, 320, 180},
		"turned picture":    {turned, 720, 1280},
	} {
		t.Run(name, func(t *testing.T) {
			for _, e := range engines(t) {
				facts, err := e.Probe(t.Context(), c.path)
				if err != nil {
					t.Fatal(err)
				}
				dest := filepath.Join(t.TempDir(), "poster.jpg")
				p, err := e.Poster(t.Context(), c.path, facts, dest)
				if e.Name() == "go" && facts.Kind == content.MediaVideo {
					if p != nil || err != nil {
						t.Errorf("without a decoder: %v, %v", p, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if p.Width != c.width || p.Height != c.height || p.SHA256 != digestOf(string(read(t, dest))) || !textured(dest) {
					t.Errorf("%s: %+v, textured %v", e.Name(), p, textured(dest))
				}
				if b := string(read(t, dest)); strings.Contains(b, "Lavc") || strings.Contains(b, "Exif") {
					t.Errorf("%s: the poster has metadata", e.Name())
				}
			}
		})
	}
}

func sentence(f *Facts) string {
	s := string(f.Kind) + " " + f.ContentType
	b, _ := json.Marshal([]any{f.Width, f.Height, f.DurationMs})
	v := strings.Split(strings.Trim(string(b), "[]"), ",")
	size := v[0] + "x" + v[1]
	for _, part := range []string{size, v[2]} {
		if strings.Contains(part, "null") {
			part = "-"
		}
		s += " " + part
	}
	if f.HasVideo != nil && *f.HasVideo {
		s += " video"
	}
	if f.HasAudio != nil && *f.HasAudio {
		s += " audio"
	}
	return s
}

func rotated(t *testing.T) string {
	return makeFile(t, "r.mp4", "-i", makeClip(t, "a.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90")
}

// patch overwrites bytes behind the first occurrence of a box's or chunk's name.
func patch(t *testing.T, file []byte, name string, offset int, with string) []byte {
	t.Helper()
	b := append([]byte{}, file...)
	i := strings.Index(string(b), name)
	if i < 0 {
		t.Fatalf("no %s", name)
	}
	copy(b[i+4+offset:], with)
	return b
}

func tenHours(t *testing.T, file []byte) []byte {
	i := strings.Index(string(file), "mvhd")
	scale := binary.BigEndian.Uint32(file[i+16:])
	var d [4]byte
	binary.BigEndian.PutUint32(d[:], 36000*scale)
	return patch(t, file, "mvhd", 16, string(d[:]))
}

// giantPNG claims 30000 by 30000 pixels, with the right sum.
func giantPNG(t *testing.T, file []byte) []byte {
	b := patch(t, file, "IHDR", 0, "\x00\x00\x75\x30\x00\x00\x75\x30")
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

func nestedMoov(n int) []byte {
	b := []byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41")
	for i := n; i > 0; i-- {
		b = binary.BigEndian.AppendUint32(b, uint32(8*i))
		b = append(b, "moov"...)
	}
	return b
}

// withOrientation puts an Exif segment behind a JPEG's first marker.
func withOrientation(jpg []byte, orientation byte) []byte {
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00"
	segment := append([]byte{0xFF, 0xE1, 0, byte(len(exif) + 2)}, exif...)
	return append(append(append([]byte{}, jpg[:2]...), segment...), jpg[2:]...)
}

// heif is a still picture's headers without its data.
func heif(width, height uint32) []byte {
	box := func(name, body string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + name + body
	}
	size := string(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height))
	tile := "\x00\x00\x02\x00\x00\x00\x02\x00"
	properties := box("ipco", box("ispe", "\x00\x00\x00\x00"+tile)+box("ispe", "\x00\x00\x00\x00"+size))
	return []byte(box("ftyp", "heic\x00\x00\x00\x00mif1heic") + box("meta", "\x00\x00\x00\x00"+box("iprp", properties)))
}

func TestUprightAgrees(t *testing.T) {
	jpg := read(t, makeFile(t, "a.jpg", "-f", "lavfi", "-i", "testsrc2=s=320x180", "-frames:v", "1"))
	for o := byte(1); o <= 8; o++ {
		path := write(t, withOrientation(jpg, o))
		var lights [2][12]int
		for i, e := range engines(t) {
			facts, err := e.Probe(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			p, err := e.Poster(t.Context(), path, facts, filepath.Join(t.TempDir(), "p.jpg"))
			if err != nil {
				t.Fatal(err)
			}
			file, err := os.Open(p.Path)
			if err != nil {
				t.Fatal(err)
			}
			picture, err := jpeg.Decode(file)
			file.Close()
			if err != nil {
				t.Fatal(err)
			}
			w, h := int(p.Width), int(p.Height)
			for k, at := range [][2]int{{8, 8}, {w - 8, 8}, {8, h - 8}, {w - 8, h - 8}} {
				r, g, b, _ := picture.At(at[0], at[1]).RGBA()
				lights[i][3*k], lights[i][3*k+1], lights[i][3*k+2] = int(r>>8), int(g>>8), int(b>>8)
			}
		}
		for k, v := range lights[0] {
			if d := v - lights[1][k]; d > 40 || d < -40 {
				t.Errorf("orientation %d: %v and %v", o, lights[0], lights[1])
				break
			}
		}
	}
}
