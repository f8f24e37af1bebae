package views

import "testing"

// TestTilesStandInListsWithPictures alone: a list with few pictures has none, instead of many empty tiles.
func TestTilesStandInListsWithPictures(t *testing.T) {
	t.Parallel()
	with, without := ReportItem{Pictured: Pictured{Picture: "/media/m"}}, ReportItem{}
	for want, lists := range map[bool][][]ReportItem{true: {{with}, {with, without}}, false: {{without}, {with, without, without}}} {
		for _, list := range lists {
			if got := mostHavePictures(list); got != want {
				t.Errorf("of %d: %v", len(list), got)
			}
		}
	}
}
