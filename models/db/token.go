package db

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// NewToken makes a secret of 256 bits for a cookie or a link, and the digest that is stored.
func NewToken() (token string, digest []byte) {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	token = base64.RawURLEncoding.EncodeToString(b)
	return token, TokenDigest(token)
}

// TokenDigest returns the digest by which a token is found.
func TokenDigest(token string) []byte {
	d := sha256.Sum256([]byte(token))
	return d[:]
}
