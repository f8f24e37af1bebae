// Package creative describes how a video is made: its shots, its pacing, how it opens and what it asks for. It does so
// by fixed rules on what was measured and said, so that the same input gives the same bytes; it invents nothing and
// names no object and no person. A model may refine the words where the operator has set one up; without it no data is
// sent to third parties. It may import internal/media/shots and internal/content.
package creative

import (
	"math"

	"socialdata/internal/content"
	"socialdata/internal/media/shots"
)

// Version names the rules.
const Version = "creative-spec.v0"

// The bounds of the texts, in code points.
const (
	maxSentence = 200 // hook and call to action
	maxSpoken   = 160 // of a shot's captions
	maxPrompt   = 1000
)

// Input holds the facts from which a spec is made.
type Input struct {
	Kind       content.MediaKind
	DurationMs int64
	Width      int64               // pixels as displayed; 0 unknown
	Height     int64               // pixels as displayed; 0 unknown
	Shots      []shots.Shot        // nil where no engine could look
	Transcript *content.Transcript // nil where there are no captions
	Title      *string
	Text       *string  // caption or description
	Links      []string // words of an ad's links, such as its button
}

// Describe makes the spec of a video; an image has none. Without shots there is no pacing and no prompt: they would be
// guesses.
func Describe(in Input) *content.CreativeSpec {
	if in.Kind != content.MediaVideo {
		return nil
	}
	said := listen(in.Transcript)
	spec := &content.CreativeSpec{
		Version:      Version,
		Hook:         hook(in, said),
		CallToAction: callToAction(in, said),
		Shots:        []content.Shot{},
	}
	for _, s := range in.Shots {
		text := describe(s, said)
		spec.Shots = append(spec.Shots, content.Shot{StartMs: s.StartMs, EndMs: s.EndMs, Description: &text})
	}
	if n := len(in.Shots); n > 0 && in.DurationMs > 0 {
		average := round(float64(in.DurationMs)/float64(n), 1)
		cuts := round(float64(n-1)*60000/float64(in.DurationMs), 2)
		spec.Pacing = &content.Pacing{AverageShotMs: &average, CutsPerMinute: &cuts}
		spec.GenerationPrompt = prompt(in, spec)
	}
	return spec
}

func round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}
