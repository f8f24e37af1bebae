// Package shots finds where the shots of a video begin and end, and what they look like, from small frames: 64 by 36 RGB
// pixels at a constant rate. It only computes on bytes: of ours it imports likeness alone, starts no program and
// names no objects or people. The same frames give the same shots.
package shots

import (
	"math"

	"socialdata/internal/media/likeness"
)

// The format of the frames that a Detector reads: rows of RGB triples.
const (
	Width     = 64
	Height    = 36
	FrameSize = Width * Height * 3
)

// Start is how a shot begins.
type Start string

// The ways in which a shot begins. The first shot of a video has Opening.
const (
	Opening  Start = "opening"
	Cut      Start = "cut"
	Dissolve Start = "dissolve" // also a wipe: a change over several frames
	Fade     Start = "fade"     // through a flat colour
)

// Shot is one continuous take. The first starts at 0, each ends where the next one starts, the last at the video's end.
type Shot struct {
	StartMs int64
	EndMs   int64
	Start   Start
	Look    Look
	Picture *likeness.Hash // of a frame near its middle; nil if all that were hashed are plain
}

// MaxShots is the maximum number of shots: if there are more, the weakest boundaries are dropped.
const MaxShots = 500

// boundary is the end of a shot. frame is the first frame of the next one.
type boundary struct {
	frame    int
	start    Start
	strength float64
}

// Shots returns the shots of all frames that were written. durationMs is the video's measured length; the time of a
// frame follows from the rate, and boundaries at or after the end are dropped.
func (d *Detector) Shots(durationMs int64) []Shot {
	if durationMs <= 0 || len(d.frames) == 0 {
		return nil
	}
	at := func(frame int) int64 { return int64(math.Round(float64(frame) * 1000 / d.rate)) }
	shots := []Shot{{Start: Opening}}
	first := 0
	for _, b := range d.boundaries() {
		ms := at(b.frame)
		last := &shots[len(shots)-1]
		if ms <= last.StartMs || ms >= durationMs {
			continue
		}
		last.EndMs, last.Look, last.Picture = ms, d.look(first, b.frame), d.picture(first, b.frame)
		shots = append(shots, Shot{StartMs: ms, Start: b.start})
		first = b.frame
	}
	last := &shots[len(shots)-1]
	last.EndMs, last.Look, last.Picture = durationMs, d.look(first, len(d.frames)), d.picture(first, len(d.frames))
	return shots
}
