package page

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/views"
)

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
