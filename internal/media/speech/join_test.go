package speech

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sashabaranov/go-openai"

	"socialdata/internal/content"
)

func answer(t *testing.T, lines ...any) (a openai.AudioResponse) {
	t.Helper()
	a.Language = "english"
	for n := 0; n < len(lines); n += 3 {
		a.Segments = append(a.Segments, struct {
			ID               int     `json:"id"`
			Seek             int     `json:"seek"`
			Start            float64 `json:"start"`
			End              float64 `json:"end"`
			Text             string  `json:"text"`
			Tokens           []int   `json:"tokens"`
			Temperature      float64 `json:"temperature"`
			AvgLogprob       float64 `json:"avg_logprob"`
			CompressionRatio float64 `json:"compression_ratio"`
			NoSpeechProb     float64 `json:"no_speech_prob"`
			Transient        bool    `json:"transient"`
		}{Start: lines[n].(float64), End: lines[n+1].(float64), Text: lines[n+2].(string)})
	}
	return a
}

func written(t *content.Transcript) (list []string) {
	if t == nil {
		return nil
	}
	for _, s := range t.Segments {
		list = append(list, fmt.Sprintf("%d-%d %s", s.StartMs, s.EndMs, s.Text))
	}
	return list
}

func TestLinesOfOnePiece(t *testing.T) {
	t.Parallel()
	quiet := answer(t, 0.0, 1.0, "Thanks for watching!", 1.0, 2.0, "a kettle")
	quiet.Segments[0].NoSpeechProb, quiet.Segments[0].AvgLogprob = 0.9, -1.5
	unsure := answer(t, 0.0, 1.0, "an echo", 1.0, 2.0, "a kettle", 2.0, 3.0, "at one limit", 3.0, 4.0, "at the other")
	unsure.Segments[0].NoSpeechProb, unsure.Segments[0].AvgLogprob = 0.9, -0.5
	unsure.Segments[1].NoSpeechProb, unsure.Segments[1].AvgLogprob = 0.3, -1.5
	unsure.Segments[2].NoSpeechProb, unsure.Segments[2].AvgLogprob = silence, -1.5
	unsure.Segments[3].NoSpeechProb, unsure.Segments[3].AvgLogprob = 0.9, unlikely
	for name, tt := range map[string]struct {
		answer openai.AudioResponse
		want   []string
	}{
		"nothing is said":              {answer(t), nil},
		"two lines":                    {answer(t, 0.5, 1.25, " a kettle ", 1.25, 3.0, "that\n sings"), []string{"500-1250 a kettle", "1250-3000 that sings"}},
		"out of order":                 {answer(t, 2.0, 3.0, "sings", 0.0, 1.0, "a kettle"), []string{"0-1000 a kettle", "2000-3000 sings"}},
		"made up where it is silent":   {quiet, []string{"1000-2000 a kettle"}},
		"unlikely or silent, not both": {unsure, []string{"0-1000 an echo", "1000-2000 a kettle", "2000-3000 at one limit", "3000-4000 at the other"}},
		"of no length":                 {answer(t, 1.0, 1.0, "tick"), []string{"1000-1000 tick"}},
		"at the end":                   {answer(t, 10.0, 12.0, "nonsense"), nil},
		"an end that no sound has":     {answer(t, 0.0, 20_000.0, "nonsense"), nil},
		"a word twice":                 {answer(t, 0.0, 1.0, "very", 1.0, 2.0, "very good"), []string{"0-1000 very", "1000-2000 very good"}},
		"beyond the end":               {answer(t, 9.0, 12.0, "cut", 70.0, 71.0, "nonsense"), []string{"9000-10000 cut"}},
		"before the beginning":         {answer(t, -1.0, 1.0, "nonsense"), nil},
		"times that are none":          {answer(t, math.NaN(), 1.0, "x", 0.0, math.Inf(1), "y", 3.0, 2.0, "z"), nil},
		"a server without times":       {openai.AudioResponse{Language: "de", Text: "ein Kessel"}, []string{"0-10000 ein Kessel"}},
		"control characters":           {answer(t, 0.0, 1.0, "a\x00 kett\u0007le"), []string{"0-1000 a kett le"}},
	} {
		if diff := cmp.Diff(tt.want, written(joined([]heardPiece{piece(tt.answer, 0, 10_000)}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestSeamsOfPieces: the first piece ends at 310 s, the second begins at 300 s, so the seam is at 305 s.
func TestSeamsOfPieces(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		first, second openai.AudioResponse
		want          []string
	}{
		"heard by both":                {answer(t, 301.0, 304.0, "we heat the oven"), answer(t, 1.0, 4.0, "We heat the oven."), []string{"301000-304000 we heat the oven"}},
		"heard by both, after it":      {answer(t, 306.0, 308.0, "we heat the oven"), answer(t, 6.0, 8.0, "We heat the oven."), []string{"306000-308000 We heat the oven."}},
		"across the seam":              {answer(t, 303.0, 308.0, "we heat the oven and wait"), answer(t, 5.5, 9.0, "and wait for an hour"), []string{"303000-308000 we heat the oven and wait", "308000-309000 for an hour"}},
		"across it and nothing more":   {answer(t, 303.0, 308.0, "we heat the oven"), answer(t, 5.5, 8.0, "the oven"), []string{"303000-308000 we heat the oven"}},
		"a word that is spoken again":  {answer(t, 299.0, 300.0, "very"), answer(t, 15.0, 16.0, "very good"), []string{"299000-300000 very", "315000-316000 very good"}},
		"several words across it":      {answer(t, 303.0, 308.0, "very very"), answer(t, 5.5, 9.0, "very very good"), []string{"303000-308000 very very", "308000-309000 good"}},
		"other words across it":        {answer(t, 303.0, 308.0, "we heat the oven"), answer(t, 5.5, 9.0, "they wait"), []string{"303000-308000 we heat the oven", "305500-309000 they wait"}},
		"heard otherwise, at the seam": {answer(t, 305.0, 306.0, "we heat"), answer(t, 5.0, 6.0, "they eat"), []string{"305000-306000 they eat"}},
		"in the last seconds":          {answer(t), answer(t, 307.0, 309.0, "goodbye"), []string{"607000-609000 goodbye"}},
		"a server without times":       {openai.AudioResponse{Text: "we heat the oven and wait"}, openai.AudioResponse{Text: "And wait for an hour."}, []string{"0-310000 we heat the oven and wait", "310000-610000 for an hour."}},
		"half a word at the cut":       {answer(t, 309.0, 310.0, "kett"), answer(t, 9.0, 11.0, "kettle"), []string{"309000-311000 kettle"}},
	} {
		got := written(joined([]heardPiece{piece(tt.first, 0, 310_000), piece(tt.second, 300_000, 610_000)}))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestNoWordIsLostOrDoubled counts a number a second for a quarter of an hour, in lines of all lengths that each piece cuts elsewhere.
func TestNoWordIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	const seconds = 930
	for length := 1; length <= 7; length++ {
		var heard []heardPiece
		for from := int64(0); from == 0 || from < seconds*1000-overlapMs; from += pieceMs {
			to := min(seconds*1000, from+pieceMs+overlapMs)
			var lines []any
			for s := from / 1000; s < to/1000; s += int64(length) {
				said := []string{}
				for k := s; k < min(s+int64(length), to/1000); k++ {
					said = append(said, fmt.Sprint(k))
				}
				lines = append(lines, float64(s-from/1000), float64(min(s+int64(length), to/1000)-from/1000), strings.Join(said, " "))
			}
			heard = append(heard, piece(answer(t, lines...), from, to))
		}
		said := joined(heard)
		for n, word := range strings.Fields(said.Text) {
			if word != fmt.Sprint(n) {
				t.Errorf("lines of %d words: %q in place of %d", length, word, n)
				break
			}
		}
		if n := len(strings.Fields(said.Text)); n != seconds {
			t.Errorf("lines of %d words: %d of %d", length, n, seconds)
		}
	}
}

func TestLanguageTags(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"english": "en", "en": "en", "German": "de", "haitian": "ht", "pt-BR": "pt-BR", "": "und", "klingonese": "und", "yue": "yue", "javanese": "jv",
		"x-" + strings.Repeat("a", 40): "und"} {
		if got := languageTag(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	if got := joined([]heardPiece{piece(answer(t, 0.0, 1.0, "yes"), 0, 310_000), {fromMs: 300_000, toMs: 610_000, language: "de", lines: []content.Segment{{StartMs: 320_000, EndMs: 330_000, Text: "ja"}}}}); got.Language != "de" {
		t.Errorf("the language that is spoken longer is %q", got.Language)
	}
	spoken := func(language string, from, to int64) heardPiece {
		return heardPiece{fromMs: from / pieceMs * pieceMs, language: language, lines: []content.Segment{{StartMs: from, EndMs: to, Text: language}}}
	}
	for range 20 { // whatever the order in which a map is walked
		for want, heard := range map[string][]heardPiece{
			"en": {spoken("en", 0, 50_000), spoken("de", 320_000, 330_000)}, "de": {spoken("en", 0, 10_000), spoken("de", 320_000, 330_000)}, "fr": {spoken("fr", 1000, 1000)},
		} {
			if got := joined(heard); got.Language != want {
				t.Errorf("%+v is in %q, want %q", heard, got.Language, want)
			}
		}
	}
}
