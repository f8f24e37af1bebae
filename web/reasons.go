package web

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
)

// reasons turn the beginnings of huma's messages into the snake_case words of the contract.
var reasons = []struct{ begins, reason string }{
	{"expected required property", "required"},
	{"unexpected property", "unknown"},
	{"expected length", "length"},
	{"expected array length", "length"},
	{"expected string to match pattern", "pattern"},
	{"expected string to be RFC", "format"},
	{"expected string to be", "pattern"},
	{"expected value to be one of", "enum"},
	{"expected number >", "range"},
	{"expected number <", "range"},
	{"expected array items to be unique", "unique"},
	{"expected value to match", "type"},
	{"expected", "type"},
}

// fieldOf translates one of huma's details. It never echoes the value.
func fieldOf(in string, d *huma.ErrorDetail) apierror.Field {
	f := apierror.Field{Name: d.Location, In: in, Reason: "invalid", Expected: strings.TrimPrefix(d.Message, "expected ")}
	for _, r := range reasons {
		if strings.HasPrefix(d.Message, r.begins) {
			f.Reason = r.reason
			break
		}
	}
	switch f.Reason {
	case "required": // huma names the object; the property is in the message
		name := strings.TrimSuffix(strings.TrimPrefix(d.Message, "expected required property "), " to be present")
		f.Name = strings.TrimPrefix(d.Location+"."+name, ".")
		f.Expected = "a value"
	case "unknown":
		f.Name, f.Expected = printable(f.Name), "no such property"
	}
	if f.Name == "" {
		f.Name = "body"
	}
	return f
}
