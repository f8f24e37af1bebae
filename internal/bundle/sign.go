package bundle

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Signer signs manifests. It is safe for concurrent use.
type Signer struct {
	keys    []ed25519.PrivateKey
	retired []Retired
}

// NewSigner derives the signing keys from the secrets of the installation. The first key signs; the public halves of all
// are published, so that bundles signed before a secret was replaced can still be verified.
func NewSigner(secrets ...[]byte) (*Signer, error) {
	s := &Signer{}
	for _, secret := range secrets {
		seed, err := hkdf.Key(sha256.New, secret, nil, "socialdata bundle signing", ed25519.SeedSize)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, ed25519.NewKeyFromSeed(seed))
	}
	if len(s.keys) == 0 {
		return nil, errors.New("a secret to sign bundles is needed")
	}
	return s, nil
}

// PublicKey is the public half of a signing key, as published.
type PublicKey struct {
	ID          string     `json:"id"`
	Algorithm   string     `json:"algorithm"` // always "Ed25519"
	Key         []byte     `json:"publicKey"`
	SignedUntil *time.Time `json:"signedUntil"` // nil: it signs, or may have to
}

// Retire publishes keys that no longer sign, so that what they signed can still be verified.
func (s *Signer) Retire(keys ...Retired) { s.retired = keys }

// Retired is a key that no longer signs.
type Retired struct {
	Key   ed25519.PublicKey
	Until time.Time // when it signed last
}

// ParseRetired reads a public key in base64 and when it signed last, such as "q83v…=@2026-11-01T00:00:00Z".
func ParseRetired(text string) (r Retired, err error) {
	key, until, both := strings.Cut(strings.TrimSpace(text), "@")
	if r.Key, err = base64.StdEncoding.DecodeString(key); err != nil || !both || len(r.Key) != ed25519.PublicKeySize {
		return r, errors.New("is no public key of 32 bytes in base64 with @ and a time")
	}
	if r.Until, err = time.Parse(time.RFC3339, until); err != nil {
		return r, errors.New("has no RFC 3339 time behind the @")
	}
	return r, nil
}

// PublicKeys lists the public keys, the current one first and retired ones last. A key that may sign is not listed as retired.
func (s *Signer) PublicKeys() []PublicKey {
	var list []PublicKey
	add := func(public ed25519.PublicKey, until *time.Time) {
		id := KeyID(public)
		if !slices.ContainsFunc(list, func(k PublicKey) bool { return k.ID == id }) {
			list = append(list, PublicKey{ID: id, Algorithm: "Ed25519", Key: public, SignedUntil: until})
		}
	}
	for _, k := range s.keys {
		public, _ := k.Public().(ed25519.PublicKey)
		add(public, nil)
	}
	for _, r := range s.retired {
		add(r.Key, new(r.Until.UTC()))
	}
	return list
}

// KeyID returns the id of the key that signs.
func (s *Signer) KeyID() string {
	public, _ := s.keys[0].Public().(ed25519.PublicKey)
	return KeyID(public)
}

// Sign signs a text with the current key.
func (s *Signer) Sign(text []byte) []byte { return ed25519.Sign(s.keys[0], text) }

// KeyID returns the id of a public key: the first part of its SHA-256.
func KeyID(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:8])
}

// sign returns the contents of manifest.sig.
func (s *Signer) sign(manifest []byte) []byte {
	public, _ := s.keys[0].Public().(ed25519.PublicKey)
	return signature(public, ed25519.Sign(s.keys[0], manifest))
}

func signature(public ed25519.PublicKey, signed []byte) []byte {
	return fmt.Appendf(nil, "ed25519 %s %s\n", base64.StdEncoding.EncodeToString(public), base64.StdEncoding.EncodeToString(signed))
}

var errSignature = errors.New("is no signature of the manifest")

// checkSignature returns the key that signed a manifest. Only one encoding of a signature is accepted.
func checkSignature(manifest, file []byte) (ed25519.PublicKey, error) {
	words := strings.Fields(string(file))
	if len(words) != 3 || words[0] != "ed25519" {
		return nil, errSignature
	}
	public, err := base64.StdEncoding.DecodeString(words[1])
	if err != nil || len(public) != ed25519.PublicKeySize {
		return nil, errSignature
	}
	signed, err := base64.StdEncoding.DecodeString(words[2])
	if err != nil || string(signature(public, signed)) != string(file) || !ed25519.Verify(public, manifest, signed) {
		return nil, errSignature
	}
	return public, nil
}
