package shots

import "math"

// spans are the half widths, in frames at 30 per second, over which gradual changes are looked for: 8 finds dissolves of
// up to half a second, 15 up to one second, 30 up to two.
var spans = [...]int{8, 15, 30}

// flashFrames is the maximum length of a flash, in frames at 30 per second; anything longer is a shot.
const flashFrames = 4

// Detector reads frames as an io.Writer and keeps a few numbers of each. It is not safe for concurrent use.
type Detector struct {
	rate   float64
	half   [len(spans)]int // spans at this frame rate
	flash  int             // flashFrames at this frame rate
	ring   [][]byte        // the last frames
	rest   []byte          // the incomplete frame
	frames []signals
	step   int      // every so many frames one is hashed
	hashed []sample // in the order of frames
}

// signals are the measurements of one frame.
type signals struct {
	change  float32                  // difference to the previous frame
	back    [flashFrames + 2]float32 // differences to the frames 2, 3, … before
	span    [len(spans)]float32      // difference between the frames half a span before and after
	light   float32                  // mean brightness, 0..255
	texture float32                  // standard deviation of brightness: 0 for a flat frame
	colours [numColours]uint16       // pixels by colour name
}

// NewDetector makes a Detector for frames at a rate per second, which may be 1 to 120.
func NewDetector(rate float64) *Detector {
	d := &Detector{rate: rate}
	scale := func(frames int) int { return max(2, int(math.Round(float64(frames)*rate/30))) }
	for i, s := range spans {
		d.half[i] = scale(s)
	}
	d.flash = min(scale(flashFrames), flashFrames)
	d.step = max(1, int(math.Round(rate/hashedRate)))
	d.ring = make([][]byte, 2*d.half[len(spans)-1]+1)
	for i := range d.ring {
		d.ring[i] = make([]byte, FrameSize)
	}
	return d
}

// Write adds bytes of frames; it never fails.
func (d *Detector) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		take := min(len(p), FrameSize-len(d.rest))
		d.rest = append(d.rest, p[:take]...)
		p = p[take:]
		if len(d.rest) == FrameSize {
			d.add(d.rest)
			d.rest = d.rest[:0]
		}
	}
	return n, nil
}

// add measures one frame against the previous ones.
func (d *Detector) add(frame []byte) {
	n := len(d.frames)
	copy(d.ring[n%len(d.ring)], frame)
	s := measure(frame)
	if n >= 1 {
		s.change = d.difference(n-1, n)
	}
	for k := 2; k < len(s.back) && k <= n; k++ {
		s.back[k] = d.difference(n-k, n)
	}
	d.frames = append(d.frames, s)
	if n%d.step == 0 {
		d.hash(n, frame)
	}
	for i, h := range d.half {
		if n >= 2*h {
			d.frames[n-h].span[i] = d.difference(n-2*h, n)
		}
	}
}

// difference returns the mean absolute difference of two frames that are still in the ring, 0..255.
func (d *Detector) difference(a, b int) float32 {
	x, y := d.ring[a%len(d.ring)], d.ring[b%len(d.ring)]
	sum := 0
	for i, v := range x {
		diff := int(v) - int(y[i])
		sum += max(diff, -diff)
	}
	return float32(sum) / FrameSize
}
