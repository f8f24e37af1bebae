package shapes

import (
	"slices"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestVersionsNameValues lays texts over the release: equal values have equal versions, and differences are named.
func TestVersionsNameValues(t *testing.T) {
	t.Parallel()
	before := Default().VideoSite.Known.Others[0]
	for text, want := range map[string]struct {
		platforms []content.Platform
		names     []string
	}{
		`{}`: {nil, nil},
		`{"video_site":{"known":{"others":["jNQXAC9IVRw"]}}}`: {[]content.Platform{content.VideoSite}, []string{"video_site.known.others"}},
		`{"photo_site":{"asOf":"2027-02-01"}}`:                {[]content.Platform{content.PhotoSite}, []string{"photo_site.asOf"}},
		`{"userAgent":"Browser"}`:                             {[]content.Platform{content.AdLibrary, content.ClipSite, content.PhotoSite, content.VideoSite}, []string{"userAgent"}},
	} {
		got, err := Overlay(Default(), []byte(text), sources.Platforms{})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, d := range Differences(Default(), got) {
			names = append(names, d.Name)
			if d.Before == d.After {
				t.Errorf("%+v", d)
			}
		}
		if !slices.Equal(names, want.names) || !slices.Equal(got.Differ(Default()), want.platforms) || (got.Version() == Default().Version()) != (want.names == nil) {
			t.Errorf("%s: %v, %v, %s", text, names, got.Differ(Default()), got.Version())
		}
		if again, err := Overlay(Default(), []byte(got.Text()), sources.Platforms{}); err != nil || again.Version() != got.Version() {
			t.Errorf("its own text gives %v, %v", again, err)
		}
	}
	dated, err := Overlay(Default(), []byte(`{"photo_site":{"asOf":"2027-02-01"}}`), sources.Platforms{})
	if err != nil || !strings.HasPrefix(dated.Version(), "2027-02-01-") {
		t.Errorf("%s, %v", dated.Version(), err)
	}
	if Default().VideoSite.Known.Others[0] != before {
		t.Error("a text wrote into the values of the release")
	}
}
