package media

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"socialdata/internal/content"
)

// textReader is the reader of English text; without tesseract the test is skipped, but never where everything has to run.
func textReader(t *testing.T) *TextReader {
	t.Helper()
	native(t)
	r, err := NewTextReader("eng")
	if err != nil {
		t.Fatal(err)
	}
	if r == nil {
		if os.Getenv("CI") != "" {
			t.Fatal("tesseract is needed here")
		}
		t.Skip("tesseract is not installed")
	}
	return r
}

// written draws a text on moving colours.
func written(text string, more string) string {
	return fmt.Sprintf("drawtext=text='%s':fontsize=44:x=(w-tw)/2:%s", text, more)
}

func readText(t *testing.T, path string, takes []content.Shot) []content.ScreenText {
	t.Helper()
	r := textReader(t)
	facts, err := native(t).Probe(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := r.Read(t.Context(), path, facts, takes)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestTextOnScreenHasItsTimes(t *testing.T) {
	t.Parallel()
	path := makeFile(t, "text.mp4", "-f", "lavfi", "-i", "gradients=s=720x1280:d=12:r=5:c0=0x406080:c1=0xc0a090:n=2:seed=7", "-pix_fmt", "yuv420p", "-preset", "superfast", "-g", "10", "-vf", strings.Join([]string{
		written("This changed my kitchen", "y=900:fontcolor=white:borderw=4:bordercolor=black:enable='lt(t,6)'"),
		written("Save 20 percent today", "y=900:fontcolor=white:box=1:boxcolor=black@0.7:enable='gte(t,6)'"),
		written("only this week", "y=960:fontcolor=white:box=1:boxcolor=black@0.7:enable='gte(t,6)'")}, ","))
	var got []string
	for _, l := range readText(t, path, []content.Shot{{EndMs: 6000}, {StartMs: 6000, EndMs: 12000}}) {
		if l.Confidence < 0.7 || l.Confidence > 1 {
			t.Errorf("the confidence of %q is %v", l.Text, l.Confidence)
		}
		got = append(got, fmt.Sprintf("%d-%d %s", *l.StartMs, *l.EndMs, l.Text))
	}
	for _, want := range []string{"0-6000 This changed my kitchen", "6000-12000 Save 20 percent today only this week"} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if len(got) > 6 {
		t.Errorf("the moving picture is read as text: %q", got)
	}
}

func TestTextOfAPictureIsReadUpright(t *testing.T) {
	t.Parallel()
	path := makeFile(t, "text.png", "-f", "lavfi", "-i", "color=c=0xf4e8d0:s=900x600", "-frames:v", "1", "-vf",
		written("Five things nobody tells you", "y=200:fontcolor=0x203040"))
	list := readText(t, path, nil)
	if len(list) != 1 || list[0].Text != "Five things nobody tells you" || list[0].StartMs != nil {
		t.Errorf("the picture's text is %+v", list)
	}
	if list := readText(t, makeFile(t, "plain.png", "-f", "lavfi", "-i", "mandelbrot=s=900x600", "-frames:v", "1"), nil); list == nil || len(list) > 0 {
		t.Errorf("a picture without text has %+v", list)
	}
}

func TestNothingIsReadWithoutTesseract(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if r, err := NewTextReader("eng"); r != nil || err != nil {
		t.Errorf("there is a reader without its program: %v", err)
	}
	var none *TextReader
	if list, err := none.Read(t.Context(), "x.png", &Facts{ContentType: "image/png"}, nil); list != nil || err != nil {
		t.Errorf("without a reader: %v, %v", list, err)
	}
}

func TestALanguageThatIsNotInstalledIsSaid(t *testing.T) {
	t.Parallel()
	textReader(t)
	if _, err := NewTextReader("eng+tlh"); err == nil || !strings.Contains(err.Error(), `"tlh"`) {
		t.Errorf("without the language: %v", err)
	}
	for setting, want := range map[string]bool{"eng": true, "chi_sim+eng": true, "": false, "eng+": false, "../eng": false, "-l eng": false} {
		if IsTextLanguages(setting) != want {
			t.Errorf("%q is languages: %v", setting, !want)
		}
	}
}

func TestSamplesCoverAVideo(t *testing.T) {
	t.Parallel()
	many := make([]content.Shot, 50)
	for n := range many {
		many[n] = content.Shot{StartMs: int64(n) * 1000, EndMs: int64(n+1) * 1000}
	}
	for name, tt := range map[string]struct {
		durationMs int64
		takes      []content.Shot
		least      int
	}{
		"a short one":            {900, nil, 1},
		"without shots":          {12_000, nil, 6},
		"an hour":                {3_600_000, nil, 16},
		"shots of all lengths":   {12_000, []content.Shot{{EndMs: 500}, {StartMs: 500, EndMs: 12_000}}, 6},
		"more shots than frames": {50_000, many, 16},
	} {
		list := samplesOf(tt.durationMs, tt.takes)
		if len(list) < tt.least || len(list) > maxLooks || list[0].FromMs != 0 || list[len(list)-1].ToMs != tt.durationMs {
			t.Errorf("%s: %d samples", name, len(list))
		}
		for n := 1; n < len(list); n++ {
			if list[n].FromMs != list[n-1].ToMs {
				t.Errorf("%s: a gap before sample %d", name, n)
			}
		}
	}
}
