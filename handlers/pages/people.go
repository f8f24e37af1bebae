package pages

import "regexp"

// Bounds of what a person types about themselves, as in the contract.
const (
	maxName     = 100
	maxEmail    = 254
	minPassword = 12
	maxPassword = 256
)

var emailShape = regexp.MustCompile(`^[^\s@<>]+@[^\s@<>]+$`)

// email checks the shape of an address.
func (f *form) email(name string) string {
	v := f.text(name)
	f.bound(name, v, "The e-mail", 1, maxEmail)
	if v != "" && !emailShape.MatchString(v) {
		f.wrong(name, "This is not an e-mail address.")
	}
	return v
}

// newPassword checks a password that is being chosen.
func (f *form) newPassword(name string) string {
	v := f.secret(name)
	f.bound(name, v, "The password", minPassword, maxPassword)
	return v
}

// name checks what a person or a workspace is called.
func (f *form) name(name, said string) string {
	v := f.text(name)
	f.bound(name, v, said, 1, maxName)
	return v
}
