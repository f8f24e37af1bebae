package creative

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"socialdata/internal/content"
)

// maxDescription bounds a shot's description by a model, in code points.
const maxDescription = 300

// modelTexts is the answer of a model. None of it is trusted.
type modelTexts struct {
	Hook             *string `json:"hook"`
	CallToAction     *string `json:"callToAction"`
	GenerationPrompt *string `json:"generationPrompt"`
	Shots            []struct {
		Index       int    `json:"index"`
		Description string `json:"description"`
	} `json:"shots"`
}

// applyTo puts the usable texts into a copy of a spec. A prompt stands only where there are shots.
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

// fit cleans and cuts a text; one that is not there, empty or no text leaves what was.
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
	if clean == "" || clean == "…" { // nothing is left, or nothing of what was cut
		return otherwise
	}
	return &clean
}
