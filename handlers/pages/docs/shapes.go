package docs

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/views"
)

const refPrefix = "#/components/schemas/"

// resolve follows a reference to its schema.
func (b *docsBuilder) resolve(s *huma.Schema) *huma.Schema {
	if name, ok := strings.CutPrefix(s.Ref, refPrefix); ok {
		return b.api.Components.Schemas.Map()[name]
	}
	return s
}

// shapes returns all objects that responses consist of. Request bodies are documented with their operations.
func (b *docsBuilder) shapes() []views.DocsShape {
	var list []views.DocsShape
	all, sent := b.api.Components.Schemas.Map(), b.sent()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !sent[name] && !isEmpty(all[name]) {
			list = append(list, views.DocsShape{Name: name, Fields: b.fields(all[name])})
		}
	}
	return list
}

// sent returns the schema names of request bodies, except those that are also parts of other schemas.
func (b *docsBuilder) sent() map[string]bool {
	names := map[string]bool{}
	for _, item := range b.api.Paths {
		for _, op := range []*huma.Operation{item.Post, item.Put, item.Patch} {
			if op == nil || op.RequestBody == nil {
				continue
			}
			for _, body := range op.RequestBody.Content {
				if name, ok := strings.CutPrefix(body.Schema.Ref, refPrefix); ok {
					names[name] = true
				}
			}
		}
	}
	for _, s := range b.api.Components.Schemas.Map() {
		for _, p := range s.Properties {
			for p.Items != nil {
				p = p.Items
			}
			if name, ok := strings.CutPrefix(p.Ref, refPrefix); ok {
				delete(names, name)
			}
		}
	}
	return names
}

// fields returns the properties of an object: first the required ones in their order, then the others by name.
func (b *docsBuilder) fields(s *huma.Schema) []views.DocsField {
	var list []views.DocsField
	for _, name := range s.Required {
		if p := s.Properties[name]; p != nil {
			list = append(list, b.field(name, p, true))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(s.Required, name) {
			list = append(list, b.field(name, s.Properties[name], false))
		}
	}
	return list
}

func (b *docsBuilder) field(name string, s *huma.Schema, required bool) views.DocsField {
	return views.DocsField{Name: name, Required: required, Kind: b.kind(s), Says: s.Description, Bounds: bounds(s)}
}

// isEmpty reports whether an object can have no members, so that what refers to it is always null.
func isEmpty(s *huma.Schema) bool {
	return s.Type == huma.TypeObject && len(s.Properties) == 0 && s.AdditionalProperties == false
}

// kind describes the type of a value and links to its schema.
func (b *docsBuilder) kind(s *huma.Schema) views.DocsKind {
	if name, ok := strings.CutPrefix(s.Ref, refPrefix); ok {
		return views.DocsKind{Shape: name}
	}
	for _, one := range s.AnyOf {
		if isEmpty(b.resolve(one)) {
			continue
		}
		if one.Type != "null" {
			k := b.kind(one)
			k.Null = true
			return k
		}
	}
	if len(s.AnyOf) > 0 {
		return views.DocsKind{Word: "null"}
	}
	k := views.DocsKind{Word: typeWord(s), Null: s.Nullable}
	if s.Type == huma.TypeArray && s.Items != nil {
		of := b.kind(s.Items)
		k.Word, k.Shape, k.Enum = "list of "+plural(of.Word), of.Shape, of.Enum
		switch {
		case of.Shape != "":
			k.Word = "list of "
		case len(of.Enum) > 0:
			k.Word = "any of"
		}
		return k
	}
	for _, v := range s.Enum {
		k.Enum = append(k.Enum, fmt.Sprint(v))
	}
	return k
}

func plural(word string) string {
	if word == "" {
		return ""
	}
	return word + "s"
}

// typeWord names a type in the usual words of programmers.
func typeWord(s *huma.Schema) string {
	switch {
	case len(s.Enum) > 0:
		return "one of"
	case s.Format == "date-time":
		return "time"
	case s.Type == huma.TypeInteger:
		return "integer"
	case s.Type == huma.TypeString:
		return "text"
	}
	return s.Type
}

// bounds describes the limits of a value.
func bounds(s *huma.Schema) string {
	var parts []string
	add := func(format string, v ...any) { parts = append(parts, fmt.Sprintf(format, v...)) }
	if s.MinLength != nil && *s.MinLength > 0 && s.MaxLength != nil {
		add("%s to %s characters", views.Number(int64(*s.MinLength)), views.Number(int64(*s.MaxLength)))
	} else if s.MaxLength != nil {
		add("at most %s characters", views.Number(int64(*s.MaxLength)))
	} else if s.MinLength != nil && *s.MinLength > 0 {
		add("not empty")
	}
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		add("%s to %s", number(*s.Minimum), number(*s.Maximum))
	case s.Minimum != nil:
		add("at least %s", number(*s.Minimum))
	case s.Maximum != nil:
		add("at most %s", number(*s.Maximum))
	}
	if s.MaxItems != nil {
		add("at most %s entries", views.Number(int64(*s.MaxItems)))
	}
	if s.Default != nil {
		add("default %v", reflect.Indirect(reflect.ValueOf(s.Default)))
	}
	return strings.Join(parts, ", ")
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
