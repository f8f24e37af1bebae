package shown

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/models/references"
	"socialdata/views"
)

func TestExtrasOfAnItem(t *testing.T) {
	t.Parallel()
	item := &Item{SourceObserved: references.SourceObserved{SourceTitle: new("A loaf #other"), SourceFacts: references.SourceFacts{Tags: []string{"bread"}, Sponsored: new(true), Sound: &content.Sound{Title: new("Axel F"), Author: new("A Frog")},
		Location: &content.Location{Name: new("Hung Yen")}, Language: new("de"), Category: new("Baking")}}}
	want := []views.Fact{{Name: "Sponsored", Value: "marked as an ad or paid partnership"}, {Name: "Sound", Value: "Axel F · A Frog"}, {Name: "Place", Value: "Hung Yen"},
		{Name: "Category", Value: "Baking"}, {Name: "Language", Value: "de"}}
	if diff := cmp.Diff(want, item.Extras()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := item.Post().Hashtags; !cmp.Equal(got, []views.TagLink{{Tag: "#bread"}}) {
		t.Errorf("hashtags %q", got)
	}
	item.Tags = nil
	if got := item.Post().Hashtags; !cmp.Equal(got, []views.TagLink{{Tag: "#other"}}) {
		t.Errorf("hashtags of an older answer %q", got)
	}
	for want, sound := range map[string]*content.Sound{"7": {ID: new("7")}, "A Frog": {Author: new("A Frog")}, "": {}} {
		if got := SoundWords(sound); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (&Item{}).Extras(); len(got) != 0 {
		t.Errorf("facts of nothing: %+v", got)
	}
}
