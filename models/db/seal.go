package db

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"github.com/gorilla/securecookie"
)

// Sealer authenticates small values that clients hold: the session cookie and cursors. The first key signs, every key
// verifies, so that keys can be rotated.
type Sealer struct{ codecs []securecookie.Codec }

// errNoKeys is returned if the configuration has no secret key of 32 bytes.
var errNoKeys = errors.New("at least one secret key of 32 bytes is needed")

// NewSealer derives one signing key per secret and purpose with HKDF.
func NewSealer(secrets [][]byte, purpose string) (*Sealer, error) {
	s := &Sealer{}
	for _, secret := range secrets {
		if len(secret) < 32 {
			return nil, errNoKeys
		}
		key, err := hkdf.Key(sha256.New, secret, nil, "socialdata "+purpose, 32)
		if err != nil {
			return nil, err
		}
		c := securecookie.New(key, nil)
		c.MaxAge(0) // expiry times are in the database
		c.SetSerializer(securecookie.JSONEncoder{})
		s.codecs = append(s.codecs, c)
	}
	if len(s.codecs) == 0 {
		return nil, errNoKeys
	}
	return s, nil
}

// NewEncrypter is NewSealer for secrets: it also encrypts values, so that the database alone does not reveal them.
func NewEncrypter(secrets [][]byte, purpose string) (*Sealer, error) {
	s := &Sealer{}
	for _, secret := range secrets {
		keys, err := hkdf.Key(sha256.New, secret, nil, "socialdata encrypted "+purpose, 64)
		if err != nil {
			return nil, err
		}
		c := securecookie.New(keys[:32], keys[32:])
		c.MaxAge(0)
		c.MaxLength(0) // these values are only stored in the database
		c.SetSerializer(securecookie.JSONEncoder{})
		s.codecs = append(s.codecs, c)
	}
	return s, nil
}

// Seal encodes v as an opaque, authenticated string that is valid under name only.
func (s *Sealer) Seal(name string, v any) (string, error) {
	return securecookie.EncodeMulti(name, v, s.codecs[0])
}

// Open decodes what Seal returned under the same name; anything else is an error.
func (s *Sealer) Open(name, sealed string, v any) error {
	return securecookie.DecodeMulti(name, sealed, v, s.codecs...)
}

// Reseal seals a value with the first key. It returns the value unchanged if it already was, and an error if no key can open it.
func (s *Sealer) Reseal(name, sealed string) (string, error) {
	var v json.RawMessage
	if securecookie.DecodeMulti(name, sealed, &v, s.codecs[0]) == nil {
		return sealed, nil
	}
	if err := s.Open(name, sealed, &v); err != nil {
		return "", err
	}
	return s.Seal(name, v)
}

// Fingerprints returns an identifier for each secret key that does not reveal the key.
func Fingerprints(secrets [][]byte) ([]string, error) {
	list := make([]string, len(secrets))
	for n, secret := range secrets {
		digest, err := hkdf.Key(sha256.New, secret, nil, "socialdata fingerprint", 8)
		if err != nil {
			return nil, err
		}
		list[n] = hex.EncodeToString(digest)
	}
	return list, nil
}
