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

// Bound says which field of a form fills a property of an operation's input, and what the page calls it.
type Bound struct {
	Property string
	Field    string   // "" is the property
	Label    string   // as the beginning of a sentence: "The name"; "" of a field that nobody sees, whose problem is the whole form's
	Given    []string // not nil: instead of what the field holds
	Words    string   // what to say of any problem; "" is what the problem says
}

// Name returns the field that fills the property.
func (b Bound) Name() string {
	if b.Field != "" {
		return b.Field
	}
	return b.Property
}

// RevisionBound is the revision that the page was opened with.
var RevisionBound = Bound{Property: "revision"}

// Bind fills the input of an operation from a form. What the operation would refuse is noted beside the fields.
func Bind[T any](s *operations.Service, f *Form, fields ...Bound) T {
	given := map[string][]string{}
	for _, b := range fields {
		texts := b.Given
		if texts == nil {
			texts = f.Texts(b.Name()) // none of a list whose boxes are all empty
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

// Refused notes beside the fields what an operation found wrong with its input, and reports whether it found anything.
func Refused(f *Form, err error, fields []Bound) bool {
	found := apierror.FieldsOf(err)
	for _, p := range found {
		f.AddProblem(whereIn(fields, operations.Problem{Field: p}))
	}
	return len(found) > 0
}

// whereIn returns the field beside which a problem is shown, and its words; "" is the whole form.
func whereIn(fields []Bound, p operations.Problem) (field, words string) {
	for _, b := range fields {
		switch path, _, _ := strings.Cut(p.Name, "["); {
		case path != b.Property:
		case b.Words != "":
			return b.Name(), b.Words
		case b.Label != "":
			return b.Name(), problemWords(b.Label, p)
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

// The fields of forms about people.
var (
	EmailBound      = Bound{Property: "email", Words: "Enter a valid email address."}
	PersonNameBound = Bound{Property: "name", Label: "Your name"}
)

// passwordField is the field in which a password is chosen.
const passwordField = "password"

// SecretBound fills a property with a password as it was typed.
func SecretBound(f *Form, property, field, label string) Bound {
	return Bound{Property: property, Field: field, Label: label, Given: []string{f.Values.Get(field)}}
}

// NewPasswordBound fills the password that is being chosen.
func NewPasswordBound(f *Form) Bound {
	return SecretBound(f, "password", passwordField, "The password")
}

// TokenBound fills the token in the address of a page.
func TokenBound(c *fiber.Ctx) Bound {
	return Bound{Property: "token", Given: []string{c.Params("token")}}
}

// NewPasswordField is the field of a password that is being chosen. What was typed is never sent back.
func NewPasswordField(label string, f *Form) views.Field {
	return views.Field{Name: passwordField, Label: label, Type: "password", Hint: "At least " + views.Count(operations.LeastPassword, "character") + ". A few words are easier to keep in mind than signs.",
		Problem: f.Problems[passwordField], Required: true, Min: operations.LeastPassword, Max: operations.MostOf[operations.NewPassword](), Auto: "new-password"}
}
