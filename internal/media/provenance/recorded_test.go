package provenance

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestSamples reads real files of cameras, editors and generators, where they are at hand, and compares what is said of
// them.
func TestSamples(t *testing.T) {
	dir := "../../../../shared/recordings/media"
	b, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Skip("the sample files are not at hand")
	}
	var samples []struct {
		File                        string
		C2PAPresent                 bool
		ClaimGenerator              *string
		DigitalSourceType           []string
		IngredientDigitalSourceType []string
		SoftwareAgents              []string
		ClaimedSigner               *string
		XMPDigitalSourceType        []string
		RemoteManifestURL           *string
	}
	if err := json.Unmarshal(b, &samples); err != nil {
		t.Fatal(err)
	}
	for _, s := range samples {
		t.Run(s.File, func(t *testing.T) {
			e, err := ReadFile(filepath.Join(dir, s.File))
			if err != nil {
				t.Fatal(err)
			}
			types, agents := split(e.Actions)
			ingredients, _ := split(e.Ingredients)
			for name, pair := range map[string][2]any{
				"c2paPresent":                 {e.C2PAPresent, s.C2PAPresent},
				"claimGenerator":              {e.ClaimGenerator, or(s.ClaimGenerator)},
				"digitalSourceType":           {types, s.DigitalSourceType},
				"ingredientDigitalSourceType": {ingredients, s.IngredientDigitalSourceType},
				"softwareAgents":              {agents, s.SoftwareAgents},
				"claimedSigner":               {e.Signer, or(s.ClaimedSigner)},
				"xmpDigitalSourceType":        {append([]string{}, e.XMPSourceTypes...), s.XMPDigitalSourceType},
				"remoteManifestUrl":           {e.RemoteManifest, or(s.RemoteManifestURL)},
			} {
				if !reflect.DeepEqual(pair[0], pair[1]) {
					t.Errorf("%s: %v; want %v", name, pair[0], pair[1])
				}
			}
		})
	}
}

func split(actions []Action) (types, agents []string) {
	types, agents = []string{}, []string{}
	seen := map[string]bool{}
	add := func(list []string, v string) []string {
		if v == "" || seen[v] {
			return list
		}
		seen[v] = true
		return append(list, v)
	}
	for _, a := range actions {
		types, agents = add(types, a.SourceType), add(agents, a.Agent)
	}
	return types, agents
}

func or(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
