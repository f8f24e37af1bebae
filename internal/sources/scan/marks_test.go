package scan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/sources/scan"
)

func TestMarksOfATextAreRead(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text           string
		tags, mentions []string
	}{
		"no text":              {"", []string{}, []string{}},
		"as written":           {"Roast me #diving #WaitForTheGreats (@jordan.rzepka)", []string{"diving", "WaitForTheGreats"}, []string{"jordan.rzepka"}},
		"the end of a word":    {"by @mira.oven. #bread!", []string{"bread"}, []string{"mira.oven"}},
		"addresses and e-mail": {"https://a.example/#part me@example.com &#39; C#major", []string{}, []string{}},
		"one behind the other": {"#one#two @a@b", []string{"one", "two"}, []string{"a"}},
		"other scripts":        {"高铁#china #中国高铁 ＃東京 #été_2026", []string{"china", "中国高铁", "東京", "été_2026"}, []string{}},
		"pictographs":          {"#高铁🚅 #❤️", []string{"高铁🚅", "❤️"}, []string{}},
		"no runs":              {"# @ ## @. #", []string{}, []string{}},
		"too long for one":     {"@abcdefghijklmnopqrstuvwxyz012345", []string{}, []string{}},
		"bytes that are none":  {"#a\xff @b\xff", []string{"a"}, []string{"b"}},
	} {
		if diff := cmp.Diff(tt.tags, scan.Hashtags(&tt.text, true)); diff != "" {
			t.Errorf("%s: hashtags (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(tt.mentions, scan.Mentions(&tt.text, "._")); diff != "" {
			t.Errorf("%s: mentions (-want +got):\n%s", name, diff)
		}
	}
	if scan.Hashtags(nil, true) != nil || scan.Mentions(nil, "._") != nil {
		t.Error("an unknown text has known marks")
	}
	plain := "#高铁🚅"
	if got := scan.Hashtags(&plain, false); !cmp.Equal(got, []string{"高铁"}) {
		t.Errorf("without pictographs: %q", got)
	}
	text := "#China and #china"
	if got := scan.AsWritten([]string{"china", "other"}, &text); !cmp.Equal(got, []string{"China", "other"}) {
		t.Errorf("as written: %q", got)
	}
}
