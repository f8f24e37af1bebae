package page

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// Bound maps a form field to a property of an operation's input and names it for error messages.
type Bound struct {
	Property string
	Field    string   // "" means the same name as the property
	Label    string   // starts a sentence: "The name"; "" for a hidden field, whose problems are shown for the whole form
	Given    []string // if not nil, used instead of the field's value
	Words    string   // message for any problem; "" uses the message of the problem
}

// Name returns the name of the field that fills the property.
func (b Bound) Name() string {
	if b.Field != "" {
		return b.Field
	}
	return b.Property
}

// RevisionBound is the revision that the page was opened with.
var RevisionBound = Bound{Property: "revision"}

// Bind fills the input of an operation from a form. Invalid values are reported next to their fields.
func Bind[T any](s *operations.Service, f *Form, fields ...Bound) T {
	given := map[string][]string{}
	for _, b := range fields {
		texts := b.Given
		if texts == nil {
			texts = f.Texts(b.Name()) // empty for a list without a checked box
		}
		if slices.ContainsFunc(texts, isUnreadable) {
			f.AddProblem(whereIn(fields, operations.Problem{Field: apierror.Field{Name: b.Property, Reason: "encoding"}}))
		}
		given[b.Property] = texts
	}
	in, problems := operations.Bind[T](s, given)
	for _, p := range problems {
		f.AddProblem(whereIn(fields, p))
	}
	return in
}

// isUnreadable reports whether a text cannot be stored.
func isUnreadable(text string) bool { return !utf8.ValidString(text) || strings.ContainsRune(text, 0) }

// Refused adds the problems that an operation found in its input to the form, and reports whether there were any.
func Refused(f *Form, err error, fields []Bound) bool {
	found := apierror.FieldsOf(err)
	for _, p := range found {
		f.AddProblem(whereIn(fields, operations.Problem{Field: p}))
	}
	return len(found) > 0
}

// whereIn returns the field next to which a problem is shown, and the message. The field "" stands for the whole
// form.
func whereIn(fields []Bound, p operations.Problem) (field, words string) {
	for _, b := range fields {
		switch path, _, _ := strings.Cut(p.Name, "["); {
		case strings.HasSuffix(p.Name, "]") && strings.HasPrefix(b.Property, p.Name+"."): // of a whole entry: beside its first field
			return b.Name(), problemWords("This", p)
		case path != b.Property && p.Name != b.Property:
		case b.Words != "":
			return b.Name(), b.Words
		case b.Label != "":
			return b.Name(), problemWords(b.Label, p)
		}
	}
	return "", "This form cannot be read. Load the page again."
}

// problemWords describes what is wrong with a field. label starts the sentence.
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

// isTooShort reports whether a text is too short, rather than too long.
func isTooShort(p operations.Problem) bool { return strings.Contains(p.Expected, ">=") }

// Bounds of fields about people.
var (
	EmailBound      = Bound{Property: "email", Words: "Enter a valid email address."}
	PersonNameBound = Bound{Property: "name", Label: "Your name"}
)

// passwordField is the name of the field for a new password.
const passwordField = "password"

// SecretBound fills a property with a password exactly as typed.
func SecretBound(f *Form, property, field, label string) Bound {
	return Bound{Property: property, Field: field, Label: label, Given: []string{f.Values.Get(field)}}
}

// NewPasswordBound fills the property of a new password.
func NewPasswordBound(f *Form) Bound {
	return SecretBound(f, "password", passwordField, "The password")
}

// TokenBound fills the property of the token in the page's address.
func TokenBound(c *fiber.Ctx) Bound {
	return Bound{Property: "token", Given: []string{c.Params("token")}}
}

// NewPasswordField returns the field for a new password. The typed password is never sent back.
func NewPasswordField(label string, f *Form) views.Field {
	return views.Field{Name: passwordField, Label: label, Type: "password", Hint: "At least " + views.Count(operations.LeastPassword, "character") + ". A few words are easier to keep in mind than signs.",
		Problem: f.Problems[passwordField], Required: true, Min: operations.LeastPassword, Max: operations.MostOf[operations.NewPassword](), Auto: "new-password"}
}
