package shots

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFramesInPieces wants the same shots however the bytes come, and no frame of bytes that are not whole.
func TestFramesInPieces(t *testing.T) {
	t.Parallel()
	var all []byte
	for i := range 60 {
		all = append(all, picture(uint64(i/30))...)
	}
	whole := NewDetector(30)
	if n, err := whole.Write(all); n != len(all) || err != nil {
		t.Fatalf("%d of %d bytes, %v", n, len(all), err)
	}
	want := whole.Shots(2000)
	if len(want) != 2 {
		t.Fatalf("%+v", want)
	}
	for _, size := range []int{1000, FrameSize - 1, FrameSize + 1, 7 * FrameSize} {
		d := NewDetector(30)
		for from := 0; from < len(all); from += size {
			_, _ = d.Write(all[from:min(len(all), from+size)])
		}
		_, _ = d.Write(make([]byte, FrameSize-1))
		_, _ = d.Write(nil)
		if diff := cmp.Diff(want, d.Shots(2000)); diff != "" {
			t.Errorf("pieces of %d bytes:\n%s", size, diff)
		}
	}
}

func TestLengthsThatLie(t *testing.T) {
	t.Parallel()
	d := NewDetector(30)
	for i := range 60 {
		_, _ = d.Write(picture(uint64(i / 30)))
	}
	type span struct{ from, to int64 }
	for name, c := range map[string]struct {
		ms   int64
		want []span
	}{
		"none":                  {0, nil},
		"below none":            {-1, nil},
		"before the cut":        {999, []span{{0, 999}}},
		"at the cut":            {1000, []span{{0, 1000}}},
		"just after the cut":    {1001, []span{{0, 1000}, {1000, 1001}}},
		"longer than the films": {1 << 40, []span{{0, 1000}, {1000, 1 << 40}}},
	} {
		var got []span
		for _, s := range d.Shots(c.ms) {
			got = append(got, span{s.StartMs, s.EndMs})
		}
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(span{})); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestSmallFilms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rate   float64
		frames []uint64
		want   int
	}{
		"one frame":                 {30, []uint64{1}, 1},
		"two alike":                 {30, []uint64{1, 1}, 1},
		"one a second":              {1, []uint64{1, 1, 1, 1, 2, 2, 2, 2}, 2},
		"120 a second":              {120, []uint64{1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2}, 2},
		"another one in each frame": {30, []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9}, 1},
	} {
		var f film
		for _, seed := range c.frames {
			f.hold(picture(seed), 1)
		}
		got := f.shots(c.rate)
		if len(got) != c.want || got[0].Start != Opening || got[0].StartMs != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		for i := 1; i < len(got); i++ {
			if got[i].StartMs != got[i-1].EndMs || got[i].EndMs <= got[i].StartMs {
				t.Errorf("%s has a gap: %+v", name, got)
			}
		}
	}
}

func TestColourNames(t *testing.T) {
	t.Parallel()
	for name, pixels := range map[string][][3]int{
		"black":  {{0, 0, 0}, {39, 0, 0}, {59, 59, 59}},
		"grey":   {{60, 60, 60}, {205, 205, 205}, {128, 120, 110}},
		"white":  {{206, 206, 206}, {255, 255, 255}},
		"red":    {{255, 0, 0}, {255, 0, 40}, {200, 40, 40}},
		"orange": {{255, 128, 0}, {160, 80, 0}},
		"brown":  {{159, 80, 0}},
		"yellow": {{255, 255, 0}},
		"green":  {{0, 255, 0}, {0, 255, 200}},
		"blue":   {{0, 0, 255}, {0, 255, 255}},
		"purple": {{128, 0, 255}},
		"pink":   {{255, 0, 200}},
	} {
		for _, p := range pixels {
			if got := colourName(colourOf(p[0], p[1], p[2])); got != name {
				t.Errorf("%v is called %s, not %s", p, got, name)
			}
		}
	}
}

func TestSecondColours(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pixels [numColours]int
		want   []string
	}{
		"no pixel":           {[numColours]int{}, []string{"black"}},
		"an eighth":          {[numColours]int{0: 7, 8: 1}, []string{"black", "blue"}},
		"less":               {[numColours]int{0: 71, 8: 9, 3: 1}, []string{"black"}},
		"halves in order":    {[numColours]int{3: 4, 1: 4}, []string{"grey", "red"}},
		"the third is mute":  {[numColours]int{2: 5, 3: 4, 4: 3}, []string{"white", "red"}},
		"the strongest last": {[numColours]int{0: 1, 10: 2}, []string{"pink", "black"}},
	} {
		if diff := cmp.Diff(c.want, dominant(c.pixels)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}
