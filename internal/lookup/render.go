package lookup

import (
	"bytes"
	"encoding/json"

	"socialdata/internal/content"
	"socialdata/models/observations"
)

// encode encodes a resource for storing, without the suffix that differs per caller.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// Paging is the position of a page in its list.
type Paging struct {
	NextCursor *string `json:"nextCursor"`
	HasMore    bool    `json:"hasMore"`
}

// render returns the body with this caller's suffix: {…body, page?, cached, observedAt, usage}. It appends to buf, which
// may be the body itself if nobody else uses its bytes.
func (v *view) render(o *observations.Observation, cached bool, usage content.Usage, buf []byte) []byte {
	if len(v.body) < 2 {
		return v.body // unreachable: the body is an object that we encoded
	}
	out := append(buf[:0], v.body[:len(v.body)-1]...)
	if len(v.body) > 2 {
		out = append(out, ',')
	}
	if v.page != nil {
		page, err := encode(v.page)
		if err != nil {
			return v.body // unreachable: a string and a boolean
		}
		out = append(append(append(out, `"page":`...), page...), ',')
	}
	return append(content.Served{Cached: cached, ObservedAt: content.At(o.Time()), Warnings: v.warnings, Usage: usage}.AppendTo(out), '}')
}

// buffer returns an empty buffer for rendering a shared body.
func (v *view) buffer() []byte { return make([]byte, 0, len(v.body)+suffixCap) }

// suffixCap is the maximum length of the suffix without a page's cursor.
const suffixCap = 256

// joinJSON appends the members of tail, an object, to those of body.
func joinJSON(body []byte, tail any) []byte {
	t, err := encode(tail)
	if err != nil || len(body) < 2 || len(t) < 2 {
		return body // unreachable: both are objects that we encoded
	}
	out := make([]byte, 0, len(body)+len(t))
	out = append(out, body[:len(body)-1]...)
	if len(body) > 2 {
		out = append(out, ',')
	}
	return append(out, t[1:]...)
}

// repeated returns the result as a repeated call gets it: free of charge.
func (r *Result) repeated() *Result {
	again := *r
	again.Body = content.WithoutCharge(r.Body)
	again.Receipt.Usage = content.Charge("", 0)
	again.Timings = Timings{}
	return &again
}
