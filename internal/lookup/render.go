package lookup

import (
	"bytes"
	"encoding/json"

	"socialdata/internal/content"
	"socialdata/models/observations"
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

// render joins the body with the tail of this caller: {…body, page?, cached, observedAt, usage}. The tail is appended
// to buf, which may be the body's own bytes if no one else holds them.
func (v *view) render(o *observations.Observation, cached bool, usage content.Usage, buf []byte) []byte {
	if len(v.body) < 2 {
		return v.body // cannot happen: it is an object of ours
	}
	out := append(buf[:0], v.body[:len(v.body)-1]...)
	if len(v.body) > 2 {
		out = append(out, ',')
	}
	if v.page != nil {
		page, err := encode(v.page)
		if err != nil {
			return v.body // cannot happen: a text and a flag
		}
		out = append(append(append(out, `"page":`...), page...), ',')
	}
	return append(content.Served{Cached: cached, ObservedAt: content.At(o.Time()), Usage: usage}.AppendTo(out), '}')
}

// buffer returns a buffer for the rendered body, for a body that others hold, too.
func (v *view) buffer() []byte { return make([]byte, 0, len(v.body)+suffixCap) }

// suffixCap bounds the length of a tail, without a page's cursor.
const suffixCap = 256

// joinJSON appends the members of tail, an object, to those of body.
func joinJSON(body []byte, tail any) []byte {
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

// repeated returns the same answer as a repeat has it: free.
func (r *Result) repeated() *Result {
	again := *r
	again.Body = content.WithoutCharge(r.Body)
	again.Receipt.Usage = content.Charge("", 0)
	again.Timings = Timings{}
	return &again
}
