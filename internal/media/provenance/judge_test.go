package provenance

import (
	"reflect"
	"testing"
)

func TestJudge(t *testing.T) {
	action := func(source, agent string) []Action { return []Action{{source, agent}} }
	for name, c := range map[string]struct {
		e     Evidence
		s     Description
		score float64 // 0: nil
		model string
		rows  []string
	}{
		"nothing":            {Evidence{}, Description{Text: "a walk in the rain"}, 0, "", nil},
		"trained":            {Evidence{C2PAPresent: true, Actions: action("trainedAlgorithmicMedia", "Maker X")}, Description{}, 0.95, "Maker X", []string{"c2pa_trained"}},
		"trained, known":     {Evidence{Actions: action("TrainedAlgorithmicMedia", "Sora")}, Description{}, 0.95, "Sora", []string{"c2pa_trained", "generator_text"}},
		"unsigned":           {Evidence{XMPSourceTypes: []string{"trainedAlgorithmicMedia"}}, Description{}, 0.85, "", []string{"xmp_trained"}},
		"credit":             {Evidence{Credits: []string{"made with google ai"}}, Description{}, 0.80, "", []string{"generator_text"}},
		"parameters":         {Evidence{Parameters: "x\nSteps: 20, Sampler: Euler"}, Description{}, 0.80, "Stable Diffusion", []string{"generator_text"}},
		"other parameters":   {Evidence{Parameters: "brightness 3"}, Description{}, 0, "", nil},
		"platform":           {Evidence{}, Description{Label: PlatformLabel}, 0.80, "", []string{"platform_label"}},
		"creator":            {Evidence{}, Description{Label: CreatorLabel}, 0.70, "", []string{"creator_label"}},
		"composite":          {Evidence{Actions: action("compositeWithTrainedAlgorithmicMedia", "")}, Description{}, 0.75, "", []string{"c2pa_composite"}},
		"composited":         {Evidence{Actions: action("compositedWithTrainedAlgorithmicMedia", "")}, Description{}, 0.75, "", []string{"c2pa_composite"}},
		"unsigned composite": {Evidence{XMPSourceTypes: []string{"compositeWithTrainedAlgorithmicMedia"}}, Description{}, 0.60, "", []string{"xmp_composite"}},
		"ingredient":         {Evidence{Actions: action("", "Editor"), Ingredients: action("trainedAlgorithmicMedia", "Maker")}, Description{}, 0.60, "Maker", []string{"c2pa_ingredient_trained"}},
		"hashtag":            {Evidence{}, Description{Text: "look #AIgenerated"}, 0.40, "", []string{"caption_phrase"}},
		"made with":          {Evidence{}, Description{Text: "Made with Sora!"}, 0.40, "Sora", []string{"caption_phrase"}},
		"two models":         {Evidence{Actions: action("trainedAlgorithmicMedia", "Maker X")}, Description{Text: "made with sora"}, 0.95, "Maker X", []string{"c2pa_trained", "caption_phrase"}},
		"not":                {Evidence{}, Description{Text: "this is not AI-generated, no runway either"}, 0, "", nil},
		"camera":             {Evidence{C2PAPresent: true, Actions: action("digitalCapture", "Camera")}, Description{}, 0.10, "", []string{"c2pa_capture"}},
		"camera, but tagged": {Evidence{Actions: action("digitalCapture", "Camera")}, Description{Text: "#madewithai"}, 0.40, "", []string{"caption_phrase"}},
		"algorithm":          {Evidence{C2PAPresent: true, ClaimGenerator: "Google C2PA", Actions: action("algorithmicMedia", "Tool")}, Description{}, 0, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, rows := Judge(c.e, c.s)
			var names []string
			for _, r := range rows {
				names = append(names, r.Evidence)
			}
			if !reflect.DeepEqual(names, c.rows) {
				t.Errorf("rows %v; want %v", names, c.rows)
			}
			if (got.AIGeneratedScore == nil) != (c.score == 0) || c.score != 0 && *got.AIGeneratedScore != c.score {
				t.Errorf("score %v; want %v", got.AIGeneratedScore, c.score)
			}
			if or(got.ModelGuess) != c.model || *got.C2PAPresent != c.e.C2PAPresent || got.Version != Version {
				t.Errorf("%+v, model %q", got, or(got.ModelGuess))
			}
		})
	}
}

// TestPhrases: what creators write about the making counts, and the name of a model that may be a word does not.
func TestPhrases(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{ // "-" for a phrase without a model, "" for none
		"#aigenerated": "-", "#AIgeneratedVideo": "-", "#madewithai": "-", "#generativeAI": "-", "aigenerated": "", "#ai": "",
		"#midjourney": "Midjourney", "midjourney": "", "#runway": "", "#veo": "", "#kling": "", "#runwayml": "Runway", "#klingai": "Kling", "#veo3": "Veo",
		"made with sora": "Sora", "created by Sora": "Sora", "generated using DALLE": "DALL·E", "made in SDXL": "Stable Diffusion", "made with #kling": "Kling", "made at sora": "", "shot with sora": "",
		"made with AI": "-", "made with love": "", "made with": "", "made": "", "#aigenerated, made with love": "-", "not made with sora": "", "not made with AI": "", "this was not made with sora": "",
		"AI generated": "-", "AI-generated": "-", "not AI generated": "", "no AI-generated words": "", "non-AI generated": "", "so AI generated": "-", "AI powered": "", "user generated": "", "": "",
	} {
		got, found := phrase(text)
		if found && got == "" {
			got = "-"
		}
		if got != want || found != (want != "") {
			t.Errorf("%q: %q, found %v; want %q", text, got, found, want)
		}
	}
}
