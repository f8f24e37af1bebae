package operations

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Opt is a property that is absent, null or has a value.
type Opt[T any] struct {
	Set   bool // whether the property was present
	Value *T   // nil for null
}

// UnmarshalJSON implements json.Unmarshaler. It is only called when the property is present.
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	return json.Unmarshal(b, &o.Value)
}

// Schema implements huma.SchemaProvider: the value's schema, or null.
func (o Opt[T]) Schema(r huma.Registry) *huma.Schema {
	t, s := reflect.TypeFor[T](), (*huma.Schema)(nil)
	if t.Kind() == reflect.Struct {
		s = huma.SchemaFromType(r, t) // inline: validation behind a $ref would not name the invalid member
	} else {
		s = r.Schema(t, false, "")
	}
	nullable := *s
	nullable.Nullable = true
	return &nullable
}

// StoredTags returns the tags of a list, or an empty list for nil.
func StoredTags(list *Tags) []string {
	out := []string{}
	if list != nil {
		for _, t := range *list {
			out = append(out, string(t))
		}
	}
	return out
}
