package provenance

import (
	"slices"
	"strings"

	"socialdata/internal/content"
)

// Version is the version of Judge's rules.
const Version = "ai-provenance.v0"

// Label is the platform's label about how an item was made.
type Label string

// The labels. Most items have none.
const (
	NoLabel       Label = ""
	PlatformLabel Label = "platform" // the platform says that it is AI-generated
	CreatorLabel  Label = "creator"  // the creator says so
)

// Description is what people and the platform say about a file, outside of its bytes.
type Description struct {
	Label Label
	Text  string // title and caption
}

// Row is one applicable piece of evidence, as listed in docs/ai-provenance.md.
type Row struct {
	Evidence string
	Score    float64
	Model    string // the model that it names; "" if none
}

// Judge scores the evidence about a file by its strongest row. Without a row the score is nil, never 0. The values are
// conventions, not probabilities. The same evidence gives the same result.
func Judge(e Evidence, s Description) (content.AIProvenance, []Row) {
	rows := rowsOf(e, s)
	present := e.C2PAPresent
	result := content.AIProvenance{Version: Version, C2PAPresent: &present}
	for _, row := range rows {
		if result.AIGeneratedScore == nil || row.Score > *result.AIGeneratedScore {
			result.AIGeneratedScore = &row.Score
		}
		if result.ModelGuess == nil && row.Model != "" {
			result.ModelGuess = &row.Model
		}
	}
	return result, rows
}

// rowsOf returns the rows that apply, strongest first.
func rowsOf(e Evidence, s Description) []Row {
	rows := []Row{}
	add := func(applies bool, evidence string, score float64, model string) {
		if applies {
			rows = append(rows, Row{evidence, score, model})
		}
	}
	trained, composite := ofType(e.Actions, trainedMedia), ofType(e.Actions, compositeMedia)
	made := ofType(e.Ingredients, trainedMedia)
	add(trained != nil, "c2pa_trained", 0.95, agents(trained))
	add(hasTerm(e.XMPSourceTypes, trainedMedia), "xmp_trained", 0.85, "")
	name, found := generator(e)
	add(found, "generator_text", 0.80, name)
	add(s.Label == PlatformLabel, "platform_label", 0.80, "")
	add(composite != nil, "c2pa_composite", 0.75, agents(composite))
	add(s.Label == CreatorLabel, "creator_label", 0.70, "")
	add(hasTerm(e.XMPSourceTypes, compositeMedia), "xmp_composite", 0.60, "")
	add(made != nil, "c2pa_ingredient_trained", 0.60, agents(made))
	name, found = phrase(s.Text)
	add(found, "caption_phrase", 0.40, name)
	captured := ofType(e.Actions, "digitalcapture") != nil || ofType(e.Actions, "computationalcapture") != nil
	add(captured && len(rows) == 0, "c2pa_capture", 0.10, "")
	return rows
}

// The terms of the IPTC digital source type vocabulary, in lower case. The second is often written with an additional letter.
const (
	trainedMedia   = "trainedalgorithmicmedia"
	compositeMedia = "compositewithtrainedalgorithmicmedia"
)

func isTerm(value, term string) bool {
	value = strings.ToLower(value)
	return value == term || value == strings.Replace(term, "composite", "composited", 1)
}

func hasTerm(values []string, term string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return isTerm(v, term) })
}

// ofType returns the actions with a source type; nil if there are none.
func ofType(actions []Action, term string) (found []Action) {
	for _, a := range actions {
		if isTerm(a.SourceType, term) {
			found = append(found, a)
		}
	}
	return found
}

// agents returns the first program of some actions.
func agents(actions []Action) string {
	for _, a := range actions {
		if a.Agent != "" {
			return a.Agent
		}
	}
	return ""
}
