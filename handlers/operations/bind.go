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

// binder converts submitted form fields to inputs of operations, using the schemas that the API validates requests
// against.
type binder struct {
	once    sync.Once
	checker Checker
	mu      sync.Mutex // of the checker's registry
}

// Problem describes what is wrong with one property of an input.
type Problem struct {
	apierror.Field
	Schema *huma.Schema // nil if the property is unknown
}

// Bind builds an input from form fields, which are keyed by the path of their property ("import.tags", "thresholds[0].value"), and returns
// what is wrong with them. Values are converted to what the schema expects: a list takes all values and is empty
// without any; a number is parsed. "" becomes null where null is allowed, stays "" where an empty text is allowed,
// and otherwise leaves the property out unless it is required. If there are problems, the input is the zero value.
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
	if err != nil { // the schema accepts a value that the type does not: a bug in this program
		problems = append(problems, Problem{Field: apierror.Field{Name: "body", In: "body", Reason: "type", Expected: apierror.AnyValue}})
	}
	return in, problems
}

// set writes the values of one property into an object.
func (b *binder) set(s *huma.Schema, object map[string]any, path, texts []string) {
	if name, entry, found := strings.Cut(path[0], "["); found && len(path) > 1 && s.Properties[name] != nil {
		b.setEntry(b.checker.resolve(s.Properties[name]), object, name, strings.TrimSuffix(entry, "]"), path[1:], texts)
		return
	}
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

// mostEntries is how many objects a list of a form may have. The schema of a list says how many it takes.
const mostEntries = 100

// setEntry writes the values of one property into an object of a list. The index comes from this program's pages.
func (b *binder) setEntry(list *huma.Schema, object map[string]any, name, index string, path, texts []string) {
	n, err := strconv.Atoi(index)
	if err != nil || n < 0 || n >= mostEntries || list.Items == nil {
		object[name+"["+index+"]"] = texts // refused as unknown
		return
	}
	entries, _ := object[name].([]any)
	for len(entries) <= n {
		entries = append(entries, map[string]any{})
	}
	object[name] = entries
	if entry, is := entries[n].(map[string]any); is {
		b.set(b.checker.resolve(list.Items), entry, path, texts)
	}
}

// valueOf converts form values to a value of the schema. It reports false if the property should be left out.
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
