package creative

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/media/modelserver"
)

// model plays an OpenAI-compatible server that answers a text.
func model(t *testing.T, status int, answer string, sent *string) *Model {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*sent = r.URL.Path + " " + r.Header.Get("Authorization") + " " + string(body)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": answer}}}})
	}))
	t.Cleanup(server.Close)
	return NewModel(ModelOptions{Options: modelserver.Options{BaseURL: server.URL + "/v1", Key: "invented", Transport: http.DefaultTransport}, Name: "seer", Timeout: 5 * time.Second})
}

func spec() *content.CreativeSpec {
	return Describe(Input{Kind: content.MediaVideo, DurationMs: 10000, Shots: twoShots(), Title: ptr("A title")})
}

func TestRefine(t *testing.T) {
	var sent string
	m := model(t, http.StatusOK, `{"hook":"  A\nbetter \u0000hook ","callToAction":null,"generationPrompt":"`+strings.Repeat("word ", 500)+`",
		"shots":[{"index":1,"description":"A dark kitchen"},{"index":9,"description":"x"},{"index":0,"description":" "}]}`, &sent)
	before := spec()
	got, err := m.Refine(t.Context(), before, []Still{{Shot: 0, JPEG: []byte("jpeg")}})
	if err != nil {
		t.Fatal(err)
	}
	if *got.Hook != "A better hook" || got.CallToAction != nil || len([]rune(*got.GenerationPrompt)) > maxPrompt {
		t.Errorf("%q, %v, %d", *got.Hook, got.CallToAction, len(*got.GenerationPrompt))
	}
	if *got.Shots[1].Description != "A dark kitchen" || *got.Shots[0].Description != *before.Shots[0].Description {
		t.Errorf("descriptions %q, %q", *got.Shots[0].Description, *got.Shots[1].Description)
	}
	if !reflect.DeepEqual(before, spec()) {
		t.Error("the spec that went in was changed")
	}
	for _, part := range []string{"/v1/chat/completions Bearer invented", `"model":"seer"`, "data:image/jpeg;base64,anBlZw==", `"json_schema"`} {
		if !strings.Contains(sent, part) {
			t.Errorf("%s was not sent", part)
		}
	}
}

func TestRefineFallsBack(t *testing.T) {
	var sent string
	for name, m := range map[string]*Model{
		"an error":     model(t, http.StatusInternalServerError, "", &sent),
		"no JSON":      model(t, http.StatusOK, "Sure! Here it is", &sent),
		"another type": model(t, http.StatusOK, `{"hook":7}`, &sent),
		"away":         NewModel(ModelOptions{Options: modelserver.Options{BaseURL: "http://127.0.0.1:1", Transport: http.DefaultTransport}, Timeout: time.Second}),
	} {
		before := spec()
		got, err := m.Refine(t.Context(), before, nil)
		if err == nil || got != before {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
