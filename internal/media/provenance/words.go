package provenance

import (
	"strings"
	"unicode"
)

// generator returns the model that wrote its name into the file, by exact lists of names. The program that wrote a claim
// is no evidence: cameras sign photographs with the same libraries.
func generator(e Evidence) (model string, found bool) {
	for _, a := range e.Actions {
		switch strings.ToLower(a.Agent) {
		case "titan image generator g1", "adobe firefly", "dall·e", "gpt-4o", "sora":
			return a.Agent, true
		}
	}
	for _, c := range e.Credits {
		if strings.EqualFold(c, "Made with Google AI") {
			return "", true
		}
	}
	if strings.Contains(e.Parameters, "Steps: ") && strings.Contains(e.Parameters, "Sampler: ") {
		return "Stable Diffusion", true
	}
	return "", false
}

// modelWord returns the model that people mean by a word; "" if there is none.
func modelWord(word string) string {
	switch word {
	case "sora", "sora2", "soraai":
		return "Sora"
	case "veo", "veo2", "veo3", "googleveo":
		return "Veo"
	case "midjourney":
		return "Midjourney"
	case "stablediffusion", "sdxl":
		return "Stable Diffusion"
	case "dalle", "dalle2", "dalle3":
		return "DALL·E"
	case "klingai", "kling":
		return "Kling"
	case "runwayml", "runway":
		return "Runway"
	}
	return ""
}

// phrase finds what creators write: an unambiguous hashtag, "made with <model>", "AI generated". An ambiguous word only
// counts after "made with".
func phrase(text string) (model string, found bool) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '#'
	})
	for i, w := range words {
		before, next := word(words, i-1), word(words, i+1)
		tag, tagged := strings.CutPrefix(w, "#")
		switch {
		case tagged && (tag == "aigenerated" || tag == "aigeneratedvideo" || tag == "madewithai" || tag == "generativeai"):
			found = true
		case tagged && modelWord(tag) != "" && tag != "runway" && tag != "veo" && tag != "kling":
			return modelWord(tag), true
		case (w == "made" || w == "created" || w == "generated") && (next == "with" || next == "by" || next == "in" || next == "using") && before != "not":
			subject := word(words, i+2)
			if name := modelWord(strings.TrimPrefix(subject, "#")); name != "" {
				return name, true
			}
			found = found || subject == "ai"
		case w == "ai" && next == "generated" && before != "not" && before != "no" && before != "non":
			found = true
		}
	}
	return "", found
}

func word(list []string, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}
