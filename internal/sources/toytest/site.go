package toytest

import (
	"encoding/json"
	"net/http"

	"socialdata/internal/sources/simulator"
)

// Site returns the simulated toy platform.
func Site() simulator.Site {
	bear, train := toy{ID: "7", Maker: "woodshop", Title: "A plush bear"}, toy{ID: "8", Maker: "woodshop", Title: "A wooden train"}
	mux := http.NewServeMux()
	answer := func(v any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(v) }
	}
	mux.Handle("/toys/7", answer(bear))
	mux.Handle("/toys/8", answer(train))
	mux.Handle("/search", answer([]toy{bear, train}))
	mux.HandleFunc("/makers/woodshop", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("collection") == "plush" {
			answer([]toy{bear})(w, r)
			return
		}
		answer([]toy{train})(w, r)
	})
	return simulator.Site{Platform: string(Name), Hosts: []string{host}, Handler: mux}
}
