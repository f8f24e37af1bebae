package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/media/modelserver"
	"socialdata/internal/media/speech"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models/billing"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// sphinx plays an OpenAI-compatible server by PocketSphinx, a recogniser that runs here.
func sphinx(t *testing.T) *httptest.Server {
	t.Helper()
	program, err := exec.LookPath("pocketsphinx_continuous")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("pocketsphinx is needed here")
		}
		t.Skip("pocketsphinx is not installed")
	}
	heard := regexp.MustCompile(`(?m)^(\S+) ([\d.]+) ([\d.]+) [\d.]+$`)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, _, err := r.FormFile("file")
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		path := filepath.Join(t.TempDir(), "sound.wav")
		sound, _ := io.ReadAll(file)
		_ = os.WriteFile(path, sound, 0o600)
		out, _ := exec.Command(program, "-infile", path, "-time", "yes").Output() //nolint:gosec // a file of ours
		segments := []map[string]any{}
		for _, m := range heard.FindAllStringSubmatch(string(out), -1) {
			if strings.HasPrefix(m[1], "<") {
				continue
			}
			start, _ := strconv.ParseFloat(m[2], 64)
			end, _ := strconv.ParseFloat(m[3], 64)
			segments = append(segments, map[string]any{"start": start, "end": end, "text": m[1]})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"language": "english", "segments": segments})
	}))
	t.Cleanup(s.Close)
	return s
}

// TestSpokenWordsAreWrittenDown has a voice of ffmpeg's say a sentence in a video, and a recogniser write it down.
func TestSpokenWordsAreWrittenDown(t *testing.T) {
	t.Parallel()
	engine := media.NewEngine()
	if engine.Name() != "ffmpeg" {
		t.Skip("ffmpeg is not installed")
	}
	const sentence = "the people of this city go to work in the morning"
	path := filepath.Join(t.TempDir(), "said.mp4")
	out, err := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=s=64x64:r=5:d=3", "-f", "lavfi", "-i", "flite=text='"+sentence+"':voice=slt",
		"-shortest", "-pix_fmt", "yuv420p", "-c:a", "aac", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	facts, err := engine.Probe(t.Context(), path)
	testkit.Must(t, err)
	p := &jobs.MediaPipeline{Engine: engine, Speaker: speech.New(speech.Options{Options: modelserver.Options{BaseURL: sphinx(t).URL, Transport: http.DefaultTransport}, Model: "sphinx", Timeout: time.Minute})}
	said, err := p.Speech(t.Context(), path, facts)
	testkit.Must(t, err)
	if said == nil || strings.ReplaceAll(said.Text, "\n", " ") != sentence || said.Language != "en" || said.Source != content.MachineSpeech {
		t.Errorf("%+v", said)
	}
	if last := said.Segments[len(said.Segments)-1]; last.StartMs < 1000 || last.EndMs > 3000 {
		t.Errorf("the last word is at %d to %d ms", last.StartMs, last.EndMs)
	}
}

// TestImportsWriteSpeechDown: only where the platform has no captions and the import asks for a transcript; what fails costs nothing, and
// the import succeeds.
func TestImportsWriteSpeechDown(t *testing.T) {
	clock := &modelstest.Clock{}
	prices := billing.StandardPrices().WithSpeech()
	b := newBench(t, modelstest.OpenAt(t, "", t.TempDir(), clock, &prices), clock)
	machine := &content.Transcript{Language: "en", Source: content.MachineSpeech, Text: "a kettle", Segments: []content.Segment{{EndMs: 900, Text: "a kettle"}}, Model: new("ear")}
	for _, tt := range []struct {
		name           string
		captions, asks bool
		profile        imports.MediaProfile
		err            error
		want           imports.WorkState // "": no such stage
		kept           content.TranscriptSource
		price          int64
	}{
		{"no transcript is asked for", false, false, imports.ProfileAnalysis, nil, "", "", 3},
		{"the server does not answer", false, true, imports.ProfileAnalysis, errors.New("away"), imports.WorkFailed, "", 3},
		{"speech", false, true, imports.ProfileAnalysis, nil, imports.WorkSucceeded, content.MachineSpeech, 6},
		{"no media", true, true, imports.ProfileNone, nil, "", content.AutomaticCaptions, 2},
		{"captions", true, true, imports.ProfileAnalysis, nil, imports.WorkSkipped, content.AutomaticCaptions, 4},
	} {
		b.withoutCaptions(t, !tt.captions)
		b.media.speech = func() (*content.Transcript, error) { return machine, tt.err }
		before := b.balance(t)
		d := b.run(t, b.accept(t, tt.profile, tt.asks))
		if d.State != imports.Succeeded {
			t.Fatalf("%s: the import is %s: %s", tt.name, d.State, d.OutcomeCode)
		}
		state, code := imports.WorkState(""), apierror.Code("")
		for _, s := range d.Attempts[0].Stages {
			if s.Stage == imports.StageTranscribe {
				state, code = s.State, s.FailureCode
			}
		}
		if state != tt.want || (code != "") != (tt.want == imports.WorkFailed) {
			t.Errorf("%s: the stage is %q %q", tt.name, state, code)
		}
		r, err := b.Store.References.Find(t.Context(), b.workspace, *d.ReferenceID)
		testkit.Must(t, err)
		source := content.TranscriptSource("")
		if kept := r.Derived().Transcript; kept != nil {
			source = kept.Source
			if (kept.Model != nil) != (source == content.MachineSpeech) {
				t.Errorf("%s: the model is %v", tt.name, kept.Model)
			}
		}
		if price := before - b.balance(t); source != tt.kept || price != tt.price {
			t.Errorf("%s: the transcript is of %q, the price %d", tt.name, source, price)
		}
	}
}

// withoutCaptions makes the platform have none, or its own again.
func (b *bench) withoutCaptions(t *testing.T, without bool) {
	t.Helper()
	routes := tiktok.Routes(sourcestest.Fetcher(t, b.platforms, allHosts()...), tiktok.Options{})
	read := routes[0].Media
	routes[0].Media = func(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
		m, err := read(ctx, r)
		if err == nil && without {
			m.Item.Transcript = nil
		}
		return m, err
	}
	b.Lookup = lookup.New(lookup.Options{Store: b.Store, Platforms: release(), Routes: routes, Budget: 5 * time.Second, Clock: b.clock.Now, Log: b.Log})
}

func (b *bench) balance(t *testing.T) (credits int64) {
	t.Helper()
	testkit.Must(t, b.Store.Read(t.Context()).Raw("SELECT balance FROM workspaces WHERE id = ?", b.workspace).Scan(&credits).Error)
	return credits
}
