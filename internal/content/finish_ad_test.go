package content

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFinishBoundsReach leaves out rows that say nothing, and keeps zeros and unknown counts apart.
func TestFinishBoundsReach(t *testing.T) {
	t.Parallel()
	zero := int64(0)
	a := &Ad{ExtraTexts: make([]string, maxExtras+1), ExtraLinks: []string{"javascript:alert(1)", "https://shop.example/a", "http://127.0.0.1/"},
		Transparency: &AdTransparency{
			Breakdown:    append([]AdReach{{Country: "DE", Age: "65+", Men: &zero, Women: new(int64(-1))}, {Age: "18-24"}}, make([]AdReach, maxReaches)...),
			ByAge:        []AdShare{{Name: "18-24", Share: 1.5}, {Name: "18-24", Share: 0.25}, {Share: 0.1}},
			AudienceSize: new(""), BRReach: new(int64(-1)), Languages: []string{"", "de"}}}
	a.finish()
	want := &AdTransparency{Payers: []string{}, Beneficiaries: []string{}, Breakdown: []AdReach{{Country: "DE", Age: "65+", Men: &zero}},
		ByAge: []AdShare{{Name: "18-24", Share: 0.25}}, Languages: []string{"de"}}
	if diff := cmp.Diff(want, a.Transparency); diff != "" {
		t.Errorf("the reach differs (-want +got):\n%s", diff)
	}
	if len(a.ExtraTexts) != maxExtras || len(a.ExtraLinks) != 1 {
		t.Errorf("%d texts, links %q", len(a.ExtraTexts), a.ExtraLinks)
	}
}

func TestFinishBoundsTargeting(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("é", maxName+1)
	a := &Ad{Transparency: &AdTransparency{EUReach: new(int64(-1)), UKReach: new(int64(0)), Payers: []string{"", "Payer",
		name}, Targeting: &AdTargeting{
		MinAge: new(int64(-1)), MaxAge: new(int64(65)), Locations: append([]AdLocation{{Name: name}}, make([]AdLocation,
			maxLocations)...)}}}
	a.finish()
	want := &AdTransparency{UKReach: new(int64(0)), Payers: []string{"Payer"}, Beneficiaries: []string{},
		Targeting: &AdTargeting{MaxAge: new(int64(65)),
			Locations: append([]AdLocation{{Name: name[:2*maxName]}}, make([]AdLocation, maxLocations-1)...)}}
	if diff := cmp.Diff(want, a.Transparency); diff != "" {
		t.Errorf("the transparency differs (-want +got):\n%s", diff)
	}
	b, err := json.Marshal(a)
	if err != nil || !strings.Contains(string(b), `"platforms":[]`) || !strings.Contains(string(b), `"creatives":[]`) {
		t.Errorf("empty lists are not lists: %v %s", err, b)
	}
}
