package v1

import (
	"encoding/json"
	"reflect"
	"strings"

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
	tags        []tag
)

// Schema implements huma.SchemaProvider.
func (customTitle) Schema(huma.Registry) *huma.Schema { return notBlank(bounded(1, 300, "")) }

// Schema implements huma.SchemaProvider.
func (notes) Schema(huma.Registry) *huma.Schema { return bounded(0, 20000, "") }

// Schema implements huma.SchemaProvider: something to read, and no control characters.
func (tag) Schema(huma.Registry) *huma.Schema {
	return notBlank(bounded(1, 64, `^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`))
}

// searchedTags are the tags that a list is narrowed to.
type searchedTags []string

// Schema implements huma.SchemaProvider.
func (searchedTags) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: notBlank(&huma.Schema{Type: huma.TypeString})}
}

// notBlank refuses a text of blanks alone, Unicode's included, which no pattern of the contract can say.
func notBlank(s *huma.Schema) *huma.Schema {
	s.Format = "not-blank"
	return s
}

func bounded(min, max int, pattern string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, MinLength: &min, MaxLength: &max, Pattern: pattern}
	s.PrecomputeMessages()
	return s
}

// plainText is a text as it is kept: a title without the blanks around it, notes as they were written.
func plainText[T ~string](v *T) *string {
	if v == nil {
		return nil
	}
	s := string(*v)
	if _, title := any(*v).(customTitle); title {
		s = strings.TrimSpace(s)
	}
	return &s
}

// plainTags are none for null.
func plainTags(list *tags) []string {
	out := []string{}
	if list != nil {
		for _, t := range *list {
			out = append(out, string(t))
		}
	}
	return out
}
