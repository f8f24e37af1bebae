package embeddings

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"socialdata/internal/media/modelserver"
)

func serverOf(t *testing.T, answer http.HandlerFunc) *Server {
	t.Helper()
	site := httptest.NewServer(answer)
	t.Cleanup(site.Close)
	return New(Options{Options: modelserver.Options{BaseURL: site.URL + "/v1", Key: "invented", Transport: http.DefaultTransport}, Model: "sense", Timeout: 300 * time.Millisecond})
}

// TestVectorsAreOfTheirTexts holds what is sent, and that vectors are put in the order of the texts.
func TestVectorsAreOfTheirTexts(t *testing.T) {
	t.Parallel()
	s := serverOf(t, func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Input []string
			Model string
		}
		if json.NewDecoder(r.Body).Decode(&in); r.URL.Path != "/v1/embeddings" || r.Header.Get("Authorization") != "Bearer invented" || in.Model != "sense" || len(in.Input) != 2 || in.Input[1] != "b" {
			t.Errorf("%s of %+v", r.URL.Path, in)
		}
		io.WriteString(w, `{"data": [{"index": 1, "embedding": [0, -1]}, {"index": 0, "embedding": [0.5, 0]}]}`)
	})
	list, err := s.Vectors(t.Context(), []string{"a", "b"})
	if err != nil || len(list) != 2 || list[0][0] != 127 || list[1][1] != -127 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestAServerThatLiesGivesNoVectors has a server answer two texts with what cannot be used. What is refused because of the texts is
// distinguished from what may pass.
func TestAServerThatLiesGivesNoVectors(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]struct {
		status  int
		body    string
		useless bool
	}{
		"too few":         {200, `{"data": [{"index": 0, "embedding": [1]}]}`, true},
		"too many":        {200, `{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1]}, {"index": 2, "embedding": [1]}]}`, true},
		"one twice":       {200, `{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}`, true},
		"another index":   {200, `{"data": [{"index": 0, "embedding": [1]}, {"index": -1, "embedding": [1]}]}`, true},
		"other lengths":   {200, `{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}]}`, true},
		"empty":           {200, `{"data": [{"index": 0, "embedding": []}, {"index": 1, "embedding": []}]}`, true},
		"zeros":           {200, `{"data": [{"index": 0, "embedding": [0]}, {"index": 1, "embedding": [0]}]}`, true},
		"no numbers":      {200, `{"data": [{"index": 0, "embedding": [NaN]}, {"index": 1, "embedding": [1]}]}`, false},
		"no JSON":         {200, `<html>`, false},
		"too long a text": {400, `{"error": {"message": "maximum context length"}}`, true},
		"a wrong key":     {401, `{"error": {"message": "no"}}`, false},
		"busy":            {429, `{"error": {"message": "later"}}`, false},
		"down":            {503, ``, false},
	} {
		s := serverOf(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(answer.status)
			io.WriteString(w, answer.body)
		})
		list, err := s.Vectors(t.Context(), []string{"a", "b"})
		if list != nil || err == nil || errors.Is(err, ErrUseless) != answer.useless {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
}

func TestAServerThatHangsIsLeft(t *testing.T) {
	t.Parallel()
	s := serverOf(t, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // else the server does not see that the client is gone
		<-r.Context().Done()
	})
	before := time.Now()
	if _, err := s.Vectors(t.Context(), []string{"a"}); err == nil || errors.Is(err, ErrUseless) || time.Since(before) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(before))
	}
}
