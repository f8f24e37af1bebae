package creative

import (
	"encoding/json"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/media/shots"
)

func ptr(s string) *string { return &s }

func cues(list ...any) *content.Transcript {
	t := &content.Transcript{}
	for i := 0; i < len(list); i += 3 {
		t.Segments = append(t.Segments, content.Segment{StartMs: int64(list[i].(int)), EndMs: int64(list[i+1].(int)), Text: list[i+2].(string)})
	}
	return t
}

func look(brightness, motion string, colours ...string) shots.Look {
	return shots.Look{Brightness: brightness, Motion: motion, Colours: colours}
}

func twoShots() []shots.Shot {
	return []shots.Shot{
		{StartMs: 0, EndMs: 4000, Start: shots.Opening, Look: look("bright", "static", "white", "blue")},
		{StartMs: 4000, EndMs: 10000, Start: shots.Cut, Look: look("dark", "fast", "black")},
	}
}

func TestDescribe(t *testing.T) {
	spec := Describe(Input{Kind: content.MediaVideo, DurationMs: 10000, Width: 1080, Height: 1920, Shots: twoShots(),
		Transcript: cues(0, 2000, "[Music] Nobody told me this.", 4000, 6000, "Boil the pan first", 8500, 9800, "Link in bio!")})
	const want = `{"version":"creative-spec.v0","hook":"Nobody told me this.","shots":[` +
		`{"startMs":0,"endMs":4000,"description":"“Nobody told me this.” – bright, white and blue, static"},` +
		`{"startMs":4000,"endMs":10000,"description":"“Boil the pan first Link in bio!” – dark, black, fast; starts with a cut"}],` +
		`"pacing":{"averageShotMs":5000,"cutsPerMinute":6},"callToAction":"Link in bio!",` +
		`"generationPrompt":"Vertical video of 10.0 seconds in 2 shots, 5.0 seconds each on average. Look: dark; black, white, blue; fast. It opens with “Nobody told me this.” and asks “Link in bio!”"}`
	got, err := json.Marshal(spec)
	if err != nil || string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWithoutMeasurements(t *testing.T) {
	if spec := Describe(Input{Kind: content.MediaImage, Title: ptr("x")}); spec != nil {
		t.Errorf("an image has %+v", spec)
	}
	got, _ := json.Marshal(Describe(Input{Kind: content.MediaVideo, DurationMs: 5000}))
	const want = `{"version":"creative-spec.v0","hook":null,"shots":[],"pacing":null,"callToAction":null,"generationPrompt":null}`
	if string(got) != want {
		t.Errorf("got %s", got)
	}
}

func TestHook(t *testing.T) {
	for name, c := range map[string]struct {
		in   Input
		want string
	}{
		"said":        {Input{Transcript: cues(900, 3000, "Stop scrolling! Then more")}, "Stop scrolling!"},
		"said late":   {Input{Transcript: cues(5000, 6000, "Too late."), Text: ptr("Written first. Second.")}, "Written first."},
		"only sounds": {Input{Transcript: cues(0, 900, "[Applause] ♪"), Title: ptr("  The   title ")}, "The title"},
		"by line":     {Input{Text: ptr("\n\nOne line\nanother")}, "One line"},
		"nothing":     {Input{Text: ptr(" \n "), Title: ptr("")}, ""},
	} {
		c.in.Kind = content.MediaVideo
		if got := value(Describe(c.in).Hook); got != c.want {
			t.Errorf("%s: %q; want %q", name, got, c.want)
		}
	}
}

func TestCallToAction(t *testing.T) {
	for name, c := range map[string]struct {
		in   Input
		want string
	}{
		"said at the end":     {Input{DurationMs: 10000, Transcript: cues(0, 500, "Subscribe now.", 9000, 9900, "Use code TEA20 today.")}, "Use code TEA20 today."},
		"said at the start":   {Input{DurationMs: 10000, Transcript: cues(0, 500, "Subscribe now.")}, ""},
		"written":             {Input{Text: ptr("A recipe.\nMehr dazu: jetzt kaufen! Bis bald.")}, "Mehr dazu: jetzt kaufen!"},
		"on a button":         {Input{Text: ptr("A recipe."), Links: []string{"", "Shop now"}}, "Shop now"},
		"a word in a word":    {Input{Text: ptr("All downloadable things.")}, ""},
		"with an apostrophe":  {Input{Text: ptr("Don't wait, sign up!")}, "Don't wait, sign up!"},
		"in another language": {Input{Text: ptr("¡Suscríbete!")}, "¡Suscríbete!"},
	} {
		c.in.Kind = content.MediaVideo
		if got := value(Describe(c.in).CallToAction); got != c.want {
			t.Errorf("%s: %q; want %q", name, got, c.want)
		}
	}
}

func TestRollingCaptions(t *testing.T) {
	said := listen(cues(
		0, 2000, "so today we",
		2000, 2010, "so today we",
		2010, 4000, "so today we are making bread",
		4000, 4010, "are making bread",
		4010, 6000, "are making bread with no yeast",
	))
	text := ""
	for _, w := range said.words {
		text += w.text + " "
	}
	if text != "so today we are making bread with no yeast " {
		t.Errorf("words %q", text)
	}
	if no := listen(cues(0, 500, "no", 3000, 3500, "no")); len(no.words) != 2 {
		t.Errorf("a word that is said twice became %v", no.words)
	}
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
