package operations

import (
	"cmp"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/input"
)

// MostAtOnce is the maximum number of entries in one batch request.
const MostAtOnce = input.MaxBatch

// Several returns the schema of the entries of one batch request.
func Several(of *huma.Schema) *huma.Schema {
	return Ready(&huma.Schema{Type: huma.TypeArray, Items: of, MinItems: new(1), MaxItems: new(MostAtOnce)})
}

// listOf returns the schema of a list whose entries are among the given values.
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

// notBlank rejects text that consists only of white space, including Unicode's, which no pattern in the contract can
// express.
func notBlank(s *huma.Schema) *huma.Schema {
	s.Format = "not-blank"
	return s
}

func integer(minimum, maximum float64) *huma.Schema {
	return Ready(&huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &minimum, Maximum: &maximum})
}

// integerOr is like integer, with a default for an absent number.
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

// MostOf returns the maximum length or number of entries of an input type.
func MostOf[T huma.SchemaProvider]() int {
	s := (*new(T)).Schema(nil)
	return *cmp.Or(s.MaxLength, s.MaxItems)
}
