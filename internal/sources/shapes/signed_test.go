package shapes

import (
	"crypto/ed25519"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/sources"
)

// signer writes files and signs them.
type signer struct {
	t      *testing.T
	folder string
	public ed25519.PublicKey
	key    ed25519.PrivateKey
}

func newSigner(t *testing.T) signer {
	t.Helper()
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return signer{t, t.TempDir(), public, key}
}

// write returns the path of a file that says text and is signed as signed.
func (s signer) write(text, signed string) string {
	s.t.Helper()
	path := filepath.Join(s.folder, "new.json")
	signature := base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, []byte(signed))) + "\n"
	for name, body := range map[string]string{path: text, path + SignatureSuffix: signature} {
		if err := os.WriteFile(name, []byte(body), 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	return path
}

func (s signer) open(path string) (*Signed, error) {
	return OpenSigned(path, s.public, sources.Platforms{}, time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC))
}

func TestSignedFiles(t *testing.T) {
	t.Parallel()
	s := newSigner(t)
	const good = `{"asOf":"2026-11-20"}`
	for name, c := range map[string]struct{ text, signed, want string }{
		"good":             {good, good, ""},
		"of a platform":    {`{"photo_site":{"asOf":"2026-11-20"}}`, `{"photo_site":{"asOf":"2026-11-20"}}`, ""},
		"changed since":    {good + " ", good, "signature"},
		"a bad value":      {`{"asOf":"soon"}`, `{"asOf":"soon"}`, "asOf"},
		"without a date":   {`{}`, `{}`, "no date"},
		"still to come":    {`{"asOf":"2026-11-25"}`, `{"asOf":"2026-11-25"}`, "to come"},
		"not a file of it": {`[]`, `[]`, "not a file of shapes"},
	} {
		got, err := s.open(s.write(c.text, c.signed))
		if c.want == "" && (err != nil || got.AsOf != "2026-11-20") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	path := s.write(good, good)
	if _, err := newSigner(t).open(path); err == nil {
		t.Error("a file that another key signed was taken")
	}
	if err := os.Remove(path + SignatureSuffix); err != nil {
		t.Fatal(err)
	}
	if _, err := s.open(path); err == nil {
		t.Error("a file without a signature was taken")
	}
}

// TestApplyGoesForward replaces older files alone, and leaves the one in use whole when it refuses.
func TestApplyGoesForward(t *testing.T) {
	t.Parallel()
	s := newSigner(t)
	inUse := filepath.Join(s.folder, "shapes.json")
	for _, step := range []struct {
		asOf  string
		taken bool
	}{{"2026-11-01", true}, {"2026-11-02", true}, {"2026-11-02", false}, {"2026-11-01", false}} {
		text := `{"asOf":"` + step.asOf + `"}`
		signed, err := s.open(s.write(text, text))
		if err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(inUse)
		err = signed.Apply(inUse)
		after, rerr := os.ReadFile(inUse)
		if rerr != nil {
			t.Fatal(rerr)
		}
		if taken := string(after) == text && err == nil; taken != step.taken || !taken && string(after) != string(before) {
			t.Errorf("%s: %v, in use %s", step.asOf, err, after)
		}
	}
	left, err := os.ReadDir(s.folder)
	if err != nil || len(left) != 3 {
		t.Errorf("%v: %v lie beside the file", err, left)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{base64.StdEncoding.EncodeToString(make([]byte, 32)) + "\n": true, "": false, "AAAA": false, "no key": false} {
		if _, err := ParseKey(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzOverlay wants every file to be refused, or to give shapes that pass the check.
func FuzzOverlay(f *testing.F) {
	f.Add([]byte(`{"asOf":"2026-11-20","photo_site":{"asOf":"2026-11-20","variables":{"post":["__relay_internal__pv__Xrelayprovider"]}}}`))
	f.Add(compiledIn)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if s, err := Overlay(Default(), raw, sources.Platforms{}); err == nil && s.check(sources.Platforms{}) != nil {
			t.Errorf("%s was taken", raw)
		}
		_, _ = latestDate(raw)
	})
}
