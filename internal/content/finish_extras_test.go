package content

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var everyExtra = []string{"media", "tags", "mentions", "sound", "location", "sponsored", "language", "category"}

func TestItemNamesItsUnknownExtras(t *testing.T) {
	t.Parallel()
	known := func() *Item {
		return &Item{Extras: Extras{Media: []ItemMedia{{Kind: MediaVideo}}, Facts: Facts{Tags: []string{}, Mentions: []string{}, Sound: &Sound{ID: new("1")},
			Location: &Location{Name: new("here")}, Sponsored: new(false), Language: new("zh-Hans"), Category: new("Music")}}}
	}
	for name, tt := range map[string]struct {
		item *Item
		want []string
	}{
		"an empty item":                     {&Item{}, everyExtra},
		"empty lists and false are known":   {known(), []string{}},
		"nothing of a sound":                {with(known(), func(i *Item) { i.Sound = &Sound{Title: new(""), Original: new(true)} }), []string{"sound"}},
		"nothing of a place":                {with(known(), func(i *Item) { i.Location = &Location{ID: new(""), Name: new("")} }), []string{"location"}},
		"no media":                          {with(known(), func(i *Item) { i.Media = []ItemMedia{} }), []string{"media"}},
		"a language that nobody knows":      {with(known(), func(i *Item) { i.Language = new("un") }), []string{"language"}},
		"an empty word for the category":    {with(known(), func(i *Item) { i.Category = new("") }), []string{"category"}},
		"a language in words":               {with(known(), func(i *Item) { i.Language = new("English (US)") }), []string{"language"}},
		"an address in place of a language": {with(known(), func(i *Item) { i.Language = new("en-") }), []string{"language"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.item.Finish(false)
			if diff := cmp.Diff(tt.want, tt.item.UnavailableExtras); diff != "" {
				t.Errorf("the unknown extras differ (-want +got):\n%s", diff)
			}
			wantNamedFieldsNull(t, tt.item, tt.item.UnavailableExtras)
		})
	}
}

func TestFinishBoundsExtras(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 2000)
	words := []string{"One", "", long, "one"}
	for n := range 200 {
		words = append(words, strconv.Itoa(n))
	}
	media := make([]ItemMedia, 50)
	media[0] = ItemMedia{Index: 9, Width: new(int64(0)), Height: new(int64(-1)), DurationMs: new(int64(0)), AltText: &long, URL: new("http://127.0.0.1/a"), ExpiresAt: &Time{time.Unix(1, 0)}}
	facts := Facts{Tags: words, Mentions: words, Sound: &Sound{ID: &long, Title: &long, Author: &long}, Location: &Location{ID: &long, Name: &long},
		Language: new("pt_BR"), Category: &long}
	item := &Item{Extras: Extras{Media: media, Facts: facts}}
	item.Finish(false)
	row := &ItemSummary{Facts: facts}
	row.Finish()
	for name, f := range map[string]Facts{"item": item.Facts, "row": row.Facts} {
		if len(f.Tags) != 100 || f.Tags[0] != "One" || f.Tags[1] != "0" || len(f.Mentions) != 100 {
			t.Errorf("%s: %d tags from %q, %d mentions", name, len(f.Tags), f.Tags[:2], len(f.Mentions))
		}
		if f.Sound.ID != nil || len([]rune(*f.Sound.Title)) != 500 || f.Location.ID != nil || len([]rune(*f.Location.Name)) != 500 || *f.Language != "pt-BR" || f.Category != nil {
			t.Errorf("%s: %+v %+v %s %v", name, f.Sound, f.Location, *f.Language, f.Category)
		}
	}
	first := item.Media[0]
	if len(item.Media) != 40 || item.Media[39].Index != 39 || first.Index != 0 || len([]rune(*first.AltText)) != 1000 {
		t.Errorf("%d media, first %+v", len(item.Media), first)
	}
	if first.Width != nil || first.Height != nil || first.DurationMs != nil || first.URL != nil || first.ExpiresAt != nil {
		t.Errorf("what is out of bounds is kept: %+v", first)
	}
	if *facts.Sound.Title != long {
		t.Error("Finish changes a sound that others share")
	}
}
