package imports

import (
	"encoding/json"
	"testing"

	"socialdata/internal/content"
	"socialdata/models/references"
)

// TestThePictureOfAPageStays where a later import took none, or failed to.
func TestThePictureOfAPageStays(t *testing.T) {
	t.Parallel()
	taken, again, failed := &content.PagePicture{PictureMediaID: new("1")}, &content.PagePicture{PictureMediaID: new("2")}, &content.PagePicture{}
	for name, tt := range map[string]struct{ before, now, want *content.PagePicture }{
		"the first":                 {nil, taken, taken},
		"none":                      {nil, nil, nil},
		"none after one":            {taken, nil, taken},
		"another":                   {taken, again, again},
		"a failure after one":       {taken, failed, taken},
		"one after a failure":       {failed, taken, taken},
		"a failure after a failure": {failed, failed, failed},
		"none after a failure":      {failed, nil, failed},
	} {
		provenance, err := json.Marshal(references.Provenance{PagePicture: tt.before})
		if err != nil {
			t.Fatal(err)
		}
		got := pictureToKeep(&references.Reference{Provenance: provenance}, tt.now)
		if (got == nil) != (tt.want == nil) || got != nil && (got.PictureMediaID == nil) != (tt.want.PictureMediaID == nil) || got != nil && got.PictureMediaID != nil && *got.PictureMediaID != *tt.want.PictureMediaID {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}
