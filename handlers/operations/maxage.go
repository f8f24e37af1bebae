package operations

import (
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
)

// The maxAge parameters of lookups.
type (
	ItemMaxAge    string
	AccountMaxAge string
	ListMaxAge    string
	PageMaxAge    string
)

// Schema implements huma.SchemaProvider.
func (ItemMaxAge) Schema(huma.Registry) *huma.Schema { return maxAgeSchema(input.ItemMaxAge) }

// Schema implements huma.SchemaProvider.
func (AccountMaxAge) Schema(huma.Registry) *huma.Schema { return maxAgeSchema(input.AccountMaxAge) }

// Schema implements huma.SchemaProvider.
func (ListMaxAge) Schema(huma.Registry) *huma.Schema { return maxAgeSchema(input.ListMaxAge) }

// Schema implements huma.SchemaProvider.
func (PageMaxAge) Schema(huma.Registry) *huma.Schema { return maxAgeSchema(input.PageMaxAge) }

func maxAgeSchema(m input.MaxAge) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Pattern: input.MaxAgePattern, Default: m.Default(), Format: maxAgeFormatName(m)}
	s.PrecomputeMessages()
	return s
}

// maxAgeFormatName returns the name of the format that checks a maximum age, which the schema's pattern cannot.
func maxAgeFormatName(m input.MaxAge) string { return "max-age-" + strconv.Itoa(m.MostDays()) + "d" }

// maxAgeFormat rejects a maxAge that is too large. Malformed values are left to the schema's pattern.
func maxAgeFormat(m input.MaxAge) Check {
	return func(v string) *apierror.Field {
		if _, ok := m.Parse(v); !ok {
			return &apierror.Field{Reason: "range", Expected: "at most " + strconv.Itoa(m.MostDays()) + "d"}
		}
		return nil
	}
}

// CheckedMaxAge parses a maxAge that has already been validated.
func CheckedMaxAge[T ~string](m input.MaxAge, v T) time.Duration {
	age, _ := m.Parse(string(v))
	return age
}
