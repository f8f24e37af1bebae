package media

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
)

// A script is a made clip: scenes one after the other, and how each passes into the next.
type script struct {
	class   string
	seconds []float64 // of each scene, its transitions included
	pass    []pass    // one fewer than scenes
	overlay string    // a filter over everything, such as a flash
	moving  bool      // the camera moves
}

// pass is a transition: an empty name is a hard cut.
type pass struct {
	name    string
	seconds float64
}

// scene is a still of boxes and colours with a slow drift and grain, as lavfi makes it from a seed. The still is drawn once.
func scene(r *rand.Rand, seconds float64, moving bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "gradients=s=400x225:r=30:d=0.033:n=%d:c0=%s:c1=%s:x0=%d:y0=%d:x1=%d:y1=%d:speed=0.00001:seed=%d",
		2, colour(r), colour(r), r.IntN(400), r.IntN(225), r.IntN(400), r.IntN(225), r.IntN(1e6))
	for range 8 + r.IntN(8) {
		fmt.Fprintf(&b, ",drawbox=x=%d:y=%d:w=%d:h=%d:c=%s:t=fill", r.IntN(380), r.IntN(205), 20+r.IntN(140), 20+r.IntN(100), colour(r))
	}
	drift := 5.0
	if moving {
		drift = 38
	}
	fmt.Fprintf(&b, ",loop=loop=-1:size=1,setpts=N/30/TB,trim=duration=%.3f", seconds)
	fmt.Fprintf(&b, ",crop=320:180:x='(iw-ow)/2+%.1f*t':y='(ih-oh)/2+%.1f*sin(t*%.1f)'", (r.Float64()-0.5)*drift, drift/4, 1+r.Float64()*3)
	fmt.Fprintf(&b, ",noise=alls=8:allf=t:all_seed=%d,fps=30,format=yuv420p,settb=AVTB", r.IntN(1e6))
	return b.String()
}

func colour(r *rand.Rand) string { return fmt.Sprintf("0x%06x", r.IntN(1<<24)) }

// graph writes a script as a filter graph, and gives the true boundaries as [first, last] seconds.
func (s script) graph(seed uint64) (string, [][2]float64) {
	r := rand.New(rand.NewPCG(seed, 7))
	var parts []string
	for i, d := range s.seconds {
		parts = append(parts, fmt.Sprintf("%s[s%d]", scene(r, d, s.moving), i))
	}
	var truth [][2]float64
	at, last := s.seconds[0], "s0"
	for i, p := range s.pass {
		out := fmt.Sprintf("p%d", i)
		if p.name == "" {
			parts = append(parts, fmt.Sprintf("[%s][s%d]concat=n=2,settb=AVTB[%s]", last, i+1, out))
			truth = append(truth, [2]float64{at, at})
			at += s.seconds[i+1]
		} else {
			parts = append(parts, fmt.Sprintf("[%s][s%d]xfade=transition=%s:duration=%.3f:offset=%.3f,settb=AVTB[%s]", last, i+1, p.name, p.seconds, at-p.seconds, out))
			truth = append(truth, [2]float64{at - p.seconds, at})
			at += s.seconds[i+1] - p.seconds
		}
		last = out
	}
	end := "null"
	if s.overlay != "" {
		end = s.overlay
	}
	return strings.Join(append(parts, fmt.Sprintf("[%s]%s[v]", last, end)), ";"), truth
}

// scripts are the clips of one seed: every class with its own lengths.
func scripts(seed uint64) []script {
	r := rand.New(rand.NewPCG(seed, 1))
	between := func(a, b float64) float64 { return float64(int((a+r.Float64()*(b-a))*30)) / 30 }
	make := func(class string, n int, low, high float64, tLow, tHigh float64, names ...string) script {
		s := script{class: class}
		for i := range n {
			s.seconds = append(s.seconds, between(low, high))
			if i > 0 {
				s.pass = append(s.pass, pass{names[r.IntN(len(names))], between(tLow, tHigh)})
			}
		}
		return s
	}
	pan := make("moving", 4, 1.5, 3, 0, 0, "")
	pan.moving = true
	flash := make("flashes", 2, 3, 4, 0, 0, "")
	flash.overlay = "drawbox=c=white:t=fill:w=iw:h=ih:enable='between(n,20,21)+between(n,50,52)+eq(n,75)'"
	return []script{
		make("cuts", 9, 0.8, 2.5, 0, 0, ""),
		make("montage", 14, 0.2, 0.5, 0, 0, ""),
		make("short dissolves", 6, 1.8, 3, 0.3, 0.5, "fade", "dissolve"),
		make("long dissolves", 5, 3.2, 4.5, 1.0, 1.5, "fade"),
		make("fades", 5, 2.2, 3.2, 0.5, 1.0, "fadeblack", "fadewhite"),
		make("wipes", 6, 2, 3, 0.4, 0.8, "wipeleft", "circleopen", "slideup", "smoothright", "radial"),
		flash, pan,
		{class: "static", seconds: []float64{6}},
	}
}

// tally counts what was found.
type tally struct{ hit, missed, extra int }

func (c tally) plus(o tally) tally {
	return tally{c.hit + o.hit, c.missed + o.missed, c.extra + o.extra}
}

func (c tally) f1() float64 {
	if c.hit+c.missed+c.extra == 0 {
		return 1
	}
	return 2 * float64(c.hit) / float64(2*c.hit+c.missed+c.extra)
}

// score matches every true boundary with at most one that was found within a fifth of a second of it.
func score(truth [][2]float64, found []float64) (c tally) {
	used := make([]bool, len(found))
	for _, t := range truth {
		hit := false
		for i, f := range found {
			if !used[i] && f >= t[0]-0.2 && f <= t[1]+0.2 {
				used[i], hit = true, true
				break
			}
		}
		if hit {
			c.hit++
		} else {
			c.missed++
		}
	}
	for _, u := range used {
		if !u {
			c.extra++
		}
	}
	return c
}

// TestShotBoundaries holds the rule against made clips whose boundaries are known. The rule's own thresholds were
// chosen on clips of other seeds.
func TestShotBoundaries(t *testing.T) {
	t.Parallel()
	native(t)
	perClass, overall := map[string]tally{}, tally{}
	const seed = 1973
	for _, s := range scripts(seed) {
		graph, truth := s.graph(seed)
		c := score(truth, boundariesOf(t, graph))
		overall = overall.plus(c)
		perClass[s.class] = perClass[s.class].plus(c)
	}
	var names []string
	for name := range perClass {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		c := perClass[name]
		t.Logf("%-16s F1 %.2f  found %d of %d, and %d more", name, c.f1(), c.hit, c.hit+c.missed, c.extra)
	}
	t.Logf("%-16s F1 %.3f", "overall", overall.f1())
	if overall.f1() < 0.92 {
		t.Error("the overall F1 is below 0.92")
	}
}

func boundariesOf(t *testing.T, graph string) []float64 {
	t.Helper()
	e := native(t)
	path := makeFile(t, "clip.mp4", "-filter_complex", graph, "-map", "[v]", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "32")
	facts, err := e.Probe(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	found, err := e.Shots(t.Context(), path, facts)
	if err != nil || len(found) == 0 || found[0].StartMs != 0 || found[len(found)-1].EndMs != *facts.DurationMs {
		t.Fatalf("%v, %v", found, err)
	}
	var at []float64
	for i, s := range found[1:] {
		if s.StartMs != found[i].EndMs {
			t.Errorf("a gap before %v", s)
		}
		at = append(at, float64(s.StartMs)/1000)
	}
	return at
}
