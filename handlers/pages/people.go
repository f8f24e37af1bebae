package pages

import "github.com/gofiber/fiber/v2"

// The fields of forms about people.
var (
	emailBound      = bound{property: "email", words: "Enter a valid email address."}
	personNameBound = bound{property: "name", label: "Your name"}
)

// passwordField is the field in which a password is chosen.
const passwordField = "password"

// secretBound fills a property with a password as it was typed.
func secretBound(f *form, property, field, label string) bound {
	return bound{property: property, field: field, label: label, given: []string{f.values.Get(field)}}
}

// newPasswordBound fills the password that is being chosen.
func newPasswordBound(f *form) bound {
	return secretBound(f, "password", passwordField, "The password")
}

// tokenBound fills the token in the address of a page.
func tokenBound(c *fiber.Ctx) bound {
	return bound{property: "token", given: []string{c.Params("token")}}
}
