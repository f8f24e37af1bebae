package httpsig

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/dunglas/httpsfv"
)

// Key is a public key with its id.
type Key struct {
	ID    string
	Key   ed25519.PublicKey
	Until time.Time // what is signed later is not the signer's; zero: the key may still sign
}

// Verified is a signature that holds.
type Verified struct {
	Label, KeyID string
	Created      time.Time
	Nonce, Tag   string
	Covers       []Component
}

// Errors of Verify.
var (
	ErrUnsigned = errors.New("there is no signature by a key that you trust")
	ErrDigest   = errors.New("the body is not the one that was signed: its digest differs")
	ErrPartial  = errors.New("no signature covers the status, the body and what was asked")
)

// Verify verifies an answer: every signature by one of the keys holds, and one of them covers the status, the body, the method
// and the address. It returns the signatures by the keys.
func Verify(x Exchange, body []byte, keys []Key) ([]Verified, error) {
	if err := checkDigest(x, body); err != nil {
		return nil, err
	}
	list, err := x.Signatures(keys)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrUnsigned
	}
	if !slices.ContainsFunc(list, Verified.coversAll) {
		return nil, ErrPartial
	}
	return list, nil
}

// coversAll reports whether a signature covers an answer and what was asked.
func (v Verified) coversAll() bool {
	has := func(name string, req bool) bool { return slices.Contains(v.Covers, Component{name, req}) }
	address := has("@target-uri", true) || (has("@path", true) && has("@query", true)) || has("@request-target", true)
	return has("@status", false) && has("content-digest", false) && has("@method", true) && address
}

// checkDigest reports an error unless the body has the SHA-256 of Content-Digest.
func checkDigest(x Exchange, body []byte) error {
	d, err := httpsfv.UnmarshalDictionary(x.Header.Values(FieldDigest))
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", FieldDigest, err)
	}
	m, _ := d.Get("sha-256")
	item, _ := m.(httpsfv.Item)
	want, _ := item.Value.([]byte)
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], want) {
		return ErrDigest
	}
	return nil
}

// Signatures returns the signatures of a message by the keys. One that does not hold is an error; those by other keys are left
// out.
func (x Exchange) Signatures(keys []Key) (list []Verified, err error) {
	inputs, err := httpsfv.UnmarshalDictionary(x.Header.Values(FieldInput))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", FieldInput, err)
	}
	signatures, err := httpsfv.UnmarshalDictionary(x.Header.Values(FieldSignature))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", FieldSignature, err)
	}
	for _, label := range inputs.Names() {
		m, _ := inputs.Get(label)
		input, is := m.(httpsfv.InnerList)
		s, _ := signatures.Get(label)
		item, _ := s.(httpsfv.Item)
		signed, signs := item.Value.([]byte)
		if !is || !signs {
			return nil, fmt.Errorf("%s is no signature", label)
		}
		keyID, _ := textOf(input, "keyid")
		n := slices.IndexFunc(keys, func(k Key) bool { return k.ID == keyID })
		if n < 0 {
			continue
		}
		v, err := x.verify(input, signed, keys[n])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", label, err)
		}
		v.Label = label
		list = append(list, v)
	}
	return list, nil
}

// verify verifies one signature by a key.
func (x Exchange) verify(input httpsfv.InnerList, signed []byte, key Key) (v Verified, err error) {
	v.KeyID = key.ID
	v.Nonce, _ = textOf(input, "nonce")
	v.Tag, _ = textOf(input, "tag")
	if alg, given := textOf(input, "alg"); given && alg != Algorithm {
		return v, fmt.Errorf("the algorithm %q is not known here", alg)
	}
	created, _ := input.Params.Get("created")
	at, is := created.(int64)
	if !is {
		return v, errors.New("it does not say when it was made")
	}
	v.Created = time.Unix(at, 0).UTC()
	var base string
	if base, v.Covers, err = x.base(input); err != nil {
		return v, err
	}
	if len(key.Key) != ed25519.PublicKeySize || !ed25519.Verify(key.Key, []byte(base), signed) {
		return v, errors.New("the signature does not hold: what it covers was changed, or another key made it")
	}
	if !key.Until.IsZero() && v.Created.After(key.Until) {
		return v, fmt.Errorf("the key %s signed until %s, and this says %s", key.ID, key.Until.UTC().Format(time.RFC3339), v.Created.Format(time.RFC3339))
	}
	return v, nil
}

func textOf(list httpsfv.InnerList, name string) (string, bool) {
	v, _ := list.Params.Get(name)
	text, is := v.(string)
	return text, is
}
