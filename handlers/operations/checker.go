package operations

import (
	"errors"
	"slices"
	"sort"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
)

// Checker validates values against schemas of the contract. huma's own validation accepts null, malformed formats and
// some invalid list entries; Checker rejects these too, and reports each problem once.
type Checker struct {
	Registry huma.Registry
	Formats  map[string]Check // by format name
}

// Value returns the problems of a value decoded from JSON. Their names are paths below name; in is "body", "query" or
// "header".
func (k *Checker) Value(s *huma.Schema, in, name string, v any) []apierror.Field {
	res := &huma.ValidateResult{}
	path := huma.NewPathBuffer(make([]byte, 0, 64), 0)
	if name != "" {
		path.Push(name)
	}
	k.makeComparable(s, v)
	huma.Validate(k.Registry, s, path, huma.ModeWriteToServer, v, res)
	fields := []apierror.Field{}
	for _, err := range res.Errors {
		var d *huma.ErrorDetail
		if errors.As(err, &d) {
			fields = append(fields, fieldOf(in, d))
		}
	}
	return FirstOfEach(append(fields, k.values(s, in, name, v)...))
}

// FirstOfEach keeps the first problem of each name, in the order of the names.
func FirstOfEach(fields []apierror.Field) []apierror.Field {
	sort.SliceStable(fields, func(i, j int) bool { return fields[i].Name < fields[j].Name })
	return slices.CompactFunc(fields, func(a, b apierror.Field) bool { return a.Name == b.Name })
}

// resolve follows references until it reaches the schema itself.
func (k *Checker) resolve(s *huma.Schema) *huma.Schema {
	for s.Ref != "" {
		s = k.Registry.SchemaFromRef(s.Ref)
	}
	return s
}

// values finds what huma's own validation accepts in a value, its members and its entries: null where the schema does
// not allow null, and text that does not match one of our formats.
func (k *Checker) values(s *huma.Schema, in, name string, v any) []apierror.Field {
	s = k.resolve(s)
	fields := []apierror.Field{}
	switch v := v.(type) {
	case nil:
		if !s.Nullable {
			fields = append(fields, apierror.Field{Name: name, In: in, Reason: "type", Expected: "a value; null is not allowed here"})
		}
	case string:
		if check := k.Formats[s.Format]; check != nil {
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

// makeComparable replaces objects and lists by their place where a schema requires distinct entries, which are texts. huma uses
// entries as map keys and would panic. A number is then rejected as the entry would be: it is no text.
func (k *Checker) makeComparable(s *huma.Schema, v any) {
	s = k.resolve(s)
	switch v := v.(type) {
	case []any:
		for i, entry := range v {
			switch entry.(type) {
			case map[string]any, []any:
				if s.UniqueItems {
					v[i] = float64(i)
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
