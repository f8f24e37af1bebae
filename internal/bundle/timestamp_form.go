package bundle

import (
	"bytes"
	"encoding/asn1"
	"errors"
)

// tokenForm is a token (RFC 3161, 2.4.2; RFC 5652, 5) as its encoding says. Certificates, attributes and signature are left to the library,
// which is lenient about the rest.
type tokenForm struct {
	Type   asn1.ObjectIdentifier
	Signed struct {
		Version int
		Digests []algorithm `asn1:"set"`
		Content struct {
			Type  asn1.ObjectIdentifier
			Value []byte `asn1:"explicit,tag:0"`
		}
		Certificates asn1.RawValue `asn1:"optional,tag:0"`
		Revoked      asn1.RawValue `asn1:"optional,tag:1"`
		Signers      []signerForm  `asn1:"set"`
	} `asn1:"explicit,tag:0"`
}

type signerForm struct {
	Version    int
	ID         asn1.RawValue
	Digest     algorithm
	Attributes asn1.RawValue `asn1:"optional,tag:0"`
	Method     algorithm
	Signature  []byte
	Unsigned   asn1.RawValue `asn1:"optional,tag:1"`
}

type algorithm struct {
	ID         asn1.ObjectIdentifier
	Parameters asn1.RawValue `asn1:"optional"`
}

// plain reports whether an algorithm has no parameters, or the null that some write.
func (a algorithm) plain() bool {
	return len(a.Parameters.FullBytes) == 0 || bytes.Equal(a.Parameters.FullBytes, asn1.NullBytes)
}

// The types of a token and of what it signs.
var (
	oidSignedData = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	oidTSTInfo    = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 1, 4}
)

var errForm = errors.New("it is not encoded as a timestamp is")

// checkForm refuses a token with parts that neither its signature covers nor RFC 3161 fixes, so that none of its bytes can be changed
// without notice but those of certificates that are not needed.
func checkForm(token []byte) error {
	var f tokenForm
	if !decodesTo(token, &f) {
		return errForm
	}
	s := f.Signed
	if !f.Type.Equal(oidSignedData) || s.Version != 3 || !s.Content.Type.Equal(oidTSTInfo) || len(s.Digests) != 1 || len(s.Signers) != 1 ||
		len(s.Revoked.FullBytes) > 0 {
		return errForm
	}
	by := s.Signers[0]
	if by.Version != 1 || len(by.Unsigned.FullBytes) > 0 || !by.Digest.ID.Equal(s.Digests[0].ID) || !by.Digest.plain() || !s.Digests[0].plain() {
		return errForm
	}
	for rest := by.Attributes.Bytes; len(rest) > 0; {
		var one struct {
			Type   asn1.ObjectIdentifier
			Values []asn1.RawValue `asn1:"set"`
		}
		left, err := asn1.Unmarshal(rest, &one)
		if err != nil || !encodes(one, rest[:len(rest)-len(left)]) {
			return errForm
		}
		rest = left
	}
	return nil
}

// decodesTo decodes all of b into v, and reports whether it is the only way to encode v.
func decodesTo(b []byte, v *tokenForm) bool {
	rest, err := asn1.Unmarshal(b, v)
	return err == nil && len(rest) == 0 && encodes(*v, b)
}

func encodes(v any, b []byte) bool {
	again, err := asn1.Marshal(v)
	return err == nil && bytes.Equal(again, b)
}
