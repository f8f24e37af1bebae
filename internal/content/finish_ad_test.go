package content

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
