package likeness

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// painted draws a picture by a function of the place, brightness 0 to 255.
func painted(w, h int, at func(x, y float64) float64) image.Image {
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := uint8(min(255, max(0, at(float64(x)/float64(w), float64(y)/float64(h)))))
			p.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	return p
}

func TestPlainPicturesHaveNoHash(t *testing.T) {
	t.Parallel()
	grain := rand.New(rand.NewPCG(1, 2))
	for name, at := range map[string]func(x, y float64) float64{
		"black":            func(_, _ float64) float64 { return 0 },
		"white":            func(_, _ float64) float64 { return 255 },
		"black with grain": func(_, _ float64) float64 { return 16 + grain.Float64()*12 },
		"a gradient":       func(x, y float64) float64 { return 200*x + 40*y },
	} {
		if h, ok := Of(painted(320, 180, at)); ok {
			t.Errorf("%s has the hash %016x", name, h)
		}
	}
	frame := make([]byte, 64*36*3)
	if _, ok := OfRGB(frame, 64, 36); ok {
		t.Error("a black frame has a hash")
	}
}

func TestSizeHardlyChangesAHash(t *testing.T) {
	t.Parallel()
	rings := func(x, y float64) float64 {
		return 120 + 50*math.Sin(9*x+4*y*y) + 40*math.Cos(7*x*y+5*y) + 30*math.Sin(17*x*x-11*y)
	}
	large, ok := Of(painted(1280, 720, rings))
	small, also := Of(painted(160, 90, rings))
	if !ok || !also || large.Distance(small) > Same {
		t.Errorf("%016x and %016x, %v %v", large, small, ok, also)
	}
	other, _ := Of(painted(1280, 720, func(x, y float64) float64 { return rings(1-x, 1-y) }))
	if large.Distance(other) <= Near {
		t.Errorf("a turned picture is %d bits away", large.Distance(other))
	}
}

// TestProbesReach changes up to Reach bits of a hash and wants one of the probes to find it.
func TestProbesReach(t *testing.T) {
	t.Parallel()
	if Near > Reach {
		t.Fatal("probes do not find all that is near")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		h := Hash(r.Uint64())
		other := h
		for _, bit := range r.Perm(64)[:r.IntN(Reach+1)] {
			other ^= 1 << bit
		}
		found := false
		for n := range Bands {
			probes := h.Probes(n)
			if len(probes) != 137 {
				t.Fatalf("%d probes", len(probes))
			}
			found = found || slices.Contains(probes, other.Band(n))
		}
		if !found {
			t.Fatalf("%016x does not find %016x, %d bits away", h, other, h.Distance(other))
		}
	}
}
