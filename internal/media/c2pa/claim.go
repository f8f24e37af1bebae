package c2pa

import (
	"bytes"
	"crypto"
	"fmt"
	"strings"

	"github.com/fxamacker/cbor/v2"
)

// decode parses untrusted CBOR into v: bounded, without duplicate keys, and nothing behind it.
func decode(b []byte, v any) error {
	mode, err := cbor.DecOptions{
		MaxNestedLevels:   32,
		MaxArrayElements:  20_000,
		MaxMapPairs:       20_000,
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
		BignumTag:         cbor.BignumTagForbidden,
	}.DecMode()
	if err != nil {
		return err
	}
	return mode.Unmarshal(b, v)
}

// hashedURI names a box and the hash of its content.
type hashedURI struct {
	URL  string `cbor:"url"`
	Alg  string `cbor:"alg"`
	Hash []byte `cbor:"hash"`
}

// claim is what a signer signed (C2PA 2.1, 10).
type claim struct {
	Signature     string          `cbor:"signature"`
	Assertions    []hashedURI     `cbor:"assertions"`         // version 1
	Created       []hashedURI     `cbor:"created_assertions"` // version 2
	Gathered      []hashedURI     `cbor:"gathered_assertions"`
	Redacted      []string        `cbor:"redacted_assertions"`
	Alg           string          `cbor:"alg"`
	Generator     string          `cbor:"claim_generator"`
	GeneratorInfo cbor.RawMessage `cbor:"claim_generator_info"`
}

func readClaim(m *manifest) (*claim, error) {
	var c claim
	if err := decode(m.claim, &c); err != nil {
		return nil, invalid("The claim cannot be read.")
	}
	if path, ok := m.resolve(c.Signature); !ok || path != "c2pa.signature" {
		return nil, invalid("The claim names another signature than the one in the file.")
	}
	if m.version == 1 && len(c.Created)+len(c.Gathered) > 0 || m.version == 2 && len(c.Assertions) > 0 {
		return nil, invalid("The claim mixes two versions of C2PA.")
	}
	return &c, nil
}

// resolve returns the path of a box inside this manifest; ok is false if the address leads elsewhere. Old programs left the first
// slash of an absolute address out.
func (m *manifest) resolve(address string) (path string, ok bool) {
	path, ok = strings.CutPrefix(address, jumbfScheme)
	absolute := strings.TrimPrefix(path, "/")
	if !ok || absolute == path && !strings.HasPrefix(path, "c2pa/") {
		return path, ok
	}
	return strings.CutPrefix(absolute, "c2pa/"+m.label+"/")
}

const jumbfScheme = "self#jumbf="

// created returns the assertions that the signer itself stands for.
func (c *claim) created() []hashedURI {
	return append(c.Assertions[:len(c.Assertions):len(c.Assertions)], c.Created...)
}

// hashOf returns the hash with a name of C2PA; the first name that is not empty counts.
func hashOf(names ...string) (crypto.Hash, error) {
	for _, name := range names {
		switch name {
		case "":
			continue
		case "sha256":
			return crypto.SHA256, nil
		case "sha384":
			return crypto.SHA384, nil
		case "sha512":
			return crypto.SHA512, nil
		}
		return 0, unknown(fmt.Sprintf("The manifest uses a hash that this version does not know (%s).", clean(name)))
	}
	return 0, unknown("The manifest does not say which hash it uses.")
}

// matches reports whether bytes have the hash of an address.
func (u hashedURI) matches(b []byte, alg string) (bool, error) {
	h, err := hashOf(u.Alg, alg)
	if err != nil {
		return false, err
	}
	sum := h.New()
	sum.Write(b)
	return bytes.Equal(sum.Sum(nil), u.Hash), nil
}

// checkAssertions checks that the claim names every assertion once, with the hash that it has.
func (c *claim) checkAssertions(m *manifest) error {
	listed := map[string]bool{}
	for _, u := range append(c.created(), c.Gathered...) {
		path, ok := m.resolve(u.URL)
		label, inStore := strings.CutPrefix(path, "c2pa.assertions/")
		if !ok || !inStore || listed[label] {
			return invalid("The claim names an assertion that is not its own, or one twice.")
		}
		listed[label] = true
		a, found := m.assertions[label]
		if !found {
			return invalid(fmt.Sprintf("An assertion that was signed is missing (%s).", clean(label)))
		}
		same, err := u.matches(a.body, c.Alg)
		if err != nil {
			return err
		}
		if !same {
			return invalid(fmt.Sprintf("An assertion was changed after it was signed (%s).", clean(label)))
		}
	}
	if len(listed) != len(m.assertions) {
		return invalid("The manifest holds an assertion that was not signed.")
	}
	return nil
}

// assertion returns the CBOR of an assertion into v; ok is false if it is missing or something else.
func (m *manifest) assertion(label string, v any) bool {
	b, ok := m.assertions[label].cbor()
	return ok && m.assertions[label].uuid == kindCBOR && decode(b, v) == nil
}
