package web

import (
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
)

// values finds in a value, its members and its entries what huma's own validation lets pass: null where the schema
// has no null, and texts that break a format of ours.
func (k *inputCheck) values(s *huma.Schema, in, name string, v any) []apierror.Field {
	for s.Ref != "" {
		s = k.registry.SchemaFromRef(s.Ref)
	}
	fields := []apierror.Field{}
	switch v := v.(type) {
	case nil:
		if !s.Nullable {
			fields = append(fields, apierror.Field{Name: name, In: in, Reason: "type", Expected: "a value; null is not allowed here"})
		}
	case string:
		if check := k.formats[s.Format]; check != nil {
			if f := check(v); f != nil {
				fields = append(fields, apierror.Field{Name: name, In: in, Reason: f.Reason, Expected: f.Expected})
			}
		}
	case []any:
		for i, entry := range v {
			if s.Items != nil {
				fields = append(fields, k.values(s.Items, in, name+"["+strconv.Itoa(i)+"]", entry)...)
			}
		}
	case map[string]any:
		for key, member := range v {
			if p := s.Properties[key]; p != nil {
				fields = append(fields, k.values(p, in, joinName(name, key), member)...)
			}
		}
	}
	return fields
}

func joinName(parent, key string) string {
	if parent == "" {
		return key
	}
	return parent + "." + key
}

// makeComparable writes objects and lists as texts where a schema wants distinct entries: huma compares entries as keys
// of a map and would panic. Such an entry is refused as a text is.
func (k *inputCheck) makeComparable(s *huma.Schema, v any) {
	for s.Ref != "" {
		s = k.registry.SchemaFromRef(s.Ref)
	}
	switch v := v.(type) {
	case []any:
		for i, entry := range v {
			switch entry.(type) {
			case map[string]any, []any:
				if s.UniqueItems {
					v[i] = "not a text"
				} else if s.Items != nil {
					k.makeComparable(s.Items, entry)
				}
			}
		}
	case map[string]any:
		for key, member := range v {
			if p := s.Properties[key]; p != nil {
				k.makeComparable(p, member)
			}
		}
	}
}
