// Package creative describes how a video is made: its shots, pacing, opening and call to action. It applies fixed rules
// to measurements and text, so that the same input gives the same bytes; it makes nothing up and names no objects or
// people. A model may improve the texts if the operator configures one; without it no data is sent to third parties. It
// may import internal/media/shots and internal/content.
package creative

import (
	"math"

	"socialdata/internal/content"
	"socialdata/internal/media/shots"
)

// Version is the version of the rules.
const Version = "creative-spec.v0"

// The maximum lengths of texts, in code points.
const (
	maxSentence = 200 // hook and call to action
	maxSpoken   = 160 // of a shot's captions
	maxPrompt   = 1000
)

// Input is the input of Describe.
type Input struct {
	Kind       content.MediaKind
	DurationMs int64
	Width      int64               // pixels as displayed; 0 if unknown
	Height     int64               // pixels as displayed; 0 unknown
	Shots      []shots.Shot        // nil if no engine could detect them
	Transcript *content.Transcript // nil if there are no captions
	Title      *string
	Text       *string  // caption or description
	Links      []string // texts of an ad's links, such as its button
}

// Describe returns the spec of a video, and nil for an image. Without shots it has no pacing and no prompt, because they
// would be guesses.
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
