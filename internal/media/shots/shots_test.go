package shots

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// picture is a frame of blocks from a seed, or of one colour.
func picture(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	blocks := make([]byte, 8*8*3)
	for i := range blocks {
		blocks[i] = byte(r.IntN(256))
	}
	f := make([]byte, FrameSize)
	for y := range Height {
		for x := range Width {
			copy(f[(y*Width+x)*3:], blocks[((y/5)*8+x/8)*3:][:3])
		}
	}
	return f
}

func flat(r, g, b byte) []byte {
	f := make([]byte, FrameSize)
	for i := 0; i < len(f); i += 3 {
		f[i], f[i+1], f[i+2] = r, g, b
	}
	return f
}

func blend(a, b []byte, share float64) []byte {
	f := make([]byte, len(a))
	for i := range f {
		f[i] = byte(float64(a[i])*(1-share) + float64(b[i])*share)
	}
	return f
}

// film is a list of frames that grows.
type film [][]byte

func (f *film) hold(frame []byte, n int) {
	for range n {
		*f = append(*f, frame)
	}
}

func (f *film) melt(a, b []byte, n int) {
	for i := range n {
		*f = append(*f, blend(a, b, float64(i+1)/float64(n+1)))
	}
}

func (f film) shots(rate float64) []Shot {
	d := NewDetector(rate)
	for _, frame := range f {
		_, _ = d.Write(frame[:100]) // frames come in pieces
		_, _ = d.Write(frame[100:])
	}
	return d.Shots(int64(float64(len(f)) * 1000 / rate))
}

func TestStarts(t *testing.T) {
	a, b, black := picture(1), picture(2), flat(0, 0, 0)
	for name, c := range map[string]struct {
		make func(*film)
		want []Start
		at   int64 // ms of the first boundary, within 100
	}{
		"one take":           {func(f *film) { f.hold(a, 90) }, []Start{Opening}, 0},
		"a cut":              {func(f *film) { f.hold(a, 60); f.hold(b, 60) }, []Start{Opening, Cut}, 2000},
		"a dissolve":         {func(f *film) { f.hold(a, 60); f.melt(a, b, 12); f.hold(b, 60) }, []Start{Opening, Dissolve}, 2200},
		"a slow dissolve":    {func(f *film) { f.hold(a, 90); f.melt(a, b, 42); f.hold(b, 90) }, []Start{Opening, Dissolve}, 3700},
		"through black":      {func(f *film) { f.hold(a, 60); f.melt(a, black, 12); f.melt(black, b, 12); f.hold(b, 60) }, []Start{Opening, Fade}, 2400},
		"a flash":            {func(f *film) { f.hold(a, 60); f.hold(flat(255, 255, 255), 2); f.hold(a, 60) }, []Start{Opening}, 0},
		"cards at both ends": {func(f *film) { f.hold(flat(0, 0, 200), 45); f.hold(a, 45); f.hold(flat(200, 120, 0), 45) }, []Start{Opening, Cut, Cut}, 1500},
		"a long fade in":     {func(f *film) { f.hold(black, 60); f.melt(black, a, 12); f.hold(a, 60) }, []Start{Opening}, 0},
		"out of the black":   {func(f *film) { f.hold(black, 20); f.melt(black, a, 12); f.hold(a, 60) }, []Start{Opening}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var f film
			c.make(&f)
			got := f.shots(30)
			var starts []Start
			for _, s := range got {
				starts = append(starts, s.Start)
			}
			if !reflect.DeepEqual(starts, c.want) {
				t.Fatalf("%+v; want %v", got, c.want)
			}
			if len(got) > 1 && (got[1].StartMs < c.at-100 || got[1].StartMs > c.at+100) {
				t.Errorf("the boundary is at %d, not near %d", got[1].StartMs, c.at)
			}
			if !reflect.DeepEqual(got, f.shots(30)) {
				t.Error("the same frames gave other shots")
			}
		})
	}
}

func TestRates(t *testing.T) {
	for _, rate := range []float64{2, 12, 24, 25, 29.97, 60} {
		var f film
		f.hold(picture(1), int(2*rate))
		f.hold(picture(2), int(2*rate))
		if got := f.shots(rate); len(got) != 2 || got[0].EndMs != got[1].StartMs {
			t.Errorf("at %v a second: %+v", rate, got)
		}
	}
}

func TestNoMoreThanMaxShots(t *testing.T) {
	var f film
	for i := range uint64(700) {
		f.hold(picture(i), 10)
	}
	got := f.shots(30)
	if len(got) != MaxShots || got[len(got)-1].EndMs != 233333 {
		t.Errorf("%d shots, the last %+v", len(got), got[len(got)-1])
	}
}

func TestLook(t *testing.T) {
	for name, c := range map[string]struct {
		frame []byte
		want  Look
	}{
		"black": {flat(5, 5, 5), Look{"dark", []string{"black"}, "static"}},
		"white": {flat(250, 250, 250), Look{"bright", []string{"white"}, "static"}},
		"blue":  {flat(20, 40, 200), Look{"dark", []string{"blue"}, "static"}},
		"brown": {flat(120, 80, 40), Look{"dim", []string{"brown"}, "static"}},
		"grass": {flat(60, 180, 60), Look{"bright", []string{"green"}, "static"}},
	} {
		var f film
		f.hold(c.frame, 30)
		if got := f.shots(30)[0].Look; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestNothing(t *testing.T) {
	if got := NewDetector(30).Shots(1000); got != nil {
		t.Errorf("no frames have %v", got)
	}
}

func BenchmarkDetector(b *testing.B) {
	d, frames := NewDetector(30), [2][]byte{picture(1), picture(2)}
	b.SetBytes(FrameSize)
	for i := 0; b.Loop(); i++ {
		_, _ = d.Write(frames[i/40%2])
	}
}
