package web_test

import (
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/web/webtest"
)

// TestMeasurementsAreAsTheContractSays holds answers about measured media against the contract: whatever was measured, and whatever was not.
func TestMeasurementsAreAsTheContractSays(t *testing.T) {
	s := embedded(t, webtest.Options{})
	doc, err := openapi3.NewLoader().LoadFromData(s.Do("GET", "/openapi.json", nil, nil).Body)
	testkit.Must(t, err)
	schema := doc.Components.Schemas["MachineDerived"].Value
	for name, d := range map[string]content.MachineDerived{
		"nothing":          {},
		"text, none found": {OnScreenText: []content.ScreenText{}},
		"text of a picture and a video": {OnScreenText: []content.ScreenText{{Text: "SALE", Confidence: 0.9},
			{Part: 1, StartMs: new(int64(0)), EndMs: new(int64(1)), Text: "now", Confidence: 1}}},
		"captions": {Transcript: &content.TranscriptRef{MediaID: "m", Language: "en", Source: content.Captions}},
		"speech":   {Transcript: &content.TranscriptRef{MediaID: "m", Language: "und", Source: content.MachineSpeech, Model: new("ear")}},
	} {
		raw, err := json.Marshal(d)
		testkit.Must(t, err)
		var v any
		testkit.Must(t, json.Unmarshal(raw, &v))
		if err := schema.VisitJSON(v, openapi3.VisitAsResponse()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
