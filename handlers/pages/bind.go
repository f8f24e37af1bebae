package pages

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// bound says which field of a form fills a property of an operation's input, and what the page calls it.
type bound struct {
	property string
	field    string   // "" is the property
	label    string   // as the beginning of a sentence: "The name"; "" of a field that nobody sees, whose problem is the whole form's
	given    []string // not nil: instead of what the field holds
	words    string   // what to say of any problem; "" is what the problem says
}

// name returns the field that fills the property.
func (b bound) name() string {
	if b.field != "" {
		return b.field
	}
	return b.property
}

// revisionBound is the revision that the page was opened with.
var revisionBound = bound{property: "revision"}

// bind fills the input of an operation from a form. What the operation would refuse is noted beside the fields.
func bind[T any](s *operations.Service, f *form, fields ...bound) T {
	given := map[string][]string{}
	for _, b := range fields {
		texts := b.given
		if texts == nil {
			texts = f.texts(b.name()) // none of a list whose boxes are all empty
		}
		if slices.ContainsFunc(texts, isUnreadable) {
			f.addProblem(whereIn(fields, operations.Problem{Field: apierror.Field{Name: b.property, Reason: "encoding"}}))
		}
		given[b.property] = texts
	}
	in, problems := operations.Bind[T](s, given)
	for _, p := range problems {
		f.addProblem(whereIn(fields, p))
	}
	return in
}

// isUnreadable reports whether a text is none that can be kept.
func isUnreadable(text string) bool { return !utf8.ValidString(text) || strings.ContainsRune(text, 0) }

// refused notes beside the fields what an operation found wrong with its input, and reports whether it found anything.
func refused(f *form, err error, fields []bound) bool {
	found := apierror.FieldsOf(err)
	for _, p := range found {
		f.addProblem(whereIn(fields, operations.Problem{Field: p}))
	}
	return len(found) > 0
}

// whereIn returns the field beside which a problem is shown, and its words; "" is the whole form.
func whereIn(fields []bound, p operations.Problem) (field, words string) {
	for _, b := range fields {
		switch path, _, _ := strings.Cut(p.Name, "["); {
		case path != b.property:
		case b.words != "":
			return b.name(), b.words
		case b.label != "":
			return b.name(), problemWords(b.label, p)
		}
	}
	return "", "This form cannot be read. Load the page again."
}

// problemWords says what is wrong with a field. label begins the sentence.
func problemWords(label string, p operations.Problem) string {
	s := p.Schema
	if s == nil {
		s = &huma.Schema{}
	}
	switch {
	case p.Reason == "required", p.Reason == "empty", p.Reason == "length" && s.MinLength != nil && *s.MinLength == 1 && isTooShort(p):
		return label + " is needed."
	case s.Type == huma.TypeInteger && s.Minimum != nil && s.Maximum != nil:
		return "Enter a whole number from " + views.Number(int64(*s.Minimum)) + " to " + views.Number(int64(*s.Maximum)) + "."
	case p.Reason == "length" && s.Type == huma.TypeArray && isTooShort(p):
		return "Choose at least one."
	case p.Reason == "length" && s.MaxItems != nil:
		return "At most " + views.Number(int64(*s.MaxItems)) + " of these."
	case p.Reason == "length" && isTooShort(p):
		return label + " needs at least " + views.Count(*s.MinLength, "character") + "."
	case p.Reason == "length" && s.MaxLength != nil:
		return label + " has more than " + views.Count(*s.MaxLength, "character") + "."
	case p.Reason == "enum":
		return "Choose one of these."
	case p.Reason == "characters", p.Reason == "encoding", p.Reason == "pattern" && s.Format == "not-blank":
		return label + " holds characters that cannot be shown."
	case p.Expected == "":
		return label + " is not valid."
	}
	return label + " is not valid: " + p.Expected + "."
}

// isTooShort reports whether a text has too few characters, not too many.
func isTooShort(p operations.Problem) bool { return strings.Contains(p.Expected, ">=") }
