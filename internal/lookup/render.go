package lookup

import (
	"bytes"
	"encoding/json"

	"socialdata/models"
	"socialdata/models/content"
)

// encode writes a resource as it is kept: without the per-caller tail.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// Paging says where a page stands in its list.
type Paging struct {
	NextCursor *string `json:"nextCursor"`
	HasMore    bool    `json:"hasMore"`
}

// render joins the body with the tail of this caller: {…body, page?, cached, observedAt, usage}.
func (v *view) render(o *models.Observation, cached bool, usage content.Usage) []byte {
	tail := struct {
		Page *Paging `json:"page,omitempty"`
		content.Served
	}{v.page, content.Served{Cached: cached, ObservedAt: content.At(o.Time()), Usage: usage}}
	return join(v.body, tail)
}

// join appends the members of tail, an object, to those of body.
func join(body []byte, tail any) []byte {
	t, err := encode(tail)
	if err != nil || len(body) < 2 || len(t) < 2 {
		return body // cannot happen: both are objects of ours
	}
	out := make([]byte, 0, len(body)+len(t))
	out = append(out, body[:len(body)-1]...)
	if len(body) > 2 {
		out = append(out, ',')
	}
	return append(out, t[1:]...)
}
