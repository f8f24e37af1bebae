package pages

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/views"
)

// bound says which field of a form fills a property of an operation's input, and what the page calls it.
type bound struct {
	property string
	field    string // "" is the property
	label    string // as the beginning of a sentence: "The name"
}

func (b bound) name() string {
	if b.field != "" {
		return b.field
	}
	return b.property
}

// bind fills the input of an operation from a form. What the operation would refuse is noted beside the fields.
func bind[T any](h *Handlers, f *form, fields ...bound) T {
	given := map[string][]string{}
	for _, b := range fields {
		given[b.property] = f.texts(b.name())
	}
	in, problems := operations.Bind[T](h.Service, given)
	for _, p := range problems {
		f.addProblem(whereIn(fields, p))
	}
	return in
}

// whereIn returns the field beside which a problem is shown, and its words; "" is the whole form.
func whereIn(fields []bound, p operations.Problem) (field, words string) {
	for _, b := range fields {
		if path, _, _ := strings.Cut(p.Name, "["); path == b.property {
			return b.name(), problemWords(b.label, p)
		}
	}
	return "", "This form cannot be read. Load the page again."
}

// problemWords says what is wrong with a field. label begins the sentence.
func problemWords(label string, p operations.Problem) string {
	s := p.Schema
	switch {
	case p.Reason == "required", p.Reason == "empty", p.Reason == "length" && s != nil && s.MinLength != nil && *s.MinLength == 1 && isTooShort(p):
		return label + " is needed."
	case s == nil:
		return label + " is not valid."
	case s.Type == huma.TypeInteger && s.Minimum != nil && s.Maximum != nil:
		return label + " is a whole number from " + views.Number(int64(*s.Minimum)) + " to " + views.Number(int64(*s.Maximum)) + "."
	case p.Reason == "length" && isTooShort(p):
		return label + " needs at least " + count(*s.MinLength, "character") + "."
	case p.Reason == "length" && s.MaxLength != nil:
		return label + " has more than " + count(*s.MaxLength, "character") + "."
	case p.Reason == "enum":
		return "Choose one of these."
	case p.Reason == "characters", p.Reason == "encoding":
		return label + " holds characters that cannot be shown."
	}
	return label + " is not valid: " + p.Expected + "."
}

// isTooShort reports whether a text has too few characters, not too many.
func isTooShort(p operations.Problem) bool { return strings.Contains(p.Expected, ">=") }
