package media

import (
	"fmt"
	"image"
	_ "image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"socialdata/internal/media/likeness"
)

// alterations are what happens to a picture on its way from one platform to another, as filters of ffmpeg and the encoder's options.
var alterations = []struct{ name, filter, ext string }{
	{"original", "null", "png"},
	{"JPEG of low quality", "null", "jpg"},
	{"scaled to a quarter", "scale=iw/4:ih/4", "png"},
	{"frame of the shot detector", "scale=64:36:flags=area", "png"},
	{"brighter, more contrast", "eq=brightness=0.08:contrast=1.25", "png"},
	{"blurred and grainy", "gblur=sigma=2,noise=alls=20:allf=t", "jpg"},
	{"a logo in a corner", "drawbox=x=iw*0.84:y=ih*0.04:w=iw*0.13:h=ih*0.13:c=white:t=fill", "jpg"},
	{"a line of text", "drawbox=x=iw*0.15:y=ih*0.85:w=iw*0.7:h=ih*0.07:c=black@0.8:t=fill", "jpg"},
	{"cropped by 2 %", "crop=iw*0.98:ih*0.98", "jpg"},
	{"cropped by 5 %", "crop=iw*0.95:ih*0.95", "jpg"},
	{"cropped by 10 %", "crop=iw*0.9:ih*0.9", "jpg"},
}

// alter makes a scene in all alterations with one run of ffmpeg, and hashes each.
func alter(tb testing.TB, seed uint64) (list []likeness.Hash) {
	tb.Helper()
	dir := tb.TempDir()
	r := rand.New(rand.NewPCG(seed, 5))
	graph := scene(r, 0.04, false) + fmt.Sprintf(",split=%d", len(alterations))
	for n := range alterations {
		graph += fmt.Sprintf("[s%d]", n)
	}
	args := []string{"-v", "error", "-y"}
	var outputs []string
	for n, a := range alterations {
		graph += fmt.Sprintf(";[s%d]%s[o%d]", n, a.filter, n)
		outputs = append(outputs, "-map", fmt.Sprintf("[o%d]", n), "-frames:v", "1", "-q:v", "18", filepath.Join(dir, fmt.Sprintf("%d.%s", n, a.ext)))
	}
	args = append(append(args, "-filter_complex", graph), outputs...)
	if out, err := exec.CommandContext(tb.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		tb.Fatalf("%v: %s", err, out)
	}
	for n, a := range alterations {
		list = append(list, hashFile(tb, filepath.Join(dir, fmt.Sprintf("%d.%s", n, a.ext))))
	}
	return list
}

func hashFile(tb testing.TB, path string) likeness.Hash {
	tb.Helper()
	file, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		tb.Fatal(err)
	}
	h, ok := likeness.Of(picture)
	if !ok {
		tb.Fatalf("%s is plain", path)
	}
	return h
}

// TestLikenessOfFrames measures how many altered pictures and how many pairs of different ones are within a distance: the table of
// docs/performance.md. The scenes are made, with a fixed seed.
func TestLikenessOfFrames(t *testing.T) {
	t.Parallel()
	native(t)
	var scenes [][]likeness.Hash
	for seed := range uint64(40) {
		scenes = append(scenes, alter(t, 100+seed))
	}
	limits := []int{0, 2, 4, 6, 8, 10, 12, 14}
	found := func(n, within int) (rate float64) {
		for _, s := range scenes {
			if s[0].Distance(s[n]) <= within {
				rate++
			}
		}
		return rate / float64(len(scenes))
	}
	for n, a := range alterations[1:] {
		t.Log(row(a.name, limits, func(within int) string { return fmt.Sprintf("%.0f %%", 100*found(n+1, within)) }))
	}
	pairs, within := 0, map[int]int{}
	for i, s := range scenes {
		for _, other := range scenes[:i] {
			for _, h := range other {
				pairs++
				for _, limit := range limits {
					if s[0].Distance(h) <= limit {
						within[limit]++
					}
				}
			}
		}
	}
	t.Log(row(fmt.Sprintf("%d different pairs", pairs), limits, func(l int) string { return fmt.Sprintf("%d", within[l]) }))
	for n, want := range map[int]float64{1: 0.97, 2: 0.97, 3: 0.97, 4: 0.97, 5: 0.9, 6: 0.85, 7: 0.75, 8: 0.95, 9: 0.95, 10: 0.5} {
		if got := found(n, likeness.Near); got < want {
			t.Errorf("%s: %.2f found", alterations[n].name, got)
		}
	}
	if within[likeness.Near] > pairs/1000 || within[likeness.Same] > 0 {
		t.Errorf("different pictures are alike: %v", within)
	}
}

func row(name string, limits []int, value func(within int) string) string {
	cells := []string{name}
	for _, l := range limits {
		cells = append(cells, value(l))
	}
	return "| " + strings.Join(cells, " | ") + " |"
}
