package v1

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Opt is a property that may be absent, null or a value.
type Opt[T any] struct {
	Set   bool // it was there
	Value *T   // nil: null
}

// UnmarshalJSON implements json.Unmarshaler; it is called only when the property is there.
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	return json.Unmarshal(b, &o.Value)
}

// Schema implements huma.SchemaProvider: the value's schema, or null.
func (o Opt[T]) Schema(r huma.Registry) *huma.Schema {
	s := *r.Schema(reflect.TypeFor[T](), false, "")
	s.Nullable = true
	return &s
}

// customTitle, notes and tag are texts that people write, with their bounds.
type (
	customTitle string
	notes       string
	tag         string
)

// Schema implements huma.SchemaProvider.
func (customTitle) Schema(huma.Registry) *huma.Schema { return bounded(1, 300, "") }

// Schema implements huma.SchemaProvider.
func (notes) Schema(huma.Registry) *huma.Schema { return bounded(0, 20000, "") }

// Schema implements huma.SchemaProvider: something to read, and no control characters.
func (tag) Schema(huma.Registry) *huma.Schema {
	return bounded(1, 64, `^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`)
}

func bounded(min, max int, pattern string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, MinLength: &min, MaxLength: &max, Pattern: pattern}
	s.PrecomputeMessages()
	return s
}

func plainText[T ~string](v *T) *string {
	if v == nil {
		return nil
	}
	s := string(*v)
	return &s
}

func plainTags(tags []tag) []string {
	out := make([]string, 0, len(tags))
	for _, t := range tags {
		out = append(out, string(t))
	}
	return out
}
