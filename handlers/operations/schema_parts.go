package operations

import (
	"cmp"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/input"
)

// MostAtOnce is how many things one request names.
const MostAtOnce = input.MaxBatch

// Several is the schema of the things that one request names.
func Several(of *huma.Schema) *huma.Schema {
	return Ready(&huma.Schema{Type: huma.TypeArray, Items: of, MinItems: new(1), MaxItems: new(MostAtOnce)})
}

// listOf is the schema of a list of some of these words.
func listOf[T ~string](words []T) *huma.Schema {
	item := &huma.Schema{Type: huma.TypeString}
	for _, w := range words {
		item.Enum = append(item.Enum, string(w))
	}
	return &huma.Schema{Type: huma.TypeArray, Items: Ready(item), MaxItems: new(len(words))}
}

func text(minimum, maximum int) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, MinLength: &minimum, MaxLength: &maximum}
}

// notBlank refuses a text of blanks alone, Unicode's included, which no pattern of the contract can say.
func notBlank(s *huma.Schema) *huma.Schema {
	s.Format = "not-blank"
	return s
}

func integer(minimum, maximum float64) *huma.Schema {
	return Ready(&huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &minimum, Maximum: &maximum})
}

// integerOr is integer for a number that may be absent, and then stands for another one.
func integerOr(absent any, minimum, maximum float64) *huma.Schema {
	s := integer(minimum, maximum)
	s.Default = absent
	return s
}

// Ready prepares a schema for validation.
func Ready(s *huma.Schema) *huma.Schema {
	s.PrecomputeMessages()
	return s
}

// MostOf returns the most characters, or entries, that an input of a type has.
func MostOf[T huma.SchemaProvider]() int {
	s := (*new(T)).Schema(nil)
	return *cmp.Or(s.MaxLength, s.MaxItems)
}
