package media

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
)

func engines(t *testing.T) []Engine { return []Engine{native(t), goEngine{}} }

func TestProbeFacts(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
		"a flood of boxes":     {[]byte("\x00\x00\x00\x10ftypisom\x00\x00\x02\x00" + strings.Repeat("\x00\x00\x00\x08free", 300_000)), ReasonTooCostly},
		"a flood of tracks":    {floodedWebM(), ReasonNoTracks},
		"nested":               {nestedMoov(1000), ReasonNested},
		"no tracks":            {[]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41\x00\x00\x00\x08moov"), ReasonNoTracks},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.bytes)
			for _, e := range engines(t) {
				start := time.Now()
				facts, err := e.Probe(t.Context(), path)
				if f := apierror.From(err); err == nil || f.Code != apierror.CodeMediaInvalid || f.Details["reason"] != c.reason {
					t.Errorf("%s: %v, %v, %v; want %s", e.Name(), facts, err, f, c.reason)
				}
				if took := time.Since(start); took > 30*time.Second {
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
			if _, err := e.Probe(t.Context(), write(t, b)); !apierror.Is(err, apierror.CodeUnsupportedMedia) {
				t.Errorf("%s, %s: %v", name, e.Name(), err)
			}
		}
	}
}

// TestDecoderAlone: only a decoder can detect invalid data in the middle of a picture.
func TestDecoderAlone(t *testing.T) {
	png := read(t, makeFile(t, "a.png", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"))
	copy(png[len(png)/2:], strings.Repeat("\xff", 200))
	if _, err := native(t).Probe(t.Context(), write(t, png)); !apierror.Is(err, apierror.CodeMediaInvalid) {
		t.Errorf("error %v", err)
	}
}

func TestProbeOfNothing(t *testing.T) {
	if _, err := (goEngine{}).Probe(t.Context(), filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
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
