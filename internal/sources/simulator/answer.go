package simulator

import (
	"encoding/json"
	"io"
	"net/http"
)

// object is a JSON object.
type object = map[string]any

// sendJSON sends v as JSON.
func sendJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// sendHTML sends a page.
func sendHTML(w http.ResponseWriter, status int, page string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, page)
}

// script encodes v as the text of a script element: the encoder escapes what could end the element.
func script(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "{}"
	}
	return string(b)
}
