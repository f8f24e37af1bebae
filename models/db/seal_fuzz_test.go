package db

import (
	"bytes"
	"testing"
)

// FuzzOpen: what this service did not seal, a cookie or a cursor, is an error and never a panic, and says nothing.
func FuzzOpen(f *testing.F) {
	seal, err := NewSealer([][]byte{bytes.Repeat([]byte{7}, 32)}, "cursor")
	if err != nil {
		f.Fatal(err)
	}
	good, err := seal.Seal("a", map[string]string{"id": "x"})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", good, good[1:], good[:len(good)-1], "MTYyMDAwMDAwMHxh", "||", "\x00", "%"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sealed string) {
		var v map[string]string
		if err := seal.Open("b", sealed, &v); err == nil {
			t.Errorf("%q was taken under another name", sealed)
		}
		if err := seal.Open("a", sealed, &v); err == nil && v["id"] != "x" {
			t.Errorf("%q opened as %v", sealed, v)
		}
	})
}
