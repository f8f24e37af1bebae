package operations

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
	t, s := reflect.TypeFor[T](), (*huma.Schema)(nil)
	if t.Kind() == reflect.Struct {
		s = huma.SchemaFromType(r, t) // here and nowhere else: behind a reference, a wrong member would not be named
	} else {
		s = r.Schema(t, false, "")
	}
	nullable := *s
	nullable.Nullable = true
	return &nullable
}

// StoredTags returns the tags of a list, none for null.
func StoredTags(list *Tags) []string {
	out := []string{}
	if list != nil {
		for _, t := range *list {
			out = append(out, string(t))
		}
	}
	return out
}
