package media

import (
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"socialdata/internal/content"
)

// largeClip is two seconds of a large picture.
func largeClip(t *testing.T) string {
	return makeFile(t, "a.mp4", "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=5:d=2", "-pix_fmt", "yuv420p", "-preset", "superfast")
}

func TestPoster(t *testing.T) {
	t.Parallel()
	black := makeFile(t, "a.mp4", "-f", "lavfi", "-i", "color=black:s=320x180:d=2", "-f", "lavfi", "-i", "testsrc2=s=320x180:d=4",
		"-filter_complex", "concat=n=2", "-pix_fmt", "yuv420p", "-preset", "superfast")
	turned := write(t, withOrientation(read(t, makeFile(t, "a.jpg", "-f", "lavfi", "-i", "testsrc2=s=2560x1440", "-frames:v", "1")), 6))
	for name, c := range map[string]struct {
		path          string
		width, height int64
	}{
		"video":             {largeClip(t), 1280, 720},
		"small video":       {makeClip(t, "a.webm", "-c:v", "libvpx"), 320, 180},
		"upright video":     {rotated(t), 180, 320},
		"starting in black": {black, 320, 180},
		"a single frame":    {makeFile(t, "a.mp4", "-f", "lavfi", "-i", "testsrc2=s=320x180", "-frames:v", "1", "-pix_fmt", "yuv420p"), 320, 180},
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
				if p.Width != c.width || p.Height != c.height || p.SHA256 != digestOf(string(read(t, dest))) || !hasTexture(dest) {
					t.Errorf("%s: %+v, textured %v", e.Name(), p, hasTexture(dest))
				}
				if b := string(read(t, dest)); strings.Contains(b, "Lavc") || strings.Contains(b, "Exif") {
					t.Errorf("%s: the poster has metadata", e.Name())
				}
			}
		})
	}
}

func TestUprightAgrees(t *testing.T) {
	t.Parallel()
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

func TestStills(t *testing.T) {
	t.Parallel()
	path := largeClip(t)
	for _, e := range engines(t) {
		facts, err := e.Probe(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		stills, err := e.Stills(t.Context(), path, facts, []int64{0, 1500})
		if e.Name() == "go" && stills == nil && err == nil {
			continue
		}
		if err != nil || len(stills) != 2 {
			t.Fatalf("%s: %d stills, %v", e.Name(), len(stills), err)
		}
		if p, err := posterAt(write(t, stills[1])); err != nil || p.Width != 512 || p.Height != 288 {
			t.Errorf("%+v, %v", p, err)
		}
	}
}
