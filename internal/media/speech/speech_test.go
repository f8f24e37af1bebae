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
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/media/modelserver"
)

// requests are what a server was asked for. One that a client gave up may still be answered.
type requests struct {
	mu   sync.Mutex
	list []string
}

// add notes a request, and returns its number from 1.
func (r *requests) add(what string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, what)
	return len(r.list)
}

func (r *requests) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.list)
}

// listener plays a server that answers requests in turn; the last answer is repeated.
func listener(t *testing.T, asked *requests, answers ...func(w http.ResponseWriter)) *Writer {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, _, err := r.FormFile("file")
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		sound, _ := io.ReadAll(file)
		n := asked.add(fmt.Sprintf("%s %s %s %s %s", r.URL.Path, r.Header.Get("Authorization"), r.FormValue("model")+r.FormValue("language"), r.FormValue("response_format"), sound))
		answers[min(n, len(answers))-1](w)
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
	var asked requests
	var cuts []string
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
	if list := asked.all(); len(list) != 4 || list[0] != "/v1/audio/transcriptions Bearer invented ear verbose_json sound of 0" || list[1] != list[2] {
		t.Errorf("asked: %q", list)
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
	var asked requests
	w := listener(t, &asked, func(w http.ResponseWriter) { fmt.Fprint(w, `{"segments":[{"start":0,"end":1,"text":"Kessel"}]}`) })
	w.o.Language = "de"
	got, err := w.Write(t.Context(), 10_000, filepath.Join(t.TempDir(), "piece.wav"), func(_ context.Context, _, _ int64, file string) error {
		return os.WriteFile(file, []byte("sound"), 0o600)
	})
	if err != nil || got.Language != "de" || len(asked.all()) != 1 || !strings.Contains(asked.all()[0], " earde ") {
		t.Errorf("%+v, %v, asked %q", got, err, asked.all())
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
			var asked requests
			w := listener(t, &asked, tt.answers...)
			said, err := w.Write(t.Context(), 30_000, filepath.Join(t.TempDir(), "piece.wav"), func(_ context.Context, _, _ int64, file string) error {
				return os.WriteFile(file, []byte("sound"), 0o600)
			})
			if (err != nil) != tt.fails || tt.fails && said != nil || len(asked.all()) != tt.asked {
				t.Errorf("%v after %d requests: %v", said, len(asked.all()), err)
			}
		})
	}
	var asked requests
	if _, err := listener(t, &asked).Write(t.Context(), MaxMs+1, "", nil); err == nil || len(asked.all()) > 0 {
		t.Errorf("a sound of more than %d ms is sent", MaxMs)
	}
}

// TestPiecesOfEveryLength: the longest sound is cut, and an end that the piece before holds whole is not sent again.
func TestPiecesOfEveryLength(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	for length, want := range map[int64]string{1000: "0-1000", 310_000: "0-310000", 310_001: "0-310000 300000-310001", MaxMs: "0-310000 300000-610000 600000-910000"} {
		var asked requests
		var cuts []string
		_, err := listener(t, &asked, says("one")).Write(t.Context(), length, filepath.Join(t.TempDir(), "piece.wav"), func(_ context.Context, from, to int64, file string) error {
			if len(cuts) == 3 {
				return enough
			}
			cuts = append(cuts, fmt.Sprint(from, "-", to))
			return os.WriteFile(file, []byte("sound"), 0o600)
		})
		if got := strings.Join(cuts, " "); got != want || errors.Is(err, enough) != (length == MaxMs) || length < MaxMs && err != nil {
			t.Errorf("%d ms: pieces %q, %v", length, got, err)
		}
	}
}

// TestABusyServerIsWaitedFor before the second try, as long as the operator says, and not before the first.
func TestABusyServerIsWaitedFor(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer func(http.ResponseWriter)
		within time.Duration
		fails  bool
	}{"idle": {says("one"), time.Minute, false}, "busy": {status(503), 500 * time.Millisecond, true}} {
		var asked requests
		w := listener(t, &asked, tt.answer)
		w.o.Wait = time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), tt.within)
		defer cancel()
		_, err := w.Write(ctx, 1000, filepath.Join(t.TempDir(), "piece.wav"), func(_ context.Context, _, _ int64, file string) error {
			return os.WriteFile(file, []byte("sound"), 0o600)
		})
		if tt.fails != errors.Is(err, context.DeadlineExceeded) || len(asked.all()) != 1 {
			t.Errorf("%s: %v after %d requests", name, err, len(asked.all()))
		}
	}
}
