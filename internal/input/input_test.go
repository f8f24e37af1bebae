package input

import "testing"

func TestIsEmail(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"a@b":                       true,
		"olive@example.com":         true,
		"ö@bücher.example":          true,
		"a+b.c@example.com":         true,
		"":                          false,
		"@":                         false,
		"a@":                        false,
		"@b":                        false,
		"example.com":               false,
		"a@b@c":                     false,
		"a b@example.com":           false,
		"a@example.com ":            false,
		"a@example.com\n":           false,
		"a@example.com\r\nBcc: b@c": false,
		"Olive <olive@example.com>": false,
	} {
		if got := IsEmail(text); got != want {
			t.Errorf("IsEmail(%q) = %v, want %v", text, got, want)
		}
	}
}

// TestZeroDiffersFromTheDefault keeps the question for a live answer apart from one without a maxAge.
func TestZeroDiffersFromTheDefault(t *testing.T) {
	t.Parallel()
	for _, kind := range []MaxAge{ItemMaxAge, AccountMaxAge, ListMaxAge, PageMaxAge} {
		zero, ok := kind.Parse("0")
		if age, _ := kind.Parse(""); !ok || zero != 0 || age <= 0 {
			t.Errorf("kind %d: 0 is %v %v, the default %v", kind, zero, ok, age)
		}
	}
}
