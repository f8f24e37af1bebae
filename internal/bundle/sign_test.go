package bundle

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

// TestRetiredKeysStayPublished replaces a secret: the key that is gone is published with its end, and what it signed until then is
// still verified.
func TestRetiredKeysStayPublished(t *testing.T) {
	before, err := NewSigner(bytes.Repeat([]byte{1}, 32))
	if err != nil {
		t.Fatal(err)
	}
	after, err := NewSigner(bytes.Repeat([]byte{2}, 32))
	if err != nil {
		t.Fatal(err)
	}
	old := before.PublicKeys()[0]
	made := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	retired, err := ParseRetired(base64.StdEncoding.EncodeToString(old.Key) + "@2026-11-02T01:00:00+01:00")
	if err != nil {
		t.Fatal(err)
	}
	after.Retire(retired, Retired{Key: after.PublicKeys()[0].Key, Until: made})
	keys := after.PublicKeys()
	if len(keys) != 2 || keys[0].SignedUntil != nil || keys[0].ID != after.KeyID() || keys[1].ID != old.ID || !keys[1].SignedUntil.Equal(made.Add(24*time.Hour)) {
		t.Fatalf("%+v", keys)
	}
	if signed := after.Sign([]byte("a")); !ed25519.Verify(keys[0].Key, []byte("a"), signed) {
		t.Error("another key signs than the first")
	}
	for late, want := range map[time.Duration]string{0: "", 48 * time.Hour: "which signed until 2026-11-02T00:00:00Z"} {
		var b bytes.Buffer
		w := NewWriter(&b, before, Manifest{Program: "1", ReferenceID: "r", CreatedAt: made.Add(late)})
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		_, err := Verify(bytes.NewReader(b.Bytes()), int64(b.Len()), Options{Keys: []ed25519.PublicKey{keys[0].Key, keys[1].Key}, Until: map[string]time.Time{keys[1].ID: *keys[1].SignedUntil}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s late: %v", late, err)
		}
	}
	for _, text := range []string{"", "@", "x@2026-11-01T00:00:00Z", base64.StdEncoding.EncodeToString(old.Key), base64.StdEncoding.EncodeToString(old.Key) + "@yesterday",
		base64.StdEncoding.EncodeToString(old.Key[:31]) + "@2026-11-01T00:00:00Z"} {
		if r, err := ParseRetired(text); err == nil {
			t.Errorf("%q is read: %v", text, r)
		}
	}
}
