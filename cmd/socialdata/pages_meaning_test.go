package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"socialdata/internal/testkit"
)

// sensing plays a server of embeddings to which farewells are near to each other, and to nothing else.
func sensing(t *testing.T) (address string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		type one struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		}
		var in struct{ Input []string }
		var out struct {
			Data []one `json:"data"`
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		for n, text := range in.Input {
			farewells := strings.Count(text, "See you next time") + strings.Count(text, "goodbye")
			out.Data = append(out.Data, one{n, []float32{float32(20 * farewells), float32(strings.Count(text, " ")) + 1}})
		}
		_ = json.NewEncoder(w).Encode(out)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestWhatIsOnlyMeantIsFoundAtItsSecond searches an imported video for words that nobody says in it.
func TestWhatIsOnlyMeantIsFoundAtItsSecond(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{"EMBEDDINGS_URL": sensing(t), "EMBEDDINGS_MODEL": "sense"})
	w := h.owner()
	made := h.send(h.key(w), http.MethodPost, "/v1/ingestions", map[string]any{"sourceUrl": h.platforms.Samples()[0].Items[0], "mediaProfile": "full", "transcript": true})
	h.ended(w, made.body.ID)
	_, err := h.p.repair().MakeMeanings(t.Context())
	testkit.Must(t, err)
	b := h.open(t)
	b.signIn("owner@example.com")
	b.visit("/w/" + w + "/references?q=goodbye")
	b.reads("No references match")
	b.visit("/w/" + w + "/references?mode=meaning&q=goodbye")
	b.reads("The references nearest in meaning", "See you next time.")
	b.accessible()
	at := evaluate[string](b, `document.querySelector(".matches a.at").textContent`)
	if !strings.HasPrefix(at, "Said 0:") || at == "Said 0:00" {
		t.Errorf("it is found at %q", at)
	}
	b.clickAt(".matches a.at")
	b.until("the video to be at the moment", `/[?&]at=[1-9]\d+/.test(location.search) && document.querySelector("video").src.includes("#t=")`)
}
