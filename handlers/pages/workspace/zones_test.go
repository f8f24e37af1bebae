package workspace

import (
	"testing"

	"socialdata/models/accounts"
	"socialdata/views"
)

// TestEveryZoneIsKnown holds that each zone that can be chosen is one, and that the list has what is chosen once.
func TestEveryZoneIsKnown(t *testing.T) {
	t.Parallel()
	for _, chosen := range []string{"UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Calcutta"} { // the last is an older name, which is not listed
		list, times := zoneOptions(chosen), 0
		for _, o := range list {
			if _, err := accounts.LoadZone(o.Value); err != nil {
				t.Errorf("%s: %v", o.Value, err)
			}
			if o.Value == chosen {
				times++
			}
			if o.Chosen != (o.Value == chosen) {
				t.Errorf("%s is chosen: %v, want %s", o.Value, o.Chosen, chosen)
			}
		}
		if times != 1 || len(list) < 400 {
			t.Errorf("%s is there %d times, among %d", chosen, times, len(list))
		}
	}
	if got := zoneOptions("Asia/Calcutta")[0]; got != (views.Option{Value: "Asia/Calcutta", Word: "Asia/Calcutta", Chosen: true}) {
		t.Errorf("a zone that is not listed: %+v", got)
	}
	if zoneOr("Nowhere/Land", "UTC") != "UTC" || zoneOr("Europe/Oslo", "UTC") != "Europe/Oslo" {
		t.Error("a name that is none is kept, or one that is is not")
	}
}
