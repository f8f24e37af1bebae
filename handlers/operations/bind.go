package operations

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
)

// binder turns what a form posts into inputs of operations, by the schemas that the API holds its requests against.
type binder struct {
	once    sync.Once
	checker Checker
	mu      sync.Mutex // of the checker's registry
}

// Problem is what is wrong with a property of an input, with the property's schema.
type Problem struct {
	apierror.Field
	Schema *huma.Schema // nil: the property is unknown
}

// Bind returns an input with the texts that were given, by the path of each property ("import.tags"), and what is wrong with them.
// Texts become what the schema wants: a list takes all texts and is empty without any, a number what parses; "" is null where null is allowed, "" where a text
// may be empty, and else absent unless the property is required. With a problem the input is empty.
func Bind[T any](s *Service, given map[string][]string) (in T, problems []Problem) {
	b := &s.binder
	b.once.Do(func() { b.checker = Checker{Registry: NewRegistry(), Formats: s.Formats()} })
	b.mu.Lock()
	defer b.mu.Unlock()
	schema := b.checker.resolve(b.checker.Registry.Schema(reflect.TypeFor[T](), false, ""))
	value := map[string]any{}
	for path, texts := range given {
		b.set(schema, value, strings.Split(path, "."), texts)
	}
	for _, f := range b.checker.Value(schema, "body", "", value) {
		problems = append(problems, Problem{Field: f, Schema: b.property(schema, f.Name)})
	}
	if len(problems) > 0 {
		return in, problems
	}
	raw, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(raw, &in)
	}
	if err != nil { // the schema takes what the type does not: a defect of this program
		problems = append(problems, Problem{Field: apierror.Field{Name: "body", In: "body", Reason: "type", Expected: "a value"}})
	}
	return in, problems
}

// set writes the texts of a property into an object.
func (b *binder) set(s *huma.Schema, object map[string]any, path, texts []string) {
	p := s.Properties[path[0]]
	if p == nil {
		object[path[0]] = texts // refused as unknown
		return
	}
	p = b.checker.resolve(p)
	if len(path) > 1 {
		inner, is := object[path[0]].(map[string]any)
		if !is {
			inner = map[string]any{}
			object[path[0]] = inner
		}
		b.set(p, inner, path[1:], texts)
		return
	}
	if v, given := valueOf(p, texts, slices.Contains(s.Required, path[0])); given {
		object[path[0]] = v
	}
}

// valueOf returns texts as a value of the schema, and reports whether there is one.
func valueOf(s *huma.Schema, texts []string, required bool) (any, bool) {
	if s.Type == huma.TypeArray {
		list := make([]any, len(texts))
		for i, text := range texts {
			list[i] = text
		}
		return list, true
	}
	text := ""
	if len(texts) > 0 {
		text = texts[0]
	}
	switch {
	case s.Type == huma.TypeBoolean:
		return text != "" && text != "false", true
	case text == "" && s.Nullable:
		return nil, true
	case text == "":
		return "", required || s.MinLength != nil && *s.MinLength == 0
	case s.Type == huma.TypeInteger:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, true
		}
	}
	return text, true
}

// property returns the schema at a path such as "import.tags[3]", or nil.
func (b *binder) property(s *huma.Schema, path string) *huma.Schema {
	for _, name := range strings.Split(path, ".") {
		name, _, entry := strings.Cut(name, "[")
		if s = s.Properties[name]; s == nil {
			return nil
		}
		if s = b.checker.resolve(s); entry && s.Items != nil {
			s = b.checker.resolve(s.Items)
		}
	}
	return s
}
