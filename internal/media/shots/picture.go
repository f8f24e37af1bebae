package shots

import "socialdata/internal/media/likeness"

// hashedRate is how many frames of a second are hashed.
const hashedRate = 5

// sample is the hash of a frame.
type sample struct {
	frame int
	hash  likeness.Hash
}

// hash keeps the hash of a frame unless it is plain.
func (d *Detector) hash(n int, frame []byte) {
	if h, ok := likeness.OfRGB(frame, Width, Height); ok {
		d.hashed = append(d.hashed, sample{n, h})
	}
}

// picture returns the hash of the frame nearest to the middle of a shot from one frame to before another; nil if it has none.
func (d *Detector) picture(from, to int) (hash *likeness.Hash) {
	off := func(s sample) int { return max(2*s.frame-from-to, from+to-2*s.frame) }
	best := 0
	for _, s := range d.hashed {
		if s.frame >= from && s.frame < to && (hash == nil || off(s) < best) {
			hash, best = &s.hash, off(s)
		}
	}
	return hash
}
