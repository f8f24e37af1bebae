package accounts

import (
	"testing"

	"socialdata/models/db"
)

// FuzzKey: a text that looks like a key is one that this service could have made.
func FuzzKey(f *testing.F) {
	for _, seed := range []string{"", "sd_", newKeyText(), newKeyText()[1:], "sd_\x00", "Bearer sd_"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if ValidKeyText(text) && (len(text) != len(keyPrefix)+keyLetters || checksum([]byte(text[3:3+keyRandom])) != text[3+keyRandom:]) {
			t.Errorf("%q passes for a key", text)
		}
		_ = db.ValidID(text)
	})
}
