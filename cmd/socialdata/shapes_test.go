package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"socialdata/internal/testkit"
)

// TestShapesVerb applies a signed file to where the settings say, and refuses without a key, a setting or a good signature.
func TestShapesVerb(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	testkit.Must(t, err)
	folder := t.TempDir()
	file, inUse := filepath.Join(folder, "new.json"), filepath.Join(folder, "shapes.json")
	text := []byte(`{"asOf":"2026-11-20"}`)
	testkit.Must(t, os.WriteFile(file, text, 0o600))
	testkit.Must(t, os.WriteFile(file+".sig", []byte(base64.StdEncoding.EncodeToString(ed25519.Sign(private, text))), 0o600))
	good := signedFile{File: file, Key: base64.StdEncoding.EncodeToString(public)}
	if err := (applyShapesCmd{good}).Run(t.Context()); err == nil {
		t.Error("a file was applied without a setting that says where")
	}
	t.Setenv("SOCIALDATA_SHAPES", inUse)
	for name, bad := range map[string]signedFile{"no key": {File: file}, "a bad key": {File: file, Key: "x"},
		"another key": {File: file, Key: base64.StdEncoding.EncodeToString(make([]byte, 32))}} {
		if err := (applyShapesCmd{bad}).Run(t.Context()); err == nil {
			t.Errorf("%s: the file was applied", name)
		}
	}
	testkit.Must(t, verifyShapesCmd{good}.Run(t.Context()))
	if _, err := os.Stat(inUse); err == nil {
		t.Fatal("a file was put in use that nobody applied")
	}
	testkit.Must(t, applyShapesCmd{good}.Run(t.Context()))
	if got, err := os.ReadFile(inUse); err != nil || string(got) != string(text) {
		t.Errorf("in use: %s, %v", got, err)
	}
}
