package creative

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/internal/media/shots"
)

func TestCut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		n    int
		want string
	}{
		"empty":             {"", 5, ""},
		"just fits":         {"abcde", 5, "abcde"},
		"one more":          {"abcdef", 5, "abcd…"},
		"at a word":         {"one two three", 9, "one two…"},
		"before a comma":    {"one, two three", 6, "one…"},
		"letters, no bytes": {"äöüßé", 5, "äöüßé"},
		"beyond the plane":  {"😀😀😀😀", 3, "😀😀…"},
	} {
		if got := cut(c.text, c.n); got != c.want || utf8.RuneCountInString(got) > c.n {
			t.Errorf("%s: %q; want %q", name, got, c.want)
		}
	}
}

func TestTextsStayInBounds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("wörd ", 400) + "subscribe"
	spec := Describe(Input{Kind: content.MediaVideo, DurationMs: 10_000, Shots: twoShots(),
		Transcript: cues(0, 9900, long), Text: ptr("Subscribe " + long), Title: ptr(long)})
	for name, c := range map[string]struct {
		text *string
		most int
	}{
		"hook":           {spec.Hook, maxSentence},
		"call to action": {spec.CallToAction, maxSentence},
		"prompt":         {spec.GenerationPrompt, maxPrompt},
		"shot":           {spec.Shots[0].Description, maxSpoken + 60},
	} {
		if n := utf8.RuneCountInString(value(c.text)); n == 0 || n > c.most || !utf8.ValidString(value(c.text)) {
			t.Errorf("%s has %d letters: %q", name, n, value(c.text))
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	for want, sides := range map[string][][2]int64{
		"Video":            {{0, 0}, {0, 1080}, {1920, -1}},
		"Square video":     {{1, 1}, {1080, 1000}, {1100, 1000}, {1000, 1100}},
		"Horizontal video": {{1101, 1000}, {1920, 1080}},
		"Vertical video":   {{1000, 1101}, {1080, 1920}},
	} {
		for _, s := range sides {
			if got := form(s[0], s[1]); got != want {
				t.Errorf("%d by %d is called %q", s[0], s[1], got)
			}
		}
	}
}

func TestPacing(t *testing.T) {
	t.Parallel()
	shot := func(from, to int64) shots.Shot {
		return shots.Shot{StartMs: from, EndMs: to, Look: look("dim", "moving", "grey")}
	}
	for name, c := range map[string]struct {
		duration     int64
		shots        []shots.Shot
		average, cut float64
	}{
		"one shot":           {3000, []shots.Shot{shot(0, 3000)}, 3000, 0},
		"two":                {60_000, []shots.Shot{shot(0, 1), shot(1, 60_000)}, 30_000, 1},
		"rounded":            {1000, []shots.Shot{shot(0, 300), shot(300, 600), shot(600, 1000)}, 333.3, 120},
		"of a thousandth":    {1, []shots.Shot{shot(0, 1)}, 1, 0},
		"no shots":           {3000, nil, -1, -1},
		"no length":          {0, []shots.Shot{shot(0, 3000)}, -1, -1},
		"a length that lies": {-5, []shots.Shot{shot(0, 3000)}, -1, -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := Describe(Input{Kind: content.MediaVideo, DurationMs: c.duration, Shots: c.shots})
			if c.average < 0 {
				if got.Pacing != nil || got.GenerationPrompt != nil || len(got.Shots) != len(c.shots) {
					t.Errorf("%+v", got)
				}
				return
			}
			if diff := cmp.Diff(&content.Pacing{AverageShotMs: &c.average, CutsPerMinute: &c.cut}, got.Pacing); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHowShotsStart(t *testing.T) {
	t.Parallel()
	for start, want := range map[shots.Start]string{
		shots.Opening: "dim, grey, moving", shots.Cut: "dim, grey, moving; starts with a cut",
		shots.Dissolve: "dim, grey, moving; starts with a dissolve", shots.Fade: "dim, grey, moving; starts with a fade",
	} {
		if got := describe(shots.Shot{EndMs: 9, Start: start, Look: look("dim", "moving", "grey")}, speech{}); got != want {
			t.Errorf("%s: %q", start, got)
		}
	}
}

func TestWhatIsAsked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": false, "   ": false, "SHOP NOW": true, "shop   now": true, "“Shop now!”": true, "*Shop now*": true,
		"Workshop now open": false, "shop nowhere": false, "Abonnez-vous !": true, "abonnez vous": false,
		"Link, in bio": true, "unsubscribe": false, "re-download": false, "(Download)": true,
	} {
		if got := asks(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestCaptionsThatAreWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		captions *content.Transcript
		want     []spokenWord
	}{
		"none":                  {nil, nil},
		"no lines":              {cues(), nil},
		"only noise":            {cues(0, 100, "[Music] (laughs) ♪ >>"), nil},
		"a bracket left open":   {cues(0, 100, "[Music"), []spokenWord{{"[Music", 0, 0}}},
		"of no length":          {cues(50, 50, "a b"), []spokenWord{{"a", 50, 0}, {"b", 50, 0}}},
		"that end before":       {cues(100, 0, "a b"), []spokenWord{{"a", 100, 0}, {"b", 50, 0}}},
		"the same line at once": {cues(0, 100, "a b", 100, 200, "a b"), []spokenWord{{"a", 0, 0}, {"b", 50, 0}}},
		"the same line later":   {cues(0, 100, "a", 201, 300, "a"), []spokenWord{{"a", 0, 0}, {"a", 201, 1}}},
		"noise between":         {cues(0, 100, "a", 100, 150, "[x]", 150, 200, "a"), []spokenWord{{"a", 0, 0}}},
	} {
		if diff := cmp.Diff(c.want, listen(c.captions).words, cmp.AllowUnexported(spokenWord{})); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestWordsOfAModelThatAreRefused(t *testing.T) {
	t.Parallel()
	was := ptr("as it was")
	for name, c := range map[string]struct {
		text *string
		want string
	}{
		"none":               {nil, "as it was"},
		"empty":              {ptr(""), "as it was"},
		"white space":        {ptr(" \t\n\u00a0\u3000"), "as it was"},
		"control characters": {ptr("\x00\x1b\x7f\u0085"), "as it was"},
		"no UTF-8":           {ptr("a\xff"), "as it was"},
		"invisible":          {ptr("\u200b\u202e\ufeff"), "as it was"},
		"turned around":      {ptr("a\u202eb"), "ab"},
		"lines":              {ptr("a\r\n\r\nb"), "a b"},
		"as long as may be":  {ptr("0123456789"), "0123456789"},
		"nothing once cut":   {ptr(",,,,,;;;;; ::"), "as it was"},
		"longer":             {ptr("01234 567890"), "01234…"},
	} {
		if got := value(fit(c.text, 10, was)); got != c.want {
			t.Errorf("%s: %q; want %q", name, got, c.want)
		}
	}
}

func TestAnswersOfAModelThatAreWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string
		fails  bool
	}{
		"an empty map":              {`{}`, false},
		"null":                      {`null`, false},
		"all null":                  {`{"hook":null,"callToAction":null,"generationPrompt":null,"shots":null}`, false},
		"shots that are not":        {`{"shots":[{"index":-1,"description":"x"},{"index":2,"description":"x"}]}`, false},
		"empty":                     {``, true},
		"a list":                    {`[]`, true},
		"two maps":                  {`{}{}`, true},
		"an index beyond":           {`{"shots":[{"index":99999999999999999999,"description":"x"}]}`, true},
		"an index of a text":        {`{"shots":[{"index":"0","description":"x"}]}`, true},
		"in a fence":                {"```json\n{}\n```", true},
		"longer than is read":       {`{"hook":"` + strings.Repeat("a", 9<<20) + `"}`, true},
		"nested without an end":     {strings.Repeat("[", 20_000), true},
		"a description of a number": {`{"shots":[{"index":0,"description":7}]}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent string
			got, err := model(t, http.StatusOK, c.answer, &sent).Refine(t.Context(), spec(), nil)
			if diff := cmp.Diff(spec(), got); diff != "" || (err != nil) != c.fails {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}
