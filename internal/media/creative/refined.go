package creative

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"socialdata/internal/content"
)

// maxDescription bounds a shot's description by a model, in code points.
const maxDescription = 300

// modelTexts is the answer of a model. It is untrusted.
type modelTexts struct {
	Hook             *string `json:"hook"`
	CallToAction     *string `json:"callToAction"`
	GenerationPrompt *string `json:"generationPrompt"`
	Shots            []struct {
		Index       int    `json:"index"`
		Description string `json:"description"`
	} `json:"shots"`
}

// applyTo returns a copy of a spec with the usable texts. A prompt is only used if there are shots.
func (r modelTexts) applyTo(spec *content.CreativeSpec) *content.CreativeSpec {
	out := *spec
	out.Hook = fit(r.Hook, maxSentence, spec.Hook)
	out.CallToAction = fit(r.CallToAction, maxSentence, spec.CallToAction)
	if len(spec.Shots) > 0 {
		out.GenerationPrompt = fit(r.GenerationPrompt, maxPrompt, spec.GenerationPrompt)
	}
	out.Shots = append([]content.Shot{}, spec.Shots...)
	for _, s := range r.Shots {
		if s.Index >= 0 && s.Index < len(out.Shots) {
			out.Shots[s.Index].Description = fit(&s.Description, maxDescription, out.Shots[s.Index].Description)
		}
	}
	return &out
}

// fit returns text cleaned and cut to n code points, or otherwise if it is missing or empty.
func fit(text *string, n int, otherwise *string) *string {
	if text == nil || !utf8.ValidString(*text) {
		return otherwise
	}
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, *text)
	clean = cut(strings.Join(strings.Fields(clean), " "), n)
	if clean == "" || clean == "…" { // nothing is left, or only the ellipsis
		return otherwise
	}
	return &clean
}
