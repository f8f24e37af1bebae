package pages

import "socialdata/internal/input"

// email checks the shape of an address.
func (f *form) email(name string) string {
	v := f.text(name)
	f.checkLength(name, v, "The email address", 1, input.MaxEmail)
	if v != "" && !input.IsEmail(v) {
		f.addProblem(name, "Enter a valid email address.")
	}
	return v
}

// passwordField is the field in which a password is chosen.
const passwordField = "password"

// newPassword checks a password that is being chosen.
func (f *form) newPassword() string {
	v := f.secret(passwordField)
	f.checkLength(passwordField, v, "The password", input.MinPassword, input.MaxPassword)
	return v
}

// name checks what a person or a workspace is called.
func (f *form) name(name, label string) string {
	v := f.text(name)
	f.checkLine(name, v, label, 1, input.MaxName)
	return v
}
