package imports

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
)

func TestTextOfOtherPartsStays(t *testing.T) {
	t.Parallel()
	list := func(parts ...int64) []content.ScreenText {
		texts := []content.ScreenText{}
		for _, n := range parts {
			texts = append(texts, content.ScreenText{Part: n, Text: "known"})
		}
		return texts
	}
	now := func(parts ...int64) []content.ScreenText {
		texts := list(parts...)
		for n := range texts {
			texts[n].Text = "new"
		}
		return texts
	}
	same := map[int64]int64{0: 0, 1: 1, 2: 2}
	for name, tt := range map[string]struct {
		known, now []content.ScreenText
		read       []int64
		places     map[int64]int64
		want       []string // nil: never read
	}{
		"nothing is known or read":        {nil, nil, nil, same, nil},
		"no media was read":               {list(0, 1), nil, nil, nil, []string{"0 known", "1 known"}},
		"no reader":                       {list(0, 1), nil, nil, same, []string{"0 known", "1 known"}},
		"the first import":                {nil, now(0, 2), []int64{0, 1, 2}, map[int64]int64{}, []string{"0 new", "2 new"}},
		"the first import without a text": {nil, now(), []int64{0}, map[int64]int64{}, []string{}},
		"all parts again":                 {list(0, 1, 1), now(1), []int64{0, 1, 2}, same, []string{"1 new"}},
		"only the first part again":       {list(0, 1, 2), now(0, 0), []int64{0}, same, []string{"0 new", "0 new", "1 known", "2 known"}},
		"the first part lost its text":    {list(0, 1), now(), []int64{0}, same, []string{"1 known"}},
		"a part moved to the end":         {list(0, 1), now(0), []int64{0}, map[int64]int64{0: 1, 1: 0}, []string{"0 new", "1 known"}},
		"a part is gone":                  {list(0, 1), nil, nil, map[int64]int64{0: 0}, []string{"0 known"}},
	} {
		c := Commit{Derived: content.MachineDerived{OnScreenText: tt.now}, TextOf: tt.read}
		var got []string
		if merged := c.mergeTexts(tt.known, tt.places); merged != nil {
			got = []string{}
			for _, l := range merged {
				got = append(got, fmt.Sprint(l.Part, " ", l.Text))
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
