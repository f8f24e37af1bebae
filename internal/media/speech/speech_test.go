package speech

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/media/modelserver"
)

// listener plays a server that answers requests in turn; the last answer is repeated.
func listener(t *testing.T, asked *[]string, answers ...func(w http.ResponseWriter)) *Writer {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, _, err := r.FormFile("file")
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		sound, _ := io.ReadAll(file)
		*asked = append(*asked, fmt.Sprintf("%s %s %s %s %s", r.URL.Path, r.Header.Get("Authorization"), r.FormValue("model")+r.FormValue("language"), r.FormValue("response_format"), sound))
		answers[min(len(*asked), len(answers))-1](w)
	}))
	t.Cleanup(server.Close)
	return New(Options{Options: modelserver.Options{BaseURL: server.URL + "/v1", Key: "invented", Transport: http.DefaultTransport}, Model: "ear", Timeout: time.Second, Wait: time.Millisecond})
}

func says(text string) func(w http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		fmt.Fprintf(w, `{"language":"english","segments":[{"start":20,"end":21.5,"text":%q}]}`, text)
	}
}

func status(code int) func(w http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.WriteHeader(code)
		fmt.Fprint(w, `{"error":{"message":"busy"}}`)
	}
}

func TestSoundIsSentInPieces(t *testing.T) {
	t.Parallel()
	var asked, cuts []string
	w := listener(t, &asked, says("one"), status(503), says("two"), says("three"))
	file := filepath.Join(t.TempDir(), "piece.wav")
	got, err := w.Write(t.Context(), 700_000, file, func(_ context.Context, from, to int64, file string) error {
		cuts = append(cuts, fmt.Sprint(from, "-", to))
		return os.WriteFile(file, []byte(fmt.Sprint("sound of ", from)), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := "0-310000 300000-610000 600000-700000"; strings.Join(cuts, " ") != want {
		t.Errorf("the pieces are %q", cuts)
	}
	if len(asked) != 4 || asked[0] != "/v1/audio/transcriptions Bearer invented ear verbose_json sound of 0" || asked[1] != asked[2] {
		t.Errorf("asked: %q", asked)
	}
	if got.Text != "one\ntwo\nthree" || got.Segments[1].StartMs != 320_000 || got.Language != "en" || got.Source != content.MachineSpeech || *got.Model != "ear" {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Error("the last piece is left")
	}
}

// TestTheLanguageIsAskedFor sends the operator's language, and takes it for that of a server that names none.
func TestTheLanguageIsAskedFor(t *testing.T) {
	t.Parallel()
	var asked []string
	w := listener(t, &asked, func(w http.ResponseWriter) { fmt.Fprint(w, `{"segments":[{"start":0,"end":1,"text":"Kessel"}]}`) })
	w.o.Language = "de"
	got, err := w.Write(t.Context(), 10_000, filepath.Join(t.TempDir(), "piece.wav"), func(_ context.Context, _, _ int64, file string) error {
		return os.WriteFile(file, []byte("sound"), 0o600)
	})
	if err != nil || got.Language != "de" || len(asked) != 1 || !strings.Contains(asked[0], " earde ") {
		t.Errorf("%+v, %v, asked %q", got, err, asked)
	}
}

func TestSpeechThatCannotBeWrittenDown(t *testing.T) {
	t.Parallel()
	hang := func(http.ResponseWriter) { time.Sleep(3 * time.Second) }
	for name, tt := range map[string]struct {
		answers []func(http.ResponseWriter)
		asked   int
		fails   bool
	}{
		"refused":                     {[]func(http.ResponseWriter){status(400)}, 1, true},
		"busy for ever":               {[]func(http.ResponseWriter){status(429)}, 3, true},
		"broken for ever":             {[]func(http.ResponseWriter){status(500)}, 3, true},
		"no JSON":                     {[]func(http.ResponseWriter){func(w http.ResponseWriter) { fmt.Fprint(w, "<html>") }}, 3, true},
		"silence":                     {[]func(http.ResponseWriter){func(w http.ResponseWriter) { fmt.Fprint(w, `{"language":"english","segments":[],"text":""}`) }}, 1, false},
		"an answer that is too late":  {[]func(http.ResponseWriter){hang, says("late")}, 2, false},
		"a connection that is closed": {[]func(http.ResponseWriter){func(http.ResponseWriter) { panic(http.ErrAbortHandler) }}, 3, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			w := listener(t, &asked, tt.answers...)
			said, err := w.Write(t.Context(), 30_000, filepath.Join(t.TempDir(), "piece.wav"), func(_ context.Context, _, _ int64, file string) error {
				return os.WriteFile(file, []byte("sound"), 0o600)
			})
			if (err != nil) != tt.fails || tt.fails && said != nil || len(asked) != tt.asked {
				t.Errorf("%v after %d requests: %v", said, len(asked), err)
			}
		})
	}
	var asked []string
	if _, err := listener(t, &asked).Write(t.Context(), MaxMs+1, "", nil); err == nil || len(asked) > 0 {
		t.Errorf("a sound of more than %d ms is sent", MaxMs)
	}
}
