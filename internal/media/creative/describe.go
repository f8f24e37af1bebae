package creative

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/media/shots"
)

// describe describes a shot by its look and by what its captions say.
func describe(s shots.Shot, said speech) string {
	var words []string
	for _, w := range said.words {
		if w.ms >= s.StartMs && w.ms < s.EndMs {
			words = append(words, w.text)
		}
	}
	look := fmt.Sprintf("%s, %s, %s", s.Look.Brightness, strings.Join(s.Look.Colours, " and "), s.Look.Motion)
	switch s.Start {
	case shots.Cut:
		look += "; starts with a cut"
	case shots.Dissolve:
		look += "; starts with a dissolve"
	case shots.Fade:
		look += "; starts with a fade"
	case shots.Opening:
	}
	if len(words) == 0 {
		return look
	}
	return "“" + cut(strings.Join(words, " "), maxSpoken) + "” – " + look
}

// prompt combines the measurements into a prompt for creating a similar video.
func prompt(in Input, spec *content.CreativeSpec) *string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %.1f seconds in %s, %.1f seconds each on average.", form(in.Width, in.Height), float64(in.DurationMs)/1000,
		plural(len(in.Shots), "shot"), *spec.Pacing.AverageShotMs/1000)
	fmt.Fprintf(&b, " Look: %s; %s; %s.", longestHeld(in.Shots, brightness), strings.Join(colours(in.Shots), ", "), longestHeld(in.Shots, motion))
	var says []string
	if spec.Hook != nil {
		says = append(says, "opens with “"+*spec.Hook+"”")
	}
	if spec.CallToAction != nil {
		says = append(says, "asks “"+*spec.CallToAction+"”")
	}
	if len(says) > 0 {
		b.WriteString(" It " + strings.Join(says, " and "))
		if !endsSentence(says[len(says)-1]) {
			b.WriteString(".")
		}
	}
	return new(cut(b.String(), maxPrompt))
}

// form names the aspect of a frame.
func form(width, height int64) string {
	switch {
	case width <= 0 || height <= 0:
		return "Video"
	case width*10 > height*11:
		return "Horizontal video"
	case height*10 > width*11:
		return "Vertical video"
	}
	return "Square video"
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func brightness(s shots.Shot) string { return s.Look.Brightness }
func motion(s shots.Shot) string     { return s.Look.Motion }

// longestHeld returns the word that applies for the longest time; of several, the alphabetically first.
func longestHeld(list []shots.Shot, word func(shots.Shot) string) string {
	weights := map[string]int64{}
	for _, s := range list {
		weights[word(s)] += s.EndMs - s.StartMs
	}
	return heaviest(weights)[0]
}

// colours returns the three colours that are visible for the longest time.
func colours(list []shots.Shot) []string {
	weights := map[string]int64{}
	for _, s := range list {
		for i, c := range s.Look.Colours {
			weights[c] += (s.EndMs - s.StartMs) / int64(i+1)
		}
	}
	names := heaviest(weights)
	return names[:min(3, len(names))]
}

func heaviest(weights map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(weights), func(a, b string) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), strings.Compare(a, b))
	})
}
