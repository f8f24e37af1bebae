package pages

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/views"
)

func TestExtrasOfATriedItem(t *testing.T) {
	t.Parallel()
	item := &content.Item{Extras: content.Extras{Facts: content.Facts{Tags: []string{"bread"}, Sponsored: new(true), Sound: &content.Sound{Title: new("Axel F"), Author: new("A Frog")},
		Location: &content.Location{Name: new("Hung Yen")}, Language: new("de"), Category: new("Baking")}}}
	want := []views.Fact{{Name: "Sponsored", Value: "marked as an ad or paid partnership"}, {Name: "Sound", Value: "Axel F · A Frog"}, {Name: "Place", Value: "Hung Yen"},
		{Name: "Category", Value: "Baking"}, {Name: "Language", Value: "de"}}
	if diff := cmp.Diff(want, extraFacts(item)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := tagsShown(item, []string{"#other"}); !cmp.Equal(got, []string{"#bread"}) {
		t.Errorf("hashtags %q", got)
	}
	if got := tagsShown(&content.Item{}, []string{"#other"}); !cmp.Equal(got, []string{"#other"}) {
		t.Errorf("hashtags of an older answer %q", got)
	}
	for want, sound := range map[string]*content.Sound{"7": {ID: new("7")}, "A Frog": {Author: new("A Frog")}, "": {}} {
		if got := soundWords(sound); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := extraFacts(&content.Item{}); len(got) != 0 {
		t.Errorf("facts of nothing: %+v", got)
	}
}
