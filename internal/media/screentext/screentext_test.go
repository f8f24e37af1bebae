package screentext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
)

// at is a word of a line of its own with a confidence of 95, 20 pixels high.
func at(left, top int, text string) word {
	return word{left: left, top: top, width: 12 * len(text), height: 20, confidence: 95, text: text, line: fmt.Sprint(left, top)}
}

func doubted(w word, confidence float64) word {
	w.confidence = confidence
	return w
}

func texts(list []content.ScreenText) (said []string) {
	for _, l := range list {
		if l.StartMs != nil {
			said = append(said, fmt.Sprintf("%d-%d %s", *l.StartMs, *l.EndMs, l.Text))
			continue
		}
		said = append(said, l.Text)
	}
	return said
}

func TestRowsOfAPicture(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		readings [][]word
		want     []string
	}{
		"nothing":                            {nil, nil},
		"words beside each other":            {[][]word{{at(100, 10, "Save"), at(160, 12, "twenty")}}, []string{"Save twenty"}},
		"the order of reading":               {[][]word{{at(160, 10, "twenty"), at(100, 10, "Save")}}, []string{"Save twenty"}},
		"two columns":                        {[][]word{{at(10, 10, "Before"), at(400, 10, "After")}}, []string{"Before", "After"}},
		"rows of a caption":                  {[][]word{{at(100, 10, "Save"), at(100, 36, "twenty")}}, []string{"Save twenty"}},
		"rows far from each other":           {[][]word{{at(100, 10, "Save"), at(100, 90, "twenty")}}, []string{"Save", "twenty"}},
		"a heading above small print":        {[][]word{{{left: 100, top: 10, width: 80, height: 60, confidence: 95, text: "SALE", line: "1"}, at(100, 74, "conditions")}}, []string{"SALE", "conditions"}},
		"too few letters":                    {[][]word{{at(100, 10, "ii")}}, nil},
		"two signs of a script without gaps": {[][]word{{at(100, 10, "厨房")}}, []string{"厨房"}},
		"no blank between such signs":        {[][]word{{at(100, 10, "厨房"), at(200, 10, "変化")}}, []string{"厨房変化"}},
		"doubtful letters":                   {[][]word{{doubted(at(100, 10, "texture"), 60)}}, nil},
		"one doubtful word of a sure row":    {[][]word{{at(100, 10, "everything"), doubted(at(230, 10, "is"), 45), at(270, 10, "different")}}, []string{"everything is different"}},
		"mostly signs":                       {[][]word{{at(100, 10, "a/b|c~~~--=")}}, nil},
		"the better reading": {[][]word{{at(100, 10, "Sav"), at(150, 10, "twnty")}, {at(100, 10, "Save"), at(160, 10, "twenty")}},
			[]string{"Save twenty"}},
		"the surer reading":          {[][]word{{doubted(at(100, 10, "Sove"), 75)}, {at(100, 10, "Save")}}, []string{"Save"}},
		"as sure as it must be":      {[][]word{{doubted(at(100, 10, "Save"), leastConfidence)}}, []string{"Save"}},
		"as many signs as may be":    {[][]word{{at(100, 10, "abc--")}}, []string{"abc--"}},
		"two scripts":                {[][]word{{at(100, 10, "厨房"), at(180, 10, "kitchen"), at(280, 10, "変化")}}, []string{"厨房 kitchen 変化"}},
		"what only one reading sees": {[][]word{{at(100, 10, "Save")}, {at(100, 300, "dark")}}, []string{"Save", "dark"}},
	} {
		if diff := cmp.Diff(tt.want, texts(Picture(tt.readings))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestLinesOfAVideo(t *testing.T) {
	t.Parallel()
	frames := func(shown ...string) (samples []Sample) {
		for n, text := range shown {
			s := Sample{FromMs: int64(n) * 1000, ToMs: int64(n+1) * 1000, BeginsShot: true}
			for row, line := range strings.Split(text, "|") {
				if line != "" {
					s.Readings = append(s.Readings, []word{at(100, 200*row, line)})
				}
			}
			samples = append(samples, s)
		}
		return samples
	}
	for name, tt := range map[string]struct {
		samples []Sample
		want    []string
	}{
		"nothing":                           {frames("", ""), nil},
		"one frame":                         {frames("", "kitchen", ""), []string{"1000-2000 kitchen"}},
		"the same text":                     {frames("kitchen", "kitchen", "kitchen"), []string{"0-3000 kitchen"}},
		"another text":                      {frames("kitchen", "garden"), []string{"0-1000 kitchen", "1000-2000 garden"}},
		"misread once":                      {frames("my_new_kitchen", "my_new_kitcher", "my_new_kitchen"), []string{"0-3000 my_new_kitchen"}},
		"a frame without it":                {frames("kitchen", "", "kitchen"), []string{"0-3000 kitchen"}},
		"two frames without it":             {frames("kitchen", "", "", "kitchen"), []string{"0-1000 kitchen", "3000-4000 kitchen"}},
		"a name over the whole video":       {frames("kitchen|somebody", "garden|somebody"), []string{"0-1000 kitchen", "0-2000 somebody", "1000-2000 garden"}},
		"twice in one frame stays two":      {frames("kitchen|kitchen"), []string{"0-1000 kitchen", "0-1000 kitchen"}},
		"the longest reading is the text":   {frames("my_kitche", "my_kitchen", "my_kitch"), []string{"0-3000 my_kitchen"}},
		"capitals are the same text":        {frames("KITCHEN", "kitchen"), []string{"0-2000 KITCHEN"}},
		"the two most alike go together":    {frames("kitchen_one|kitchen_two", "kitchen_two"), []string{"0-1000 kitchen_one", "0-2000 kitchen_two"}},
		"beside a text that stays":          {frames("kitchen|garden", "kitchen|cellar"), []string{"0-2000 kitchen", "0-1000 garden", "1000-2000 cellar"}},
		"behind a text that ended":          {frames("garden", "", "", "kitchen", "kitchen"), []string{"0-1000 garden", "3000-5000 kitchen"}},
		"as alike as it must be":            {frames("abcdefghijk", "abcdefghxyz"), []string{"0-2000 abcdefghijk"}},
		"less alike":                        {frames("abcdefghijk", "abcdefgwxyz"), []string{"0-1000 abcdefghijk", "1000-2000 abcdefgwxyz"}},
		"other punctuation":                 {frames("a_b_c", "abc"), []string{"0-2000 a_b_c"}},
		"a short text is not like a longer": {frames("sale", "wholesale_prices"), []string{"0-1000 sale", "1000-2000 wholesale_prices"}},
	} {
		if diff := cmp.Diff(tt.want, texts(Video(tt.samples))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestATextInAShotBeginsWhereItWasSeen: where the picture changes it begins with the shot, within one at the frame that shows it first.
func TestATextInAShotBeginsWhereItWasSeen(t *testing.T) {
	t.Parallel()
	one := [][]word{{at(100, 0, "kitchen")}}
	got := texts(Video([]Sample{{FromMs: 0, ToMs: 2000, BeginsShot: true, Readings: one}, {FromMs: 2000, ToMs: 4000, Readings: [][]word{{at(100, 0, "garden")}}}, {FromMs: 4000, ToMs: 6000}}))
	if diff := cmp.Diff([]string{"0-2000 kitchen", "3000-4000 garden"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestScreenTextIsBounded(t *testing.T) {
	t.Parallel()
	var words []word
	for n := range content.MaxScreenTexts + 50 {
		words = append(words, at(100, 200*n, strings.Repeat("é", content.MaxScreenText+1)))
	}
	list := Picture([][]word{words})
	if len(list) != content.MaxScreenTexts || len([]rune(list[0].Text)) != content.MaxScreenText {
		t.Errorf("%d lines, the first of %d letters", len(list), len([]rune(list[0].Text)))
	}
	if list[0].Confidence != 0.95 {
		t.Errorf("the confidence is %v", list[0].Confidence)
	}
}

func TestWordsOfBrokenOutput(t *testing.T) {
	t.Parallel()
	const tsv = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
		"1\t1\t0\t0\t0\t0\t0\t0\t720\t1280\t-1\t\n" +
		"5\t1\t1\t1\t1\t1\t82\t900\t116\t33\t96.5\tSave\n" +
		"5\t1\t1\t1\t1\t2\t82\t900\t116\t33\t39.9\tunsure\n" +
		"5\t1\t1\t1\t1\t3\t82\t900\t116\t33\t96.5\t!!\n" +
		"5\tx\t1\t1\t1\t3\t82\t900\t116\t33\t96.5\tpage\n" +
		"5\t1\t1\t1\t1\t3\t-82\t900\t116\t33\t96.5\tplace\n" +
		"5\t1\t1\t1\t1\t3\t82\t900\t0\t33\t96.5\tsize\n" +
		"5\t1\t1\t1\t1\t3\t82\t900\t116\t0\t96.5\tsize\n" +
		"5\t1\t1\t1\t1\t3\t82\t900\t116\t33\t96.5\n" +
		"5\t1\t1\t1\t1\t4\t0\t0\t116\t33\t40\ttwenty\n" +
		"5\t2\t1\t1\t1\t1\t82\t900\t116\t33\t96.5\ttoday\n" +
		"5\t2\t1\t1\t1\t2\t82\t900"
	want := Words{0: {{82, 900, 116, 33, 96.5, "Save", "1 1 1 1"}, {0, 0, 116, 33, 40, "twenty", "1 1 1 1"}}, 1: {{82, 900, 116, 33, 96.5, "today", "2 1 1 1"}}}
	if diff := cmp.Diff(want, ReadWords(strings.NewReader(tsv)), cmp.AllowUnexported(word{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestWhatBelongsTogether holds the limits between two words of a row, two rows of a caption and two readings of one place. Each
// case stands at its limit, or one pixel beyond it.
func TestWhatBelongsTogether(t *testing.T) {
	t.Parallel()
	left := word{left: 100, top: 50, width: 40, height: 20}
	for name, tt := range map[string]struct {
		w    word
		want bool
	}{
		"thrice as high": {word{left: 140, top: 50, width: 40, height: 60}, true}, "higher still": {word{left: 140, top: 50, width: 40, height: 61}, false},
		"half as low": {word{left: 140, top: 60, width: 40, height: 20}, true}, "lower still": {word{left: 140, top: 61, width: 40, height: 20}, false},
		"far to the right": {word{left: 170, top: 50, width: 40, height: 20}, true}, "farther still": {word{left: 171, top: 50, width: 40, height: 20}, false},
	} {
		tt.w.line = "another"
		if got := follows(left, tt.w); got != tt.want {
			t.Errorf("a word %s follows: %v", name, got)
		}
	}
	above := row{left: 100, top: 50, right: 200, bottom: 70, height: 20}
	for name, tt := range map[string]struct {
		r    row
		want bool
	}{
		"half above its end": {row{left: 100, top: 60, right: 200, bottom: 80, height: 20}, true}, "higher still": {row{left: 100, top: 59, right: 200, bottom: 79, height: 20}, false},
		"a row below": {row{left: 100, top: 90, right: 200, bottom: 110, height: 20}, true}, "farther below": {row{left: 100, top: 91, right: 200, bottom: 111, height: 20}, false},
		"larger by half": {row{left: 100, top: 72, right: 200, bottom: 103, height: 31}, true}, "larger still": {row{left: 100, top: 72, right: 200, bottom: 104, height: 32}, false},
		"half beside it": {row{left: 150, top: 72, right: 250, bottom: 92, height: 20}, true}, "farther beside it": {row{left: 151, top: 72, right: 251, bottom: 92, height: 20}, false},
		"wider, half below it": {row{left: 150, top: 72, right: 450, bottom: 92, height: 20}, true}, "wider, less below it": {row{left: 151, top: 72, right: 451, bottom: 92, height: 20}, false},
	} {
		if got := above.continues(tt.r); got != tt.want {
			t.Errorf("a row %s goes on: %v", name, got)
		}
	}
	for name, tt := range map[string]struct {
		r    row
		want bool
	}{
		"the same place": {above, true}, "within it": {row{left: 110, top: 52, right: 120, bottom: 60}, true}, "a quarter of it": {row{left: 150, top: 60, right: 250, bottom: 80}, true},
		"less than that": {row{left: 151, top: 60, right: 251, bottom: 80}, false}, "beside it": {row{left: 200, top: 50, right: 300, bottom: 70}, false},
		"below it": {row{left: 100, top: 70, right: 200, bottom: 90}, false}, "beside and below it": {row{left: 260, top: 130, right: 300, bottom: 150}, false},
		"a point": {row{left: 150, top: 60, right: 150, bottom: 60}, false}, "a thin row across it": {row{left: 90, top: 60, right: 210, bottom: 64}, true},
	} {
		if got := above.covers(tt.r); got != tt.want {
			t.Errorf("%s is covered: %v", name, got)
		}
	}
}

// TestConfidenceOfACaption is that of its letters.
func TestConfidenceOfACaption(t *testing.T) {
	t.Parallel()
	got := Picture([][]word{{doubted(at(100, 10, "everything"), 90), doubted(at(100, 36, "new"), 80)}})
	if len(got) != 1 || got[0].Text != "everything new" || got[0].Confidence != 0.88 {
		t.Errorf("%+v", got)
	}
}
