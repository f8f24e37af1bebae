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

// newPassword checks a password that is being chosen.
func (f *form) newPassword(name string) string {
	v := f.secret(name)
	f.checkLength(name, v, "The password", input.MinPassword, input.MaxPassword)
	return v
}

// name checks what a person or a workspace is called.
func (f *form) name(name, label string) string {
	v := f.text(name)
	f.checkLength(name, v, label, 1, input.MaxName)
	return v
}
